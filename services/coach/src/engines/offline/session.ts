import { displayText } from '../../grounding/display.ts'
import { isToolError } from '../../turn/tool-caller.ts'
import type { ToolName } from '../../turn/tool-names.ts'
import type { CardChoice, EngineInput, HistoryTurn, ToolArgs, ToolError, ToolSuccess } from '../../turn/types.ts'
import type { Understanding } from './understanding.ts'

export { type EventKind, eventNames } from '../../turn/event-names.ts'

/** A tool's answer, with the words that name its figures in a draft. */
export interface Answered {
  readonly ok: true
  readonly id: string
  readonly result: ToolSuccess
  /** `{{r1.rows.0.premium}}`. */
  readonly at: (path: string) => string
}
export interface Refused {
  readonly ok: false
  readonly error: ToolError
}
export type Asked = Answered | Refused

/** What an intent answers with. */
export interface Reply {
  readonly text: string
  readonly card: CardChoice | null
}

/** One turn: what was said, the page, the last answer, and the tools. */
export interface Session {
  readonly said: Understanding
  readonly page: EngineInput['page']
  readonly last: HistoryTurn | null
  /** A stock with its company's name. */
  readonly describeStock: (symbol: string) => string
  readonly ask: (name: ToolName, args: ToolArgs) => Promise<Asked>
}

/** Asks a tool; the same question a second time has the answer of the first. */
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

/** The rows of a result, by the name they have there. */
export function listRows(result: Row, name = 'rows'): readonly Row[] {
  const rows = result[name]
  return Array.isArray(rows) ? rows.filter((row): row is Row => typeof row === 'object' && row !== null) : []
}

/** "1 day", "2 days": the figure as a placeholder, its noun by its value. */
export const countOf = (shown: string, value: unknown, noun: string) => `${shown} ${noun}${value === 1 ? '' : 's'}`

/** When something is due, by the days until then. */
export const dueIn = (shown: string, days: unknown) => (days === 0 ? 'today' : `in ${countOf(shown, days, 'day')}`)

export const isKnown = (value: unknown) => value !== null && value !== undefined

export const say = (lines: readonly (string | null)[], card: CardChoice | null = null): Reply => ({
  text: lines.filter((line) => line !== null).join('\n'),
  card,
})

export const showCall = ({ id }: Answered): CardChoice => ({ kind: 'call', call: id })

/** Asks back, with guesses that can be sent as they stand. */
export const clarify = (question: string, choices: readonly string[]): Reply => ({
  text: question,
  card: { kind: 'clarify', question, choices },
})

/** A tool's own words; `choose` makes of each suggestion a message to send. */
export function explainFailure({ error }: Refused, choose: ((suggestion: string) => string) | null = null): Reply {
  const message = displayText(error.message)
  const choices = choose === null ? [] : error.suggestions.map((suggestion) => choose(displayText(suggestion)))
  if (choices.length > 0) return { text: message, card: { kind: 'clarify', question: message, choices } }
  return say([message, ...error.suggestions.slice(0, 3).map((suggestion) => `- ${displayText(suggestion)}`)])
}
