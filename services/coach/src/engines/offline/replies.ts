import { displayText } from '../../grounding/result-values.ts'
import type { Answered, Option, Refused, Reply } from './session.ts'

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
  const options = error.suggestions
    .flatMap((suggestion) => toOption?.(suggestion) ?? [])
    .map((one) => ({ ...one, label: displayText(one.label) }))
  if (options.length > 0) return askBack(displayText(error.message), options.slice(0, 6))
  const hints = error.suggestions.slice(0, 3).map(displayText)
  return say([displayText(error.message), hints.length === 0 ? null : `Try: ${hints.join('; ')}.`])
}
