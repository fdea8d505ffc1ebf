import { addDays, newYorkCloseMs, newYorkDate, previousTradingDay } from '@callwright/scoring'
import { latestSession } from '../../sessions.ts'
import {
  type JsonObject,
  readDay,
  readInstantMs,
  readKnownJsonNumber,
  readObject,
  readObjects,
  readPositiveNumber,
  readText,
} from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import { closeOf, isInSession } from '../parsing/session-prices.ts'
import type {
  Answer,
  DailyBar,
  MarketClock,
  MarketStatus,
  Missing,
  QuoteSource,
  RateSource,
  SpecialDay,
  StockQuote,
} from '../provider.ts'
import { buildCurve, chooseRate, findCurve, type RateCurve } from '../rate-curve.ts'
import type { ListRecentBars } from './bars.ts'
import { failure, isDelayed, lacks, type MassiveContext } from './massive-client.ts'

const SESSIONS: Readonly<Record<string, MarketStatus['session']>> = {
  open: 'open',
  'extended-hours': 'extended',
  closed: 'closed',
}
/** Exchanges to read from the response, which also lists other markets. */
const EXCHANGES = new Set(['NYSE', 'NASDAQ'])

/**
 * Creates a clock with the wall-clock time, the current status of the exchanges, and upcoming holidays and early
 * closes.
 */
export function createMarketClock({ client, now, stamps }: MassiveContext): MarketClock {
  return {
    now,
    async findStatus() {
      const { market, exchanges, serverTime } = await client.get('/v1/marketstatus/now')
      const session = SESSIONS[readText(market) ?? ''] ?? SESSIONS[readText(readObject(exchanges).nyse) ?? '']
      if (session === undefined) throw failure({ kind: 'unreadable', status: 200, detail: 'returned no market status' })
      return stamps.facts({ session, serverMs: readInstantMs(serverTime) })
    },
    async listSpecialDays() {
      const body = await client.getAny('/v1/marketstatus/upcoming')
      if (!Array.isArray(body)) throw failure({ kind: 'unreadable', status: 200, detail: 'returned no list of days' })
      const days = new Map<string, SpecialDay>()
      for (const row of readObjects(body)) {
        const date = readDay(row.date)
        const status = readText(row.status)
        if (date === null || days.has(date) || !EXCHANGES.has(readText(row.exchange) ?? '')) continue
        const closeMs = status === 'early-close' ? readInstantMs(row.close) : null
        // An early close is useless without its time.
        if (status !== 'closed' && closeMs === null) continue
        days.set(date, { date, name: readText(row.name) ?? 'Holiday', closeMs })
      }
      return stamps.facts([...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)))
    },
  }
}

/** Days to look back, more than the longest gap between two curves. */
const LOOKBACK_DAYS = 14
/** Response fields in the order of `RATE_TENORS`, in percent. */
const FIELDS = ['yield_1_month', 'yield_3_month', 'yield_6_month', 'yield_1_year', 'yield_2_year', 'yield_3_year']

/** Creates a source of interest rates from the Treasury's par curve, as republished by Massive. */
export function createRates({ client, now, stamps }: MassiveContext): RateSource {
  return {
    async findRate(days) {
      const today = newYorkDate(now())
      const query = { 'date.gte': addDays(today, -LOOKBACK_DAYS), limit: 100 }
      const { results } = await client.get('/fed/v1/treasury-yields', query)
      const curves = readObjects(results).flatMap((row) => readCurve(row) ?? [])
      const curve = findCurve(curves, today)
      const { value, missing } = chooseRate(curve, days)
      const answer = stamps.facts(value, missing)
      return curve === null ? answer : { ...answer, asOfMs: Math.min(now(), newYorkCloseMs(curve.date)) }
    },
  }
}

function readCurve(row: JsonObject): RateCurve | null {
  const date = readDay(row.date)
  return date === null
    ? null
    : buildCurve(
        date,
        FIELDS.map((field) => readKnownJsonNumber(row[field])),
      )
}

/** Number of calendar days that always contains two sessions, whatever the holidays. */
const RECENT_DAYS = 10

/**
 * Creates a source of stock prices, from the stock's snapshot or, if the plan has no snapshots, from its last daily
 * bars. Bid and ask require a plan with quotes.
 */
export function createQuotes(context: MassiveContext, listRecentBars: ListRecentBars): QuoteSource {
  let snapshotsEntitled = true
  return {
    async findQuote(symbol) {
      if (snapshotsEntitled) {
        try {
          return await findInSnapshot(context, symbol)
        } catch (error) {
          if (!(error instanceof ProviderFailure && error.kind === 'not_entitled')) throw error
          snapshotsEntitled = false
        }
      }
      return quoteOfBars(context, symbol, await listRecentBars(symbol, RECENT_DAYS))
    },
  }
}

interface LastPrice {
  readonly price: number
  readonly atMs: number | null
  /** Close of the previous session; null if the snapshot does not have it. */
  readonly previousClose: number | null
}

async function findInSnapshot({ client, now, stamps }: MassiveContext, symbol: string) {
  const path = `/v2/snapshot/locale/us/markets/stocks/tickers/${encodeURIComponent(symbol)}`
  const body = await client.get(path)
  const snapshot = readObject(body.ticker)
  if ((readText(snapshot.ticker) ?? symbol) !== symbol) {
    throw failure({ kind: 'unreadable', status: 200, detail: 'returned the price of another symbol' })
  }
  const last = findLastPrice(snapshot, now())
  if (last === null) return stamps.prices(null, 'delayed', null, [lacks('price', `price for ${symbol}`)])
  const { p, P } = readObject(snapshot.lastQuote)
  const bid = readPositiveNumber(p)
  const ask = readPositiveNumber(P)
  const missing: Missing[] = []
  if (bid === null && ask === null) missing.push(lacks('bid', 'stock bid and ask on this plan'))
  if (last.previousClose === null) missing.push(lacks('previous_close', `previous close for ${symbol}`))
  const value: StockQuote = {
    lastPrice: last.price,
    previousClose: last.previousClose,
    bid,
    ask,
    volume: readPositiveNumber(readObject(snapshot.day).v),
  }
  return stamps.prices(value, isDelayed(body) ? 'delayed' : 'live', last.atMs, missing)
}

/**
 * The last trade if it is from a regular session; otherwise, the day's close. Options do not trade in extended hours,
 * so a later stock price would not match their closing prices. Before the open, `day` is all zeros and the previous
 * close is the last price.
 */
function findLastPrice(snapshot: JsonObject, nowMs: number): LastPrice | null {
  const dayClose = readPositiveNumber(readObject(snapshot.day).c)
  const previousClose = readPositiveNumber(readObject(snapshot.prevDay).c)
  const { p, t } = readObject(snapshot.lastTrade)
  const tradePrice = readPositiveNumber(p)
  const tradeMs = readInstantMs(t)
  if (tradePrice !== null && tradeMs !== null && dayClose !== null && isInSession(tradeMs)) {
    return { price: tradePrice, atMs: tradeMs, previousClose }
  }
  if (dayClose !== null) {
    const updatedMs = readInstantMs(snapshot.updated) ?? nowMs
    return { price: dayClose, atMs: Math.min(updatedMs, closeOf(newYorkDate(updatedMs))), previousClose }
  }
  if (previousClose === null) return null
  // While no session is in progress, `prevDay` is the last session; during a session, it is the one before.
  const session = latestSession(nowMs)
  const day = session === newYorkDate(nowMs) ? previousTradingDay(session) : session
  return { price: previousClose, atMs: closeOf(day), previousClose: null }
}

function quoteOfBars(
  { stamps }: MassiveContext,
  symbol: string,
  { value: bars, asOfMs }: Answer<readonly DailyBar[] | null>,
): Answer<StockQuote | null> {
  const last = bars?.at(-1)
  if (last === undefined) return stamps.prices(null, 'delayed', null, [lacks('price', `price for ${symbol}`)])
  const value: StockQuote = {
    lastPrice: last.close,
    previousClose: bars?.at(-2)?.close ?? null,
    bid: null,
    ask: null,
    volume: last.volume,
  }
  const missing = [lacks('bid', 'stock bid and ask on this plan; the price is the last close')]
  return stamps.prices(value, 'delayed', asOfMs, missing)
}
