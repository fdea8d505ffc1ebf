import { eventNames } from '../../../../turn/types.ts'
import { findDays } from '../../reading/dates/days.ts'
import { pointOf, type Slots } from '../../reading/slots.ts'
import { countOf, dueIn, explain, listRows, say } from '../../replies.ts'
import type { Answered, Reply, Session } from '../../session.ts'
import { CERTAINTY, FAR_DAYS } from '../dates.ts'
import { explainStock } from './calls.ts'
import { findClosest } from './terms.ts'

const MAX_LISTED = 8
const KIND_WORDS = /\b(?:weekl\w+|monthl\w+)\b/gu
/** The last expiration before a company's event, or the first one after it. */
async function answerAtEvent(
  { question, ask }: Session,
  event: string,
  symbol: string,
  listed: Answered,
): Promise<Reply> {
  const kind = /earnings/u.test(event) ? 'earnings' : 'ex_dividend'
  const found = await ask('upcoming_events', { symbols: [symbol], kind, days: FAR_DAYS })
  if (!found.ok) return explain(found)
  const [next] = listRows(found.result)
  if (next === undefined)
    return say([`No ${eventNames[kind]} is known for ${listed.at('symbol')} through ${found.at('until')}.`], listed)
  const rows = listRows(listed.result)
  const isLast = !/\bafter\b/u.test(question.text)
  const place = isLast
    ? rows.findLastIndex(({ days }) => Number(days) < Number(next.days))
    : rows.findIndex(({ days }) => Number(days) > Number(next.days))
  const day = `the next ${kind === 'earnings' ? 'earnings date' : 'ex-dividend date'}, ${found.at('rows.0.date')} (${dueIn(found.at('rows.0.days'), next.days)})`
  const words = isLast ? 'last expiration before' : 'first expiration after'
  const row = `rows.${place}`
  return say(
    [
      place < 0
        ? `${listed.at('symbol')} has no expiration ${isLast ? 'before' : 'after'} ${day}.`
        : `${listed.at('symbol')}: the ${words} ${day}, is ${listed.at(`${row}.date`)} (${countOf(listed.at(`${row}.days`), rows[place]?.days, 'day')}, ${listed.at(`${row}.kind`)}).`,
      kind === 'earnings' ? CERTAINTY : null,
    ],
    listed,
  )
}

/** Words that make a date an end or a start rather than the date that is asked about. */
const SPAN =
  /\b(?:between|from|until|till|through|by|before|up to|to|after|past|beyond|since)(?: now and| now to| the)* ¤/u

function isAsked(date: string, { expiration, otherDate, isMonth }: Slots, span: string): boolean {
  if (expiration === null) return true
  if (otherDate !== null)
    return span === '' || isMonth
      ? [expiration, otherDate].some((one) => (isMonth ? date.slice(0, 7) === one.slice(0, 7) : date === one))
      : date >= expiration && date <= otherDate
  if (span !== '') return date <= expiration
  return isMonth ? date.startsWith(expiration.slice(0, 7)) : date === expiration
}

export async function answerExpirations(session: Session, symbol: string): Promise<Reply> {
  const { question, today, ask } = session
  const found = await ask('list_expirations', { symbol })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const { days, event } = question.slots
  const span = SPAN.exec(findDays(question.text, today).text)?.[0] ?? ''
  if (event !== null) return answerAtEvent(session, event, symbol, found)
  const wanted = /\bweekl/u.test(question.text) ? 'weekly' : /\bmonthl/u.test(question.text) ? 'monthly' : null
  // In "weeklies in January", the time is January.
  const [explicit] = wanted === null ? [] : findDays(question.text.replace(KIND_WORDS, ' '), today).days
  const named =
    explicit === undefined || question.slots.otherDate === null
      ? question.slots
      : { ...question.slots, expiration: explicit.date, otherDate: null, isMonth: explicit.kind === 'month' }
  const { expiration } = named
  const rows = listRows(result)
  const chosen = rows.flatMap((row, index) => {
    const isNamed = isAsked(String(row.date), named, span)
    const isIn =
      days === null ||
      wanted !== null ||
      (Number(row.days) >= (days.least ?? 0) && Number(row.days) <= (days.most ?? Number.POSITIVE_INFINITY))
    return (wanted === null || row.kind === wanted || (expiration !== null && !named.isMonth)) && isNamed && isIn
      ? [index]
      : []
  })
  const point = pointOf(days)
  const nearest =
    point === null || wanted !== null ? null : findClosest(rows, ({ days: left }) => Math.abs(Number(left) - point))
  const all =
    nearest !== null ? [nearest] : chosen.length > 0 || wanted !== null ? chosen : rows.map((_row, index) => index)
  const shown = /\b(?:furthest|farthest|latest|longest|last|how far out)\b/u.test(question.text) ? all.slice(-1) : all
  const describe = (index: number) =>
    `${at(`rows.${index}.date`)} (${countOf(at(`rows.${index}.days`), rows[index]?.days, 'day')}, ${at(`rows.${index}.kind`)})`
  const yes = /^(?:does|do|is|are|has|have)\b/u.test(question.text) ? 'Yes: ' : ''
  if (shown.length === 0) return say([`No: ${at('symbol')} has no listed ${wanted} expirations.`], found)
  return say(
    [
      `${yes}${at('symbol')} expires on ${shown.slice(0, MAX_LISTED).map(describe).join('; ')}.`,
      shown.length > MAX_LISTED ? 'The card lists all of them.' : null,
    ],
    found,
  )
}
