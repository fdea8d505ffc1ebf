import { daysBetween, earlyCloses, marketHolidays } from '@callwright/scoring'
import {
  type Answered,
  countOf,
  dueIn,
  type EventKind,
  eventNames,
  explainFailure,
  listRows,
  type Reply,
  type Row,
  type Session,
  say,
  showCall,
} from '../session.ts'

const MAX_SHOWN = 10

export async function answerMarket({ said, ask }: Session): Promise<Reply> {
  const found = await ask('market_status', { date: findDayOfMonth(said) ?? said.slots.date ?? findNextHoliday(said) })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  return say(
    [
      describeDay(found),
      /\bbefore\b/u.test(said.text) ? `The previous trading day is ${at('previous_trading_day')}.` : null,
      result.early_close === true ? `The market closes early that day, at ${at('closes')}.` : null,
      result.state === 'closed' || result.state === 'after_close'
        ? `The next trading day is ${at('next_trading_day')}.`
        : null,
      typeof result.delay_minutes === 'number' && result.delay_minutes > 0
        ? `Prices are delayed by ${at('delay_minutes')} minutes.`
        : null,
    ],
    showCall(found),
  )
}

/** Finds the holiday or half day in the named month; null if no month was named. */
function findDayOfMonth({ text, today, slots: { date, dateKind } }: Session['said']): string | null {
  if (dateKind !== 'month' || date === null || /\bopex\b|\bexpir|\bwitching\b/u.test(text)) return null
  const year = Number(date.slice(0, 4))
  const isHalf = /\bhalf\b|\bearly\b|\bshort/u.test(text)
  const days = isHalf ? earlyCloses(year) : marketHolidays(year)
  return days.find((day) => day.date >= today && day.date.slice(0, 7) === date.slice(0, 7))?.date ?? null
}

/** Finds the date of "the next holiday"; null for other questions. */
function findNextHoliday({ text, today }: Session['said']): string | null {
  if (!/\b(?:next|upcoming|coming)\b.*\bholidays?\b|\bwhen\b.*\bholidays?\b/u.test(text)) return null
  const year = Number(today.slice(0, 4))
  return [year, year + 1].flatMap(marketHolidays).find(({ date }) => date > today)?.date ?? null
}

function describeDay({ at, result }: Answered): string {
  const hours = `${at('opens')} to ${at('closes')}`
  switch (result.state) {
    case 'open':
      return `The market is open now. Trading hours today: ${hours}.`
    case 'before_open':
      return `The market is not open yet. Trading hours today: ${hours}.`
    case 'after_close':
      return `The market is closed for today. Trading hours were ${hours}.`
    case 'trading_day':
      return `On ${at('date')}, the market is open from ${hours}.`
    default:
      return typeof result.holiday === 'string'
        ? `The market is closed on ${at('date')}: ${at('holiday')}.`
        : `The market is closed on ${at('date')}, a weekend.`
  }
}

export async function answerExpirations({ said, ask }: Session, symbol: string): Promise<Reply> {
  const found = await ask('list_expirations', { symbol })
  if (!found.ok) return explainFailure(found, (other) => `Which expirations does ${other} have?`)
  const { at, result } = found
  const rows = listRows(result)
  const wanted = /\bweekl/u.test(said.text) ? 'weekly' : /\bmonthl/u.test(said.text) ? 'monthly' : null
  const fits = (row: Row) => (wanted === null || row.kind === wanted) && isNamed(row, said.slots)
  const chosen = rows.flatMap((row, index) => (fits(row) ? [index] : []))
  const shown = chosen.length > 0 || wanted !== null ? chosen : rows.map((_row, index) => index)
  return say(
    [
      shown.length === 0 ? `${at('symbol')} has no listed ${wanted} expirations.` : `${at('symbol')} expirations:`,
      ...shown.slice(0, MAX_SHOWN).map((index) => {
        const note = rows[index]?.note === null ? '' : `, ${at(`rows.${index}.note`)}`
        return `- ${at(`rows.${index}.date`)}: ${countOf(at(`rows.${index}.days`), rows[index]?.days, 'day')}, ${at(`rows.${index}.kind`)}${note}.`
      }),
    ],
    showCall(found),
  )
}

function isNamed({ date }: Row, { date: named, dateKind, days }: Session['said']['slots']): boolean {
  if (dateKind === 'month' && named !== null) return String(date).slice(0, 7) === named.slice(0, 7)
  return dateKind === 'day' && named !== null && days === null ? date === named : true
}

const eventWords: readonly (readonly [RegExp, EventKind])[] = [
  [/\bearnings\b|\breport/u, 'earnings'],
  [/\bdividend|\bex-?div/u, 'ex_dividend'],
  [/\bexpir/u, 'expiry'],
]

export async function answerEvents({ said, ask }: Session, symbols: readonly string[]): Promise<Reply> {
  const { days, date } = said.slots
  const until = date === null || date <= said.today ? null : daysBetween(said.today, date)
  const kinds = eventWords.flatMap(([words, kind]) =>
    words.test(said.text) && (kind !== 'expiry' || symbols.length === 0) ? [kind] : [],
  )
  const found = await ask('upcoming_events', {
    symbols: symbols.length === 0 ? null : symbols,
    kind: kinds.length === 1 ? kinds[0] : null,
    days:
      (until === null || symbols.length === 0 ? until : Math.max(until, FAR_DAYS)) ??
      days?.most ??
      days?.least ??
      (symbols.length === 0 ? null : FAR_DAYS),
  })
  if (!found.ok) return explainFailure(found)
  const { at, result } = found
  const rows = listRows(result)
  const whose =
    symbols.length === 0 ? 'your positions' : symbols.map((_symbol, index) => at(`symbols.${index}`)).join(', ')
  const sought = kinds.length === 0 ? ['event'] : kinds.map((kind) => eventNames[kind])
  const isSought = ({ kind }: Row) => kinds.length === 0 || kinds.includes(kind as EventKind)
  const shown = rows.flatMap((row, index) => (isSought(row) ? [{ row, index }] : []))
  return say(
    [
      shown.length === 0
        ? `No ${sought.join(' or ')} found for ${whose} through ${at('until')}.`
        : `Through ${at('until')}:`,
      ...shown.slice(0, MAX_SHOWN).map(({ row, index }) => {
        const what = eventNames[row.kind as EventKind]
        const strike = row.strike === null ? '' : ` of the ${at(`rows.${index}.strike`)} call`
        return `- ${at(`rows.${index}.symbol`)}: ${what}${strike} on ${at(`rows.${index}.date`)}, ${dueIn(at(`rows.${index}.days`), row.days)}.`
      }),
    ],
    showCall(found),
  )
}

/** Days to look ahead for a named stock's events, enough to reach the next one. */
const FAR_DAYS = 120
