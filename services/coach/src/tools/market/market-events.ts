import { nullable, type Success } from '@callwright/contracts'
import {
  addDays,
  CALENDAR_START,
  countTradingDays,
  daysBetween,
  earlyCloses,
  expirationKind,
  holidayName,
  isCalendarDay,
  isThirdFriday,
  isTradingDay,
  isWeekend,
  marketHolidays,
  newYorkDate,
  nextTradingDay,
  optionExpirationFor,
  previousTradingDay,
  sessionOf,
  weekday,
} from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { eventKinds } from '../../turn/types.ts'
import { readChain } from '../options/chains.ts'
import {
  type Ask,
  count,
  date,
  days,
  defineTool,
  maybe,
  maybeDate,
  maybeDays,
  readStamp,
  type StampedAnswer,
  symbol,
  Unanswerable,
} from '../tool.ts'
import { tryFetch } from './stock-snapshot.ts'

const DEFAULT_DAYS = 45
const MAX_SYMBOLS = 20
/** Each stock that is not in the screener needs its own request. */
const MAX_SINGLE_REQUESTS = 5
const MAX_ROWS = 100

const eventKind = Type.Enum(eventKinds)

const row = Type.Object({
  symbol: Type.String(),
  kind: eventKind,
  date,
  days: days('From today'),
  strike: maybe.usd('Strike of the expiring call'),
  dividend: maybe.usd('Declared amount; null if unknown'),
})
type Row = Static<typeof row>
type Event = Omit<Row, 'days'>

export const upcomingEvents = defineTool({
  name: 'upcoming_events',
  description:
    'Upcoming earnings and ex-dividend dates of the given symbols; without symbols, of the user’s positions, with their expirations.',
  args: {
    symbols: Type.Union([Type.Array(symbol, { minItems: 1, maxItems: MAX_SYMBOLS }), Type.Null()]),
    days: maybeDays('Days ahead; default 45'),
    kind: nullable(
      Type.Enum(eventKinds, { description: 'Only this kind; expirations are those of the user’s own calls' }),
    ),
  },
  result: {
    symbols: Type.Array(Type.String()),
    until: date,
    dividend_yield: maybe.pct('Annual, of a single stock'),
    rows: Type.Array(row),
  },
  run: async ({ symbols: asked, days: span, kind }, { ask, asOf }) => {
    if (asked !== null && kind === 'expiry') {
      throw new Unanswerable('NOT_FOUND', 'Use list_expirations for the expirations of a stock.')
    }
    const found = asked === null ? await readOwn(ask) : await readStocks(unique(asked), ask)
    if (found.stamps.length === 0) {
      throw new Unanswerable('NOT_FOUND', found.warnings[0] ?? 'There are no stocks to check.')
    }
    const today = newYorkDate(Date.parse(found.marketTime ?? asOf))
    const until = addDays(today, span ?? DEFAULT_DAYS)
    const rows = found.events
      .filter((event) => event.date >= today && event.date <= until && (kind === null || event.kind === kind))
      .map((event) => ({ ...event, days: daysBetween(today, event.date) }))
      .toSorted((a, b) => a.days - b.days || (a.symbol < b.symbol ? -1 : 1))
    const known = { until, dividend_yield: found.dividendYield, rows: rows.slice(0, MAX_ROWS) }
    return { symbols: found.symbols, ...known, ...readStamp(found.stamps, found.warnings) }
  },
})

interface Found {
  readonly symbols: string[]
  readonly events: readonly Event[]
  readonly stamps: readonly StampedAnswer[]
  readonly warnings: readonly string[]
  readonly marketTime: string | null
  readonly dividendYield: number | null
}

const unique = (symbols: readonly string[]) => [...new Set(symbols.map((one) => one.toUpperCase()))]

async function readOwn(ask: Ask): Promise<Found> {
  const portfolio = await ask('portfolio.list')
  const ofStocks = portfolio.underlyings.flatMap((stock) => listEvents(stock.symbol, stock, stock.dividend))
  const expiries = portfolio.positions
    .filter(({ state }) => state === 'open')
    .map(({ ticker: symbol, expiry_date, strike_price }) =>
      buildEvent(symbol, 'expiry', expiry_date, { strike: strike_price }),
    )
  return {
    symbols: unique(portfolio.positions.map(({ ticker: symbol }) => symbol)),
    events: [...ofStocks, ...expiries],
    stamps: [portfolio],
    warnings: portfolio.missing_symbols.map(({ symbol: missing }) => `No data is available for ${missing}.`),
    marketTime: portfolio.market_time,
    dividendYield: null,
  }
}

type Stock = Success<'screener.view'>['stocks'][number]

async function readStocks(symbols: string[], ask: Ask): Promise<Found> {
  const query = { symbols: symbols.join(','), limit: symbols.length, fields: 'earnings_date,ex_dividend_date' }
  const screen = await tryFetch(ask('screener.view', { query }))
  const screened: readonly Stock[] = screen.answer?.stocks ?? []
  const left = symbols.filter((one) => !screened.some((stock) => stock.symbol === one))
  const alone = await Promise.all(left.slice(0, MAX_SINGLE_REQUESTS).map((one) => tryFetch(readChain(one, null, ask))))
  const chains = alone.flatMap(({ answer }) => answer ?? [])
  // The list has no amounts, so those of a single stock come from its profile.
  const profile = await readProfile(symbols, ask)
  const amountOn = (day: string | null | undefined) =>
    day === profile?.next_ex_dividend_date ? (profile?.next_dividend ?? null) : null
  const unasked = left.slice(MAX_SINGLE_REQUESTS).map((one) => `No data is available for ${one}.`)
  return {
    symbols,
    events: [
      ...screened.flatMap((stock) => listEvents(stock.symbol, stock, amountOn(stock.ex_dividend_date))),
      ...chains.flatMap((chain) => listEvents(chain.symbol, chain, amountOn(chain.ex_dividend_date))),
    ],
    stamps: [...(screened.length > 0 && screen.answer !== null ? [screen.answer] : []), ...chains],
    warnings: [...screen.warnings, ...alone.flatMap(({ warnings }) => warnings), ...unasked],
    marketTime: chains[0]?.market_time ?? null,
    dividendYield: profile?.dividend_yield ?? null,
  }
}

async function readProfile(symbols: readonly string[], ask: Ask) {
  const [symbol, ...others] = symbols
  if (symbol === undefined || others.length > 0) return null
  return (await tryFetch(ask('stocks.profile', { params: { symbol } }))).answer
}

interface CompanyDates {
  readonly earnings_date?: string | null | undefined
  readonly ex_dividend_date?: string | null | undefined
}

function listEvents(
  symbol: string,
  { earnings_date, ex_dividend_date }: CompanyDates,
  dividend: number | null,
): Event[] {
  return [
    ...(earnings_date == null ? [] : [buildEvent(symbol, 'earnings', earnings_date, {})]),
    ...(ex_dividend_date == null ? [] : [buildEvent(symbol, 'ex_dividend', ex_dividend_date, { dividend })]),
  ]
}

const buildEvent = (
  symbol: string,
  kind: Row['kind'],
  day: string,
  { strike = null, dividend = null }: Partial<Pick<Row, 'strike' | 'dividend'>>,
): Event => ({ symbol, kind, date: day, strike, dividend })

const states = ['open', 'before_open', 'after_close', 'closed', 'trading_day'] as const
type State = (typeof states)[number]

const maybeText = Type.Union([Type.String(), Type.Null()])

const clockTime = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeStyle: 'short' })
const showEt = (instantMs: number) => `${clockTime.format(instantMs).replace(/\s/gu, ' ')} ET`

export const marketStatus = defineTool({
  name: 'market_status',
  description:
    'Whether the New York Stock Exchange is open on a day (default: today), its hours, days until then, the next holiday and ' +
    'early close, the kind of option expiration on that day and in its week, and the delay of the prices in this product.',
  args: { date: maybeDate, from: maybeDate },
  result: {
    date,
    is_today: Type.Boolean(),
    state: Type.Enum(states),
    opens: maybeText,
    closes: maybeText,
    early_close: Type.Boolean(),
    holiday: maybeText,
    is_weekend: Type.Boolean(),
    next_trading_day: date,
    previous_trading_day: date,
    from: date,
    days: days('Calendar days from then'),
    weeks: count('Whole weeks of these days'),
    days_over: count('Days beyond the whole weeks'),
    trading_days: count('Trading days after that day, up to and including the date'),
    expiration_kind: Type.Union([Type.Enum(['weekly', 'monthly', 'quarterly', 'leaps']), Type.Null()], {
      description: 'Kind of the options that expire on this Friday, or on the trading day before it; else null',
    }),
    week_expiration: date,
    is_week_moved: Type.Boolean({ description: 'Whether a holiday moves the expiration of the week from its Friday' }),
    monthly_expiration: date,
    monthly_days: days('From today'),
    next_holiday: date,
    next_holiday_name: Type.String(),
    holiday_week_expiration: date,
    is_holiday_week_moved: Type.Boolean(),
    next_early_close: date,
    next_early_close_name: Type.String(),
    closures: Type.Array(Type.Object({ date, name: Type.String(), is_early_close: Type.Boolean() })),
  },
  run: async ({ date: asked, from }, { ask, asOf }) => {
    const nowMs = Date.parse(asOf)
    const today = newYorkDate(nowMs)
    const day = asked ?? today
    if (!isCalendarDay(day) || day < CALENDAR_START)
      throw new Unanswerable('INVALID', `Dates before ${CALENDAR_START} are not supported.`)
    const start = from ?? today
    if (!isCalendarDay(start) || start < CALENDAR_START || Math.abs(daysBetween(start, day)) > MAX_SPAN)
      throw new Unanswerable('INVALID', 'Ask for days at most ten years apart.')
    const session = sessionOf(day)
    // The calendar works even without market data.
    const { answer, warnings } = await tryFetch(ask('marketData.universe'))
    return {
      date: day,
      is_today: day === today,
      state: judgeState(session, day === today ? nowMs : null),
      opens: session === null ? null : showEt(session.openMs),
      closes: session === null ? null : showEt(session.closeMs),
      early_close: session?.earlyClose ?? false,
      holiday: isTradingDay(day) ? null : holidayName(day),
      is_weekend: isWeekend(day),
      from: start,
      days: daysBetween(start, day),
      weeks: Math.floor(Math.abs(daysBetween(start, day)) / DAYS_PER_WEEK),
      days_over: Math.abs(daysBetween(start, day)) % DAYS_PER_WEEK,
      trading_days: countTradingDays(start, day),
      ...describeExpirations(day, today),
      ...findClosures(today),
      next_trading_day: nextTradingDay(day),
      previous_trading_day: previousTradingDay(day),
      ...readStamp(answer === null ? [] : [answer], warnings),
    }
  },
})

const MAX_SPAN = 3_660
const DAYS_PER_WEEK = 7
const FRIDAY = 5
const fridayOf = (day: string) => addDays(day, (FRIDAY - weekday(day) + 7) % 7)

/** The options that expire on a day and in its week, and the next monthly expiration from it. */
function describeExpirations(day: string, today: string) {
  const friday = fridayOf(day)
  const ofWeek = optionExpirationFor(friday)
  let third = friday
  while (!isThirdFriday(third) || optionExpirationFor(third) < day) third = addDays(third, 7)
  const monthly = optionExpirationFor(third)
  return {
    expiration_kind: ofWeek === day ? expirationKind(day, today) : null,
    week_expiration: ofWeek,
    is_week_moved: ofWeek !== friday,
    monthly_expiration: monthly,
    monthly_days: daysBetween(today, monthly),
  }
}

/** Holidays and early closes after a day, until the end of the next year. */
function findClosures(day: string) {
  const year = Number(day.slice(0, 4))
  const list = (closures: (year: number) => readonly { date: string; name: string }[], is_early_close: boolean) =>
    [year, year + 1]
      .flatMap(closures)
      .flatMap(({ date: on, name }) => (on > day ? [{ date: on, name, is_early_close }] : []))
  const all = [...list(marketHolidays, false), ...list(earlyCloses, true)].toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )
  const [holiday, early] = [all.find((one) => !one.is_early_close), all.find((one) => one.is_early_close)]
  const friday = fridayOf(holiday?.date ?? day)
  return {
    next_holiday: holiday?.date ?? day,
    next_holiday_name: holiday?.name ?? '',
    holiday_week_expiration: optionExpirationFor(friday),
    is_holiday_week_moved: optionExpirationFor(friday) !== friday,
    next_early_close: early?.date ?? day,
    next_early_close_name: early?.name ?? '',
    closures: all,
  }
}

function judgeState(session: ReturnType<typeof sessionOf>, nowMs: number | null): State {
  if (session === null) return 'closed'
  if (nowMs === null) return 'trading_day'
  if (nowMs < session.openMs) return 'before_open'
  return nowMs < session.closeMs ? 'open' : 'after_close'
}
