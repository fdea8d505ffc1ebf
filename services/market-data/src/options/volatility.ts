import { setImmediate } from 'node:timers/promises'
import {
  computeExpirationAtmIv,
  computeRealizedVolatility,
  type EarningsReport,
  measureEarningsMove,
  newYorkCloseMs,
  nextTradingDay,
  quoteMid,
  straddleMove,
} from '@callwright/scoring'
import type { DailyBar, IsoDate, MarketData, Missing, OptionQuote } from '../providers/provider.ts'
import { findOrUnknown, listLacks, notLoaded } from '../side-facts.ts'
import { type AnswerStamp, describeMissing, mergeMissing, toWireStamp, worstStamp } from '../wire.ts'
import { findTerms, readChain } from './chain-reading.ts'
import type { ExpirationList, OptionDeps } from './expirations.ts'

/** One session. Volatilities are annualized decimals, null if unknown. */
interface VolatilityDay {
  readonly date: IsoDate
  /** 30-day implied volatility at the money at the close. */
  readonly implied: number | null
  /** Realized volatility of the 30 sessions up to the close. */
  readonly realized: number | null
}

interface TermVolatility {
  readonly expiration: IsoDate
  readonly days: number
  readonly impliedVolatility: number
}

interface PastReport extends EarningsReport {
  /** Move from close to close over the report, percent; null if a close or the time of the report is unknown. */
  readonly movePct: number | null
  /** Move that the options implied at the close before, percent, without a sign; null if their quotes are unknown. */
  readonly impliedMovePct: number | null
}

interface StockVolatility extends AnswerStamp {
  readonly symbol: string
  readonly history: readonly VolatilityDay[]
  readonly termStructure: readonly TermVolatility[]
  /** Newest first. */
  readonly earnings: readonly PastReport[]
  readonly missing: readonly Missing[]
}

const YEAR_SESSIONS = 252
const REPORTS = 12
/** Strikes from which the volatility at the money of each expiration is read, as fractions of the price. */
const STRIKE_REACH = { min: 0.8, max: 1.2 } as const
const TERM_RATE_DAYS = 30
/** The straddle of the first expiration after a report is read within this many days. */
const MOST_DAYS_TO_EXPIRATION = 35

/** Creates the query for a stock's volatility: over a year, by expiration, and around earnings. Throws `unknown_symbol`. */
export function createVolatilityHistories({ market, cache, listExpirations }: OptionDeps) {
  return async (requested: string): Promise<StockVolatility> => {
    const listing = await listExpirations(requested)
    return cache('history', `${listing.symbol}:volatility`, () => describeVolatility(market, listing))
  }
}

async function describeVolatility(market: MarketData, listing: ExpirationList): Promise<StockVolatility> {
  const { symbol } = listing
  const [bars, implied, past, terms] = await Promise.all([
    market.bars.listDailyBars(symbol),
    findOrUnknown(market.ivHistory.listIvHistory(symbol), [], [notLoaded('iv_history', 'implied-volatility history')]),
    findPastReports(market, symbol),
    readTermStructure(market, listing),
  ])
  const closes = (bars.value ?? []).filter(({ date }) => newYorkCloseMs(date) <= bars.asOfMs)
  const earnings = await measureReports(market, symbol, closes, past.value)
  return {
    ...worstStamp(bars, terms.stamp),
    symbol,
    history: joinVolatilities(closes, new Map(implied.value.map((point) => [point.date, point.impliedVolatility]))),
    termStructure: terms.value,
    earnings,
    missing: mergeMissing(
      bars.missing,
      listLacks(implied.value.length > 0, implied.missing),
      listLacks(past.value.length > 0, past.missing),
      terms.missing,
      explainImplied(market, earnings),
    ),
  }
}

function joinVolatilities(bars: readonly DailyBar[], implied: ReadonlyMap<IsoDate, number>): VolatilityDay[] {
  const realized = computeRealizedVolatility(bars.map(({ close }) => close))
  const days = bars.map(({ date }, index): VolatilityDay => {
    const value = realized[index]
    return {
      date,
      implied: implied.get(date) ?? null,
      realized: value === undefined || Number.isNaN(value) ? null : value,
    }
  })
  return days.slice(-YEAR_SESSIONS)
}

async function readTermStructure(market: MarketData, listing: ExpirationList) {
  const { value: quote } = await market.quotes.findQuote(listing.symbol)
  const price = quote?.lastPrice ?? null
  const reach = price === null ? {} : { minStrike: price * STRIKE_REACH.min, maxStrike: price * STRIKE_REACH.max }
  const reading = await readChain(market, listing, listing.expirations.length === 0 ? null : reach)
  const { terms, missing } = await findTerms(market, reading, TERM_RATE_DAYS)
  const value: TermVolatility[] = []
  for (const { date, days } of terms === null ? [] : listing.expirations) {
    await setImmediate()
    const own = terms && computeExpirationAtmIv(reading.contracts, date, terms)
    if (own !== null) value.push({ expiration: date, days, impliedVolatility: own.impliedVolatility })
  }
  return { value, stamp: reading.stamp, missing: mergeMissing(reading.missing, missing) }
}

/** Lists reports that are known to be past, newest first. */
async function findPastReports(market: MarketData, symbol: string) {
  const none = { field: 'past_earnings', reason: 'Past earnings dates are not known from this source' }
  if (market.earnings.listPastEarnings === undefined) return { value: [], missing: [none] }
  const { value, missing } = await findOrUnknown(
    market.earnings.listPastEarnings(symbol),
    [],
    [notLoaded('past_earnings', 'past earnings dates')],
  )
  return { value: value.toReversed().slice(0, REPORTS), missing: value.length === 0 ? [...missing, none] : missing }
}

async function measureReports(
  market: MarketData,
  symbol: string,
  closes: readonly DailyBar[],
  reports: readonly EarningsReport[],
): Promise<PastReport[]> {
  const measured: PastReport[] = []
  for (const report of reports) {
    const move = measureEarningsMove(report, closes)
    measured.push({
      ...report,
      movePct: move?.movePct ?? null,
      impliedMovePct: move === null ? null : await findImpliedMove(market, symbol, move.before),
    })
  }
  return measured
}

/** Move that the straddle at the money implied at a past close; null without quotes of that day. */
async function findImpliedMove({ chains }: MarketData, symbol: string, date: IsoDate): Promise<number | null> {
  if (chains.findPastChain === undefined) return null
  await setImmediate()
  const { value: chain } = await chains.findPastChain(symbol, date, { minDays: 1, maxDays: MOST_DAYS_TO_EXPIRATION })
  const price = chain?.underlyingPriceUsd ?? null
  if (chain === null || price === null) return null
  // The first expiration after the stock has reacted.
  const reaction = nextTradingDay(date)
  const first = chain.contracts.find(({ expiration }) => expiration >= reaction)?.expiration
  const listed = chain.contracts.filter(({ expiration }) => expiration === first)
  const straddle = findStraddle(listed, price)
  return straddle === null ? null : (straddleMove(straddle).moveUsd / price) * 100
}

/** Mid of the call and the put at the strike nearest to the price. */
function findStraddle(listed: readonly OptionQuote[], price: number): number | null {
  const distance = ({ strike }: OptionQuote) => Math.abs(strike - price)
  const [nearest] = listed.toSorted((a, b) => distance(a) - distance(b) || a.strike - b.strike)
  const mids = (['call', 'put'] as const).map((type) => {
    const contract = listed.find((one) => one.type === type && one.strike === nearest?.strike)
    return contract === undefined ? null : quoteMid(contract)
  })
  const [call = null, put = null] = mids
  return call === null || put === null ? null : call + put
}

function explainImplied({ chains }: MarketData, earnings: readonly PastReport[]): Missing[] {
  if (earnings.length === 0 || chains.findPastChain !== undefined) return []
  return [
    { field: 'implied_moves', reason: 'Implied earnings moves need quotes of past days, which this source lacks' },
  ]
}

export function toWireVolatility({ symbol, history, termStructure, earnings, missing, ...stamp }: StockVolatility) {
  return {
    status: 'success' as const,
    symbol,
    history: history.map(({ date, implied, realized }) => ({
      date,
      implied_volatility: implied,
      realized_volatility: realized,
    })),
    term_structure: termStructure.map(({ expiration, days, impliedVolatility }) => ({
      expiration_date: expiration,
      days_to_expiration: days,
      implied_volatility: impliedVolatility,
    })),
    earnings: earnings.map(({ date, session, movePct, impliedMovePct }) => ({
      date,
      session,
      move_pct: movePct,
      implied_move_pct: impliedMovePct,
    })),
    message: describeMissing(missing),
    ...toWireStamp(stamp),
  }
}
