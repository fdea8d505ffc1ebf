import {
  type Answered,
  countOf,
  dueIn,
  eventNames,
  explain,
  listRows,
  type Reply,
  type Row,
  type Session,
  say,
} from '../session.ts'
import { explainStock } from './calls.ts'
import { CERTAINTY, FAR_DAYS } from './dates.ts'

const ALL = /^(?!.*\b(?:first|last|next|nearest|right)\b).*\b(?:expirations|dates)\b/u
const UNTIL = /\b(?:until|till|through|up to|by|before|to the end of)\b/u

const MAX_SHOWN = 8
interface AtEvent extends Pick<Session, 'ask'> {
  readonly event: string
  readonly isLast: boolean
  /** Whether the message asks for all of them. */
  readonly isAll: boolean
  readonly until: string | null
}

/** The last expiration before a company's event, or the first one after it. */
async function answerAtEvent(
  { ask, event, isLast, isAll, until }: AtEvent,
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
  const fits = ({ days, date }: Row) =>
    (isLast ? Number(days) < Number(next.days) : Number(days) > Number(next.days)) &&
    (until === null || String(date) <= until)
  const all = rows.flatMap((row, index) => (fits(row) ? [index] : []))
  if (isAll && all.length > 1)
    return say(
      [
        `${listed.at('symbol')} expirations ${isLast ? 'before' : 'after'} the next ${kind === 'earnings' ? 'earnings date' : 'ex-dividend date'}, ${found.at('rows.0.date')}: ${all
          .slice(0, MAX_SHOWN)
          .map((index) => listed.at(`rows.${index}.date`))
          .join(', ')}.`,
        kind === 'earnings' ? CERTAINTY : null,
      ],
      listed,
    )
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

export async function answerExpirations({ question, ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('list_expirations', { symbol })
  if (!found.ok) return explainStock(found, question)
  const { at, result } = found
  const { expiration, isMonth, days, event } = question.slots
  if (event !== null)
    return answerAtEvent(
      { ask, event, isLast: !/\bafter\b/u.test(question.text), isAll: ALL.test(question.text), until: expiration },
      symbol,
      found,
    )
  const wanted = /\bweekl/u.test(question.text)
    ? 'weekly'
    : /\bmonthl/u.test(question.text)
      ? 'monthly'
      : /\bleaps?\b/u.test(question.text)
        ? 'leaps'
        : null
  const rows = listRows(result)
  const chosen = rows.flatMap((row, index) => {
    const isNamed =
      expiration === null
        ? true
        : isMonth && !UNTIL.test(question.text)
          ? String(row.date).startsWith(expiration.slice(0, 7))
          : UNTIL.test(question.text)
            ? String(row.date) <= expiration
            : row.date === expiration
    const isIn =
      days === null ||
      wanted !== null ||
      (Number(row.days) >= (days.least ?? 0) && Number(row.days) <= (days.most ?? Number.POSITIVE_INFINITY))
    return (wanted === null || row.kind === wanted || expiration !== null) && isNamed && isIn ? [index] : []
  })
  const all = chosen.length > 0 || wanted !== null ? chosen : rows.map((_row, index) => index)
  const shown = /\b(?:furthest|farthest|latest|longest|last)\b/u.test(question.text) ? all.slice(-1) : all
  const describe = (index: number) =>
    `${at(`rows.${index}.date`)} (${countOf(at(`rows.${index}.days`), rows[index]?.days, 'day')}, ${at(`rows.${index}.kind`)})`
  const yes = /^(?:does|do|is|are|has|have)\b/u.test(question.text) ? 'Yes: ' : ''
  if (shown.length === 0) return say([`No: ${at('symbol')} has no listed ${wanted} expirations.`], found)
  return say(
    [
      `${yes}${at('symbol')} expires on ${shown.slice(0, MAX_SHOWN).map(describe).join('; ')}.`,
      shown.length > MAX_SHOWN ? 'The card lists all of them.' : null,
    ],
    found,
  )
}
