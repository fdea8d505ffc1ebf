import type { Intent } from '../intents.ts'
import type { Reading } from '../reading/read-message.ts'
import { at, noSlots, type Slots } from '../reading/slots.ts'
import type { Question } from './fit-intent.ts'

/** Rows of the last card that listed several. */
export type Rows = readonly Readonly<Record<string, unknown>>[]

/** A longer question about a list asks for another list rather than for one of its rows. */
const SHORT = 6
const FIRST_TWO = /\b(?:first|top|best) 2\b|\bboth(?: of them)?\b/u
const NOUNS = '(?: (?:one|row|option|call|stock|strike|result|position|pick|name))?'
const ordinals: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      String.raw`(?<!\b(?:expires?|expiring|comes?|goes|reports?|due) )\b(?:first|1st)\b${NOUNS}(?!\s\w+ing)|\b(?:number|no\.?|row|#) ?1\b|\b(?:top|best) one\b`,
      'u',
    ),
    0,
  ],
  [/\b(?:second|2nd)\b|\b(?:number|no\.?|row|#) ?2\b/u, 1],
  [/\b(?:third|3rd)\b|\b(?:number|no\.?|row|#) ?3\b/u, 2],
  [/\b(?:fourth|4th)\b|\b(?:number|no\.?|row|#) ?4\b/u, 3],
  [/\b(?:fifth|5th)\b|\b(?:number|no\.?|row|#) ?5\b/u, 4],
  [/\bthe last(?: one)?$|\blast one\b|\bbottom one\b/u, -1],
]
/** "The second one, calls 30 days out": a row however long the rest. */
const OPENS_WITH_ROW =
  /^(?:(?:and|ok|so|what about|how about|for|show me|take|on) ){0,3}(?:the |your )?(?:first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last) (?:one|stock|name)\b/u
export function listRowsOf(card: unknown): Rows {
  const content: unknown = typeof card === 'object' && card !== null && 'content' in card ? card.content : null
  const table: unknown = typeof content === 'object' && content !== null && 'table' in content ? content.table : null
  const rows: unknown = Array.isArray(content)
    ? content
    : typeof table === 'object' && table !== null && 'rows' in table
      ? table.rows
      : []
  return (Array.isArray(rows) ? rows : []).filter(
    (row): row is Readonly<Record<string, unknown>> =>
      typeof row === 'object' && row !== null && ('symbol' in row || 'ticker' in row || 'strike' in row),
  )
}

/** New values replace the old ones. A date replaces a number of days, and one strike a list of them. */
export function mergeSlots(before: Slots, now: Slots): Slots {
  const given = Object.fromEntries(
    Object.entries(now).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )
  const hasTime = now.expiration !== null || now.days !== null || now.event !== null
  const hasStrike = now.strike !== null || now.strikes.length > 0
  // A safer call has another strike.
  const hasStyle = now.style !== null && !hasStrike
  const hasDelta = now.delta !== null || now.style !== null || now.moneyness !== null
  return {
    ...before,
    ...(hasTime ? { expiration: null, isMonth: false, days: null, event: null } : {}),
    ...(hasStrike || hasStyle ? { strike: null, strikes: [] } : {}),
    ...(hasDelta ? { delta: null, style: null, moneyness: null } : {}),
    ...given,
    isMonth: now.expiration === null ? before.isMonth && !hasTime : now.isMonth,
  }
}

/** "the second one", "compare the first two": rows of the last list. `none` if there is no such row. */
export function pickRow({ text, slots }: Reading, before: Question | null, rows: Rows, own: Intent | null) {
  if (slots.stocks.length > 0) return null
  const places = FIRST_TWO.test(text)
    ? [0, 1]
    : ordinals.flatMap(([pattern, place]) => (pattern.test(text) ? [place] : []))
  if (
    places.length === 0 ||
    (own !== null &&
      !OPENS_WITH_ROW.test(text) &&
      (own === 'ranking' || own === 'screen') &&
      text.split(' ').length > SHORT)
  )
    return null
  const picked = places.map((place) => rows.at(place))
  if (rows.length === 0 || picked.some((row) => row === undefined))
    return rows.length === 0 && own !== null ? null : 'none'
  const stocks = picked.flatMap((row) => {
    const named = row?.symbol ?? row?.ticker
    return typeof named === 'string' ? [named] : []
  })
  const strikes = picked.flatMap((row) => (typeof row?.strike === 'number' ? [row.strike] : []))
  const [first] = picked
  const day = typeof first?.expiry === 'string' ? first.expiry : null
  const isOwnRow = first !== undefined && 'ticker' in first
  const [stock] = stocks.length > 0 ? stocks : (before?.slots.stocks ?? [])
  const call = { strike: strikes[0] === undefined ? null : at(strikes[0]), expiration: day }
  const asks =
    own !== null &&
    own !== before?.intent &&
    !['stock', 'trade', 'position', 'ranking', 'other', 'concept'].includes(own)
      ? own
      : null
  if (picked.length > 1) {
    const days = picked.flatMap((row) => (typeof row?.expiry === 'string' ? [row.expiry] : []))
    const isOneDay = new Set(days).size < 2
    return {
      intent: 'compare' as const,
      slots:
        strikes.length > 1 && !isOwnRow
          ? {
              ...noSlots,
              stocks: stock === undefined ? [] : [stock],
              strikes,
              expiration: day,
              otherDate: isOneDay ? null : (days[1] ?? null),
            }
          : { ...noSlots, stocks },
    }
  }
  const kept = { ...noSlots, stocks: stock === undefined ? [] : [stock] }
  if (isOwnRow) return { intent: asks ?? ('position' as const), slots: { ...kept, ...call } }
  if (call.strike !== null) return { intent: asks ?? ('trade' as const), slots: { ...kept, ...call } }
  const namesCall = slots.days ?? slots.delta ?? slots.expiration ?? slots.otmPct
  return {
    intent: asks === 'screen' || asks === null ? (namesCall === null ? ('stock' as const) : ('calls' as const)) : asks,
    slots: mergeSlots(kept, { ...slots, count: null, sort: null, order: null }),
  }
}
