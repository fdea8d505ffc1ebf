import { type EventKind, eventNames } from '../../../turn/types.ts'
import { pointOf } from '../reading/slots.ts'
import { listMembers } from '../reading/words/industries.ts'
import { countOf, dueIn, explain, isKnown, listRows, type Row, say } from '../replies.ts'
import type { Answered, Reply, Session } from '../session.ts'
import { explainStock } from './calls/calls.ts'
import { findClosest } from './calls/terms.ts'
import { describeStockFigures, listStockFigures } from './stocks/stock-figures.ts'

const MAX_EVENTS = 6
export const FAR_DAYS = 120
const MS_PER_DAY = 86_400_000
const MAX_OF_SECTOR = 8
/** As many as the dates of one request. */
const MAX_OF_INDUSTRY = 20

const kindWords = [
  [/\bearnings\b|\breport/u, 'earnings'],
  [/\bdividend|\bex-?\s?div|\bex\b/u, 'ex_dividend'],
  [/\bexpir/u, 'expiry'],
] as const
const CROSSES = /\bcross\w*|\b(?:go|run|hold|held|sit) (?:\w+ )?(?:through|over|across)\b|\bspan|\bcaught\b|\bboth\b/u
const ASKS_AMOUNT = /\bhow much\b|\bamounts?\b|\byields?\b|\bwhat does it pay|\bpay out\b|\bper share\b|\bsize\b/u
const ASKS_WEEK = /\bsame (?:week|day)\b/u
const ASKS_WHEN = /^(?:(?:and|ok|okay|so) )*(?:when|what date|what day)\b/u
const COMES_FIRST = /\b(?:comes?|goes|is|happens?|reports?) (?:up )?(?:first|sooner|earlier)\b|\bbefore or after\b/u
const MONTHLY = /\b(?:monthly|monthlies|opex)\b/u
/** The source gives dates without saying how sure they are. */
export const CERTAINTY = 'The source does not say whether the company has confirmed an earnings date.'
const NO_SESSION = 'The source does not say whether the report comes before the open or after the close.'
const ASKS_SESSION =
  /\b(?:before|after) (?:the )?(?:market |opening |closing )?(?:open|opens|bell|close|closes|hours)\b|\bpre-?market\b|\bamc\b|\bbmo\b|\bmorning\b|\bevening\b/u
const BUYS = /\b(?:buy|buying|bought|purchase)\b|\bin time\b|\bstill (?:get|catch|qualify)\b|\btoo late\b/u
const DEADLINE =
  /\b(?:until when|by when|how long|last (?:day|date|chance|moment)|latest|deadline|must|(?:have|need) to (?:own|buy|hold|be|have))\b/u

interface Shown {
  readonly row: Row
  readonly index: number
}

export async function answerDates(session: Session, named: readonly string[]): Promise<Reply> {
  const { question, today, ask } = session
  const { slots, text } = question
  const symbols = named.length > 0 ? named : await listOfSector(session)
  const until =
    slots.expiration === null || slots.expiration <= today
      ? null
      : Math.round((Date.parse(slots.expiration) - Date.parse(today)) / MS_PER_DAY)
  const kinds = kindWords.flatMap(([words, kind]) =>
    words.test(text) && (kind !== 'expiry' || symbols.length === 0) ? [kind] : [],
  )
  const span = slots.days?.most ?? slots.days?.least ?? null
  const found = await ask('upcoming_events', {
    symbols: symbols.length === 0 ? null : symbols,
    kind: kinds.length === 1 ? kinds[0] : null,
    days: symbols.length === 0 ? (until ?? span) : Math.max(until ?? 0, span ?? 0, FAR_DAYS),
  })
  if (!found.ok) return explain(found)
  const [symbol, ...others] = symbols
  const hasTerm = pointOf(slots.days) !== null || until !== null
  if (symbol !== undefined && others.length === 0 && hasTerm && CROSSES.test(text))
    return answerCrossing(session, symbol, found)
  if (
    symbol !== undefined &&
    others.length === 0 &&
    (BUYS.test(text) || DEADLINE.test(text)) &&
    kinds.includes('ex_dividend')
  )
    return judgeInTime(session, symbol, found)
  const isSought = (kind: unknown) => kinds.length === 0 || kinds.some((one) => one === kind)
  const shown = listRows(found.result)
    .flatMap((row, index) => (isSought(row.kind) ? [{ row, index }] : []))
    // "Earnings before expiration" asks for the earnings.
    .toSorted(
      (a, b) =>
        Number(kinds.length > 1 && a.row.kind === 'expiry') - Number(kinds.length > 1 && b.row.kind === 'expiry'),
    )
  const monthly = await describeMonthly(session, until)
  const notes = [
    ...(await describeOthers(session, symbols)),
    ...describeDividend(found, shown, text),
    ...(monthly === null ? [] : [monthly]),
    ...(ASKS_WHEN.test(text) && until !== null && shown[0] !== undefined && question.isCarried
      ? [`That is ${Number(shown[0].row.days) <= until ? 'before' : 'after'} the expiration of the call.`]
      : []),
    ...(shown.some(({ row }) => row.kind === 'earnings') ? [ASKS_SESSION.test(text) ? NO_SESSION : CERTAINTY] : []),
  ]
  return say(
    [
      `${symbols.length === 1 ? judgeBefore(shown[0], until ?? (/^(?:does|do|is|are|will|has|have|any)\b/u.test(text) ? span : null), text) : ''}${listEvents(found, shown, session, kinds)}`,
      notes.join(' '),
      shown.length > MAX_EVENTS ? `The card lists all of them, through ${found.at('until')}.` : null,
    ],
    found,
  )
}

/** Until when shares must be bought for the next dividend, and whether those bought on the day of the message get it. */
async function judgeInTime(session: Session, symbol: string, found: Answered): Promise<Reply> {
  const { question, today, ask } = session
  const rows = listRows(found.result)
  const index = rows.findIndex(({ kind }) => kind === 'ex_dividend')
  if (index < 0)
    return say([`No ex-dividend date is known for ${symbol} through ${found.at('until')}, so I cannot say.`], found)
  const exDate = String(rows[index]?.date)
  const calendar = await ask('market_status', { date: exDate, from: null })
  const last = calendar.ok ? calendar.at('previous_trading_day') : 'the trading day before'
  const date = `${found.at(`rows.${index}.date`)}, ${dueIn(found.at(`rows.${index}.days`), rows[index]?.days)}`
  const isInTime = (question.slots.expiration ?? today) < exDate
  const deadline = `Own ${symbol} at the close of ${last} to get the next dividend: that is the trading day before the ex-dividend date, ${date}.`
  return say(
    [
      DEADLINE.test(question.text)
        ? deadline
        : isInTime
          ? `Yes, in time for the next dividend of ${symbol}: the ex-dividend date is ${date}, so ${last} is the last day to buy.`
          : `No: the next ex-dividend date of ${symbol} is ${date}, and shares bought on that day or later do not get the dividend.`,
      'Shares sold on the ex-dividend date or later still get it.',
      describeDividend(found, [{ row: rows[index] ?? {}, index }], `${question.text} dividend how much`).join(' '),
    ],
    found,
  )
}

/** Figures of the stock that the message asks for beside its dates, such as the rating. */
async function describeOthers({ question, ask }: Session, symbols: readonly string[]): Promise<string[]> {
  const [symbol, ...others] = symbols
  const asked = listStockFigures(question.text).filter(
    ({ name }) => !['earnings', 'ex-dividend date', 'dividend yield'].includes(name),
  )
  if (symbol === undefined || others.length > 0 || asked.length === 0) return []
  const found = await ask('stock_snapshot', { symbol })
  return found.ok ? [`${found.at('symbol')}: ${describeStockFigures(asked, found)}.`] : []
}

function listEvents(
  found: Answered,
  shown: readonly Shown[],
  { question: { slots, text } }: Session,
  kinds: readonly EventKind[],
): string {
  const { at, result } = found
  const whose =
    slots.stocks.length === 0 && slots.sector === null
      ? 'your positions'
      : (Array.isArray(result.symbols) ? result.symbols : []).map((_symbol, index) => at(`symbols.${index}`)).join(', ')
  if (shown.length === 0)
    return `No ${kinds.length === 0 ? 'event' : kinds.map((kind) => eventNames[kind]).join(' or ')} is known for ${whose} through ${at('until')}.`
  if (ASKS_WEEK.test(text)) return groupByWeek(found, shown)
  return `${shown
    .slice(0, MAX_EVENTS)
    .map((one) => describeEvent(found, one))
    .join('; ')}.`
}

/** Yes or no, or which comes first, if the message names a day. */
function judgeBefore(first: Shown | undefined, until: number | null, text: string): string {
  if (until === null || first === undefined || ASKS_WHEN.test(text)) return ''
  const isBefore = Number(first.row.days) <= until
  if (COMES_FIRST.test(text))
    return `${isBefore ? `The ${eventNames[first.row.kind as EventKind]} comes first` : 'That expiration comes first'}: `
  return isBefore ? 'Yes, before then: ' : 'No, not before then: '
}

function describeEvent({ at }: Answered, { row, index }: Shown): string {
  const strike = isKnown(row.strike) ? ` of the ${at(`rows.${index}.strike`)} call` : ''
  return `${at(`rows.${index}.symbol`)} ${eventNames[row.kind as EventKind]}${strike} on ${at(`rows.${index}.date`)}, ${dueIn(at(`rows.${index}.days`), row.days)}`
}

/** The largest stocks of a sector that the message names instead of stocks. */
async function listOfSector({ question: { slots, intent }, ask }: Session): Promise<readonly string[]> {
  if ((slots.sector === null && slots.industries.length === 0) || intent !== 'dates') return []
  if (slots.industries.length > 0) return listMembers(slots.industries).slice(0, MAX_OF_INDUSTRY)
  const found = await ask('top_covered_call_stocks', {
    sector: slots.sector,
    sort_by: 'market_cap',
    limit: MAX_OF_SECTOR,
  })
  return found.ok ? listRows(found.result).flatMap(({ symbol }) => (typeof symbol === 'string' ? [symbol] : [])) : []
}

/** Amount and yield of the dividend, if the question asks for them. */
function describeDividend({ at, result }: Answered, shown: readonly Shown[], text: string): string[] {
  if (!ASKS_AMOUNT.test(text) || !/\bdividend|\bex\b|\bex-|\byield/u.test(text)) return []
  const next = shown.find(({ row }) => row.kind === 'ex_dividend')
  const amount =
    next !== undefined && isKnown(next.row.dividend)
      ? `The dividend is ${at(`rows.${next.index}.dividend`)} a share.`
      : 'The amount of the next dividend is not in the data.'
  return [amount, ...(isKnown(result.dividend_yield) ? [`Dividend yield ${at('dividend_yield')} a year.`] : [])]
}

/** The monthly expiration that the question compares with. */
async function describeMonthly({ question, ask }: Session, until: number | null): Promise<string | null> {
  if (until === null || !MONTHLY.test(question.text)) return null
  const found = await ask('market_status', { date: question.slots.expiration, from: null })
  return found.ok
    ? `The monthly expiration is ${found.at('date')}, ${dueIn(found.at('days'), found.result.days)}.`
    : null
}

/** Whether a call of the given term includes the next earnings and the next ex-dividend date. */
async function answerCrossing({ question, ask }: Session, symbol: string, found: Answered): Promise<Reply> {
  const listed = await ask('list_expirations', { symbol })
  if (!listed.ok) return explainStock(listed, question)
  const rows = listRows(listed.result)
  const wanted = pointOf(question.slots.days)
  const distance = (row: Row) =>
    wanted === null
      ? Math.abs(Date.parse(String(row.date)) - Date.parse(String(question.slots.expiration)))
      : Math.abs(Number(row.days) - wanted)
  const best = findClosest(rows, distance)
  const term = rows[best]?.days
  const asked = (['earnings', 'ex_dividend'] as const).filter((kind) =>
    kindWords.some(([words, one]) => one === kind && words.test(question.text)),
  )
  const parts = (asked.length === 0 ? (['earnings', 'ex_dividend'] as const) : asked).map((kind) => {
    const index = listRows(found.result).findIndex((row) => row.kind === kind)
    const row = listRows(found.result)[index]
    const day = row === undefined ? 'no date is known' : found.at(`rows.${index}.date`)
    const isInside = row !== undefined && Number(row.days) <= Number(term)
    return { isInside, words: `${kind === 'earnings' ? 'earnings' : 'the ex-dividend date'} (${day})` }
  })
  const names = (isInside: boolean) =>
    parts.flatMap((part) => (part.isInside === isInside ? [part.words] : [])).join(' and ')
  const crossed = parts.filter(({ isInside }) => isInside).length
  const call = `the ${listed.at('symbol')} calls expiring ${listed.at(`rows.${best}.date`)} (${countOf(listed.at(`rows.${best}.days`), term, 'day')})`
  const answer =
    parts.length === 1
      ? crossed === 1
        ? `Yes: ${call} cross ${names(true)}.`
        : `No: ${call} do not cross ${names(false)}.`
      : crossed === 0
        ? `Neither: ${call} do not cross ${names(false)}.`
        : crossed === 1
          ? `Only one: ${call} cross ${names(true)}, not ${names(false)}.`
          : `Both: ${call} cross ${names(true)}.`
  return say([answer, asked.includes('earnings') ? CERTAINTY : null], found)
}

/** Stocks whose events fall in the same week. */
function groupByWeek({ at }: Answered, shown: readonly Shown[]): string {
  // 1970-01-05 was a Monday.
  const weekOf = ({ row }: Shown) => Math.floor((Date.parse(String(row.date)) / MS_PER_DAY - 4) / 7)
  const groups = [...new Set(shown.map(weekOf))]
    .map((week) => shown.filter((one) => weekOf(one) === week))
    .filter((group) => group.length > 1)
  const list = (group: readonly Shown[]) =>
    group.map(({ index }) => `${at(`rows.${index}.symbol`)} on ${at(`rows.${index}.date`)}`).join(', ')
  return groups.length === 0
    ? `No two in the same week: ${list(shown.slice(0, MAX_EVENTS))}.`
    : `In the same week: ${groups.map(list).join('; in another week: ')}.`
}
