import { intents } from '../../intents.ts'
import { listRows, type Row, say } from '../../replies.ts'
import type { Answered, Refused, Reply, Session } from '../../session.ts'

/** Asks for the user's open positions with all figures; only those of `rows`, in their order, if given. */
export function askOwn({ ask }: Session, rows: readonly Row[] | null = null, change: number | null = null) {
  const ids = rows === null || rows.length === 0 ? null : rows.map(({ id }) => id)
  return ask('own_figures', { position_ids: ids, change_pct: change })
}

export type At = (field: string) => string
export const atRow =
  ({ at }: Answered, index: number): At =>
  (field) =>
    at(`rows.${index}.${field}`)
export const nameOf = (at: At) => `${at('ticker')} ${at('strike')} call expiring ${at('expiry')}`

/** Chips of the position that was chosen. */
export const settle = ({ ticker, strike, expiry }: Row): Reply['settled'] =>
  typeof ticker === 'string' && typeof strike === 'number' && typeof expiry === 'string'
    ? { stocks: [ticker], strike: { least: strike, most: strike }, strikes: [], expiration: expiry, isMonth: false }
    : undefined

/** No position, or several of which each becomes a button. */
export const refuse = (message: string, suggestions: readonly string[] = []): Refused => ({
  ok: false,
  error: { error: suggestions.length > 0 ? 'INVALID' : 'NOT_FOUND', message, suggestions },
})

/** No call is open, or none on the stocks that the message names, whatever it says of the account. */
export function sayNoneOpen({ question }: Session, { at, result }: Answered, missing: readonly string[]): Reply {
  const expired = Number(result.expired) > 0 ? ` Expired calls to settle: ${at('expired')}.` : ''
  const [first] = missing
  if (first === undefined)
    return say([`You have no open calls.${expired} You can add positions on the Portfolio Tracking page.`])
  const held = listRows(result, 'holdings').findIndex(({ symbol }) => symbol === first)
  const open = [...new Set(listRows(result).map(({ ticker }) => String(ticker)))].join(', ')
  const named = missing.join(' or ')
  const options = (['calls', 'dates', 'stock'] as const).map((intent) => ({
    label: `${intents[intent].label}: ${first}`,
    intent,
    slots: { ...question.slots, stocks: [first] },
  }))
  return {
    ...say([
      held >= 0
        ? `You have no open calls on ${named}: your ${at(`holdings.${held}.shares`)} shares are uncovered.`
        : `Your portfolio here has no shares and no open calls of ${named}. I only see what is recorded on the Portfolio Tracking page; you can add it there.${expired}`,
      open === '' ? null : `You have open calls on: ${open}.`,
    ]),
    card: { kind: 'none' },
    options,
  }
}

/** Puts the fields of a result into a condition's words. */
export const fill = (words: string, at: Answered['at']) =>
  words.replace(/<(\w+)>/gu, (_all, field: string) => at(field))
