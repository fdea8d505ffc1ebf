import { addDays } from '@callwright/scoring'
import { middleOf, pointOf, type Range } from '../../reading/slots.ts'
import { countOf, listRows, type Row } from '../../replies.ts'
import type { Answered, Refused, Session } from '../../session.ts'

/** Allowed distance from a single requested number of days. */
const DAYS_REACH = 7
const AHEAD_DAYS = 120
const WEEK = 7

/** An expiration that answers the message, with a note if it is not exactly what the message asks for. */
export interface Term {
  readonly date: string
  readonly note: string | null
}

export function readDays(days: Range | null): { least: number | null; most: number | null } {
  const single = pointOf(days)
  return single === null
    ? { least: days?.least ?? null, most: days?.most ?? null }
    : { least: Math.max(0, single - DAYS_REACH), most: single + DAYS_REACH }
}

/** Index of the row with the least distance. */
export const findClosest = (rows: readonly Row[], distance: (row: Row) => number) =>
  rows.reduce((found, row, index) => (distance(row) < distance(rows[found] ?? {}) ? index : found), 0)

const FURTHEST =
  /\b(?:longest|furthest|farthest|latest)[- ]?(?:dated |out |listed |available )*(?:expir\w+|calls?|dates?|options?|dated)\b/u
const MONTHLY = /\bmonthl(?:y|ies)\b(?! (?:income|premiums?|returns?|yields?|basis|pay|check|cash))/u
/** Days of the word "monthly" alone. */
const MONTH = 30

/** The expiration that the message names by its kind: the furthest one, or the monthly one about a month out. */
async function chooseKind({ question, ask }: Session, symbol: string): Promise<Term | Refused | null> {
  const { slots, text } = question
  const isMonthly = slots.expiration === null && pointOf(slots.days) === MONTH && MONTHLY.test(text)
  const isFurthest = slots.event === null && FURTHEST.test(text)
  if (!isMonthly && !isFurthest) return null
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const rows = listRows(listed.result)
  const kept = isFurthest ? rows.slice(-1) : rows.filter(({ kind }) => kind === 'monthly')
  const best = kept[findClosest(kept, ({ days }) => Math.abs(Number(days) - MONTH))]
  return best === undefined ? null : { date: String(best.date), note: null }
}

/** The listed expiration for the requested date, with a note if it is another one; null if no date is requested. */
export async function chooseExpiration(
  session: Session,
  symbol: string,
  wanted = session.question.slots.expiration,
): Promise<Term | Refused | null> {
  const { question, today, ask } = session
  const ofKind = wanted === question.slots.expiration ? await chooseKind(session, symbol) : null
  if (ofKind !== null) return ofKind
  const isThisWeek = wanted === today && /\bweek/u.test(question.text)
  if (wanted === null || (wanted === today && !isThisWeek)) return null
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const rows = listRows(listed.result).filter(({ days }) => !isThisWeek || Number(days) > 0)
  const first = listRows(listed.result).length - rows.length
  // A call of today's expiration cannot be sold any more: "this week's" is then the next one.
  const target = isThisWeek ? addDays(today, WEEK) : wanted
  if (rows.some(({ date }) => date === target)) return { date: target, note: null }
  const best = findClosest(rows, ({ date }) => Math.abs(Date.parse(String(date)) - Date.parse(target)))
  return {
    date: String(rows[best]?.date),
    note: `The nearest listed expiration is ${listed.at(`rows.${first + best}.date`)}.`,
  }
}

/**
 * The listed expiration nearest to the requested days if none lies in their range, or always with `isOne`; else null.
 */
export async function chooseNearestTerm(
  { question, ask }: Session,
  symbol: string,
  isOne = false,
): Promise<Term | Refused | null> {
  const { least, most } = readDays(question.slots.days)
  if (least === null && most === null) return null
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return listed
  const rows = listRows(listed.result)
  const isIn = ({ days }: Row) => Number(days) >= (least ?? 0) && Number(days) <= (most ?? Number.POSITIVE_INFINITY)
  const hasListed = rows.some(isIn)
  if (hasListed && !isOne) return null
  const middle = middleOf({ least, most }) ?? 0
  const best = findClosest(rows, ({ days }) => Math.abs(Number(days) - middle))
  const days = countOf(listed.at(`rows.${best}.days`), rows[best]?.days, 'day')
  if (hasListed) return { date: String(rows[best]?.date), note: null }
  return {
    date: String(rows[best]?.date),
    note: `No expiration is listed in that range; the nearest is ${listed.at(`rows.${best}.date`)} (${days}).`,
  }
}

/** Days to expiration before or after a company event, as the message asks. */
export interface EventSpan {
  readonly least: number | null
  readonly most: number | null
  /** When the event is, and what that means for the calls. */
  readonly day: string | null
  readonly note: string
}

export async function findEventSpan({ question, ask }: Session, symbol: string): Promise<EventSpan | null> {
  const { event } = question.slots
  if (event === null) return null
  const kind = /earnings/u.test(event) ? 'earnings' : 'ex_dividend'
  const found = await ask('upcoming_events', { symbols: [symbol], days: AHEAD_DAYS, kind })
  const name = kind === 'earnings' ? 'earnings date' : 'ex-dividend date'
  const [next] = found.ok ? listRows(found.result) : []
  if (!found.ok || next === undefined)
    return {
      least: null,
      most: null,
      day: null,
      note: `No upcoming ${name} is known for ${symbol}, so I did not filter by it.`,
    }
  const days = Number(next.days)
  const isAfter = event.startsWith('After')
  const day = `The next ${name} is ${found.at('rows.0.date')}`
  return {
    least: isAfter ? days + 1 : null,
    most: isAfter ? null : Math.max(0, days - 1),
    day,
    note: `${day}; these calls expire ${isAfter ? 'after' : 'before'} it.`,
  }
}

const IS_NEXT =
  /\b(?:first|last|next|latest|soonest|nearest|closest|furthest|farthest|longest|right|just|immediately)\b/u

/** The listed expiration next to a company event, if the message asks for the one just before or after it. */
export async function chooseAtEvent(
  { question, ask }: Session,
  symbol: string,
  span: EventSpan | null,
): Promise<string | null> {
  if (span === null || (span.least ?? span.most) === null || !IS_NEXT.test(question.text)) return null
  const listed = await ask('list_expirations', { symbol })
  const rows = listed.ok ? listRows(listed.result) : []
  const row =
    span.least === null
      ? rows.findLast(({ days }) => Number(days) <= Number(span.most))
      : rows.find(({ days }) => Number(days) >= Number(span.least))
  return row === undefined ? null : String(row.date)
}

/** Company dates within the term of a call. They decide more often than the premium whether a call is worth selling. */
export function describeDates({ at, result }: Answered, expiration: unknown): string {
  const last = String(expiration)
  const within = (name: string) => typeof result[name] === 'string' && String(result[name]) <= last
  const after = (name: string) =>
    typeof result[name] === 'string' ? `next ${at(name)}, after it expires` : 'date unknown'
  return [
    within('earnings_date')
      ? `Earnings on ${at('earnings_date')} are before it expires.`
      : `Earnings: ${after('earnings_date')}.`,
    within('ex_dividend_date')
      ? `Ex-dividend on ${at('ex_dividend_date')}, before it expires.`
      : `Ex-dividend: ${after('ex_dividend_date')}.`,
  ].join(' ')
}
