import { isToolError } from '../../turn/tool-caller.ts'
import type { CardChoice, EngineInput, ToolArgs, ToolError, ToolName, ToolSuccess } from '../../turn/types.ts'
import type { Question } from './conversation/fit-intent.ts'
import type { Slots } from './reading/slots.ts'

export interface Answered {
  readonly ok: true
  readonly id: string
  readonly result: ToolSuccess
  /** Turns a path into a placeholder: `{{r1.rows.0.premium}}`. */
  readonly at: (path: string) => string
}
export interface Refused {
  readonly ok: false
  readonly error: ToolError
}

/** Another complete reading of the same message, offered as a button. */
export interface Option {
  readonly label: string
  readonly intent: Question['intent']
  readonly slots: Slots
}

export interface Reply {
  /** The answer first; at most three lines. The card has the rest. */
  readonly lines: readonly string[]
  readonly card: CardChoice | null
  readonly options: readonly Option[]
  /** Chips that the answer settled: the position that it chose. */
  readonly settled?: Partial<Slots> | undefined
  /** Figures of the message that the answer does not use. */
  readonly missed?: readonly string[]
}

export interface Session {
  readonly question: Question
  readonly today: string
  /** Words with the stocks as the user wrote them. */
  readonly named: string
  readonly unknown: string | null
  readonly ask: (name: ToolName, args: ToolArgs) => Promise<Answered | Refused>
}

/** Calls tools. The same call in the same turn runs once. */
export function createAsk({ callTool }: Pick<EngineInput, 'callTool'>): Session['ask'] {
  const answered = new Map<string, ReturnType<Session['ask']>>()
  return (name, args) => {
    const key = `${name} ${JSON.stringify(args)}`
    const asked = answered.get(key) ?? askTool(callTool, name, args)
    answered.set(key, asked)
    return asked
  }
}

async function askTool(callTool: EngineInput['callTool'], name: ToolName, args: ToolArgs): Promise<Answered | Refused> {
  const outcome = await callTool(name, args)
  if (!outcome.made) return { ok: false, error: outcome.error }
  const { id, result } = outcome.call
  return isToolError(result)
    ? { ok: false, error: result }
    : { ok: true, id, result, at: (path) => `{{${id}.${path}}}` }
}
