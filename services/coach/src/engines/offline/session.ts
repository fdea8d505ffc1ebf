import { displayText } from '../../grounding/result-values.ts'
import { isToolError } from '../../turn/tool-caller.ts'
import type { CardChoice, EngineInput, ToolArgs, ToolError, ToolName, ToolSuccess } from '../../turn/types.ts'
import type { Question } from './conversation/fit-intent.ts'
import type { Slots } from './reading/slots.ts'

export { displayNumber, displayText } from '../../grounding/result-values.ts'
export { MAX_CALLS } from '../../turn/tool-caller.ts'
export { type EventKind, eventNames } from '../../turn/types.ts'

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

export type Row = Readonly<Record<string, unknown>>
export const toRow = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {})

export function listRows(result: Row, name = 'rows'): readonly Row[] {
  const rows = result[name]
  return Array.isArray(rows) ? rows.map(toRow) : []
}

/** "1 day" or "2 days". `shown` is the placeholder, `value` the number that decides. */
export const countOf = (shown: string, value: unknown, noun: string) => `${shown} ${noun}${value === 1 ? '' : 's'}`
export const dueIn = (shown: string, days: unknown) => (days === 0 ? 'today' : `in ${countOf(shown, days, 'day')}`)
export const isKnown = (value: unknown) => value !== null && value !== undefined

export const say = (lines: readonly (string | null)[], shown: Answered | null = null): Reply => ({
  lines: lines.flatMap((line) => (line === null || line === '' ? [] : [line])),
  card: shown === null ? null : { kind: 'call', call: shown.id },
  options: [],
})

/** Asks which meaning is right. An option answers the same message, read differently; a hint is a new message. */
export const askBack = (question: string, options: readonly Option[], hints: readonly string[] = []): Reply => ({
  lines: [question],
  card: { kind: 'clarify', question, choices: options.length > 0 ? options.map(({ label }) => label) : hints },
  options,
})

/** Replies with a tool's failure. `toOption` turns a suggestion into another reading of the message. */
export function explain({ error }: Refused, toOption: ((suggestion: string) => Option | null) | null = null): Reply {
  const options = error.suggestions.flatMap((suggestion) => toOption?.(suggestion) ?? [])
  if (options.length > 0) return askBack(displayText(error.message), options.slice(0, 6))
  const hints = error.suggestions.slice(0, 3).map(displayText)
  return say([displayText(error.message), hints.length === 0 ? null : `Try: ${hints.join('; ')}.`])
}
