import { newYorkDate, previousTradingDay } from '@callwright/scoring'
import { latestSession } from '../../calendar-day.ts'
import { type JsonObject, readInstantMs, readObject, readPositiveNumber, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { Answer, DailyBar, Missing, QuoteSource, StockQuote } from '../provider.ts'
import { closeOf, lacks, type MassiveContext, sessionAt } from './answers.ts'
import type { ListRecentBars } from './bars.ts'
import { failure, isDelayed } from './massive-client.ts'

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

function isInSession(instantMs: number): boolean {
  const session = sessionAt(newYorkDate(instantMs))
  return session !== null && instantMs >= session.openMs && instantMs <= session.closeMs
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
