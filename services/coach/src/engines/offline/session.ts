import { displayText } from '../../grounding/ledger.ts'
import { isToolError } from '../../turn/tool-caller.ts'
import type {
  CardChoice,
  EngineInput,
  HistoryTurn,
  ToolArgs,
  ToolError,
  ToolName,
  ToolSuccess,
} from '../../turn/types.ts'
import type { Understanding } from './understanding.ts'

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
type Asked = Answered | Refused

export interface Reply {
  readonly text: string
  readonly card: CardChoice | null
}

export interface Session {
  readonly said: Understanding
  readonly page: EngineInput['page']
  readonly last: HistoryTurn | null
  readonly describeStock: (symbol: string) => string
  readonly ask: (name: ToolName, args: ToolArgs) => Promise<Asked>
}

/**
 * Returns a function that calls tools and caches results, so that an identical call in the same turn runs only once.
 */
export function createAsk({ callTool }: Pick<EngineInput, 'callTool'>): Session['ask'] {
  const answered = new Map<string, Promise<Asked>>()
  return (name, args) => {
    const key = `${name} ${JSON.stringify(args)}`
    const earlier = answered.get(key)
    if (earlier !== undefined) return earlier
    const asked = askTool(callTool, name, args)
    answered.set(key, asked)
    return asked
  }
}

async function askTool(callTool: EngineInput['callTool'], name: ToolName, args: ToolArgs): Promise<Asked> {
  const outcome = await callTool(name, args)
  if (!outcome.made) return { ok: false, error: outcome.error }
  const { id, result } = outcome.call
  if (isToolError(result)) return { ok: false, error: result }
  return { ok: true, id, result, at: (path) => `{{${id}.${path}}}` }
}

export type Row = Readonly<Record<string, unknown>>

export function listRows(result: Row, name = 'rows'): readonly Row[] {
  const rows = result[name]
  return Array.isArray(rows) ? rows.filter((row): row is Row => typeof row === 'object' && row !== null) : []
}

/** "1 day" or "2 days". `shown` is the placeholder. `value`, the actual number, decides between singular and plural. */
export const countOf = (shown: string, value: unknown, noun: string) => `${shown} ${noun}${value === 1 ? '' : 's'}`

/** "today" or "in 3 days". */
export const dueIn = (shown: string, days: unknown) => (days === 0 ? 'today' : `in ${countOf(shown, days, 'day')}`)

export const isKnown = (value: unknown) => value !== null && value !== undefined

export const say = (lines: readonly (string | null)[], card: CardChoice | null = null): Reply => ({
  text: lines.filter((line) => line !== null).join('\n'),
  card,
})

export const showCall = ({ id }: Answered): CardChoice => ({ kind: 'call', call: id })

/** Asks the user a question and suggests replies. */
export const clarify = (question: string, choices: readonly string[]): Reply => ({
  text: question,
  card: { kind: 'clarify', question, choices },
})

/**
 * Replies with a tool's error message. `choose` turns each suggestion in the error into a message that the user can
 * send.
 */
export function explainFailure({ error }: Refused, choose: ((suggestion: string) => string) | null = null): Reply {
  const message = displayText(error.message)
  const choices = choose === null ? [] : error.suggestions.map((suggestion) => choose(displayText(suggestion)))
  if (choices.length > 0) return { text: message, card: { kind: 'clarify', question: message, choices } }
  return say([message, ...error.suggestions.slice(0, 3).map((suggestion) => `- ${displayText(suggestion)}`)])
}
