import { newYorkDate } from '@callwright/scoring'
import { createCallMemo } from '../http/call-memo.ts'
import { type JsonObject, readInstantMs, readObject, readPositiveNumber } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import { callGroup, groupSymbols } from '../http/symbol-groups.ts'
import { chooseSessionPrice, isInSession } from '../parsing/session-prices.ts'
import type { Answer, DailyBar, Missing, QuoteSource, StockQuote } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { type AlpacaContext, lacks } from './alpaca-client.ts'
import type { ListRecentBars } from './bars.ts'

const PATH = '/v2/stocks/snapshots'
const SYMBOLS_PER_CALL = 100
/** How long a call's prices serve other symbols of its group; the feed itself is 15 minutes late. */
const KEEP_MS = 60_000
const MAX_GROUPS = 200
/** Number of calendar days that always contains two sessions, whatever the holidays. */
const RECENT_DAYS = 10

export const createQuoteMemo = () => createCallMemo<JsonObject>({ keepMs: KEEP_MS, maxWeight: MAX_GROUPS })

interface QuoteDeps {
  readonly universe: readonly UniverseMember[]
  readonly memo: ReturnType<typeof createQuoteMemo>
  readonly listRecentBars: ListRecentBars
}

/**
 * Creates a source of stock prices of all exchanges, 15 minutes late. One call brings the prices of a hundred symbols
 * of the product's universe, so a screener refresh takes a few calls. If the plan has no such snapshots, the price is
 * the close of the last daily bar so far.
 */
export function createQuotes(context: AlpacaContext, { universe, memo, listRecentBars }: QuoteDeps): QuoteSource {
  const { data, now } = context
  const recall = memo.open(now)
  const groups = groupSymbols(universe, SYMBOLS_PER_CALL)
  let snapshotsEntitled = true

  async function findSnapshot(symbol: string): Promise<JsonObject> {
    const snapshots = await callGroup(groups, symbol, (symbols) =>
      recall(symbols, () => data.get(PATH, { symbols, feed: 'delayed_sip' })),
    )
    return readObject(snapshots[symbol])
  }

  return {
    async findQuote(symbol) {
      if (snapshotsEntitled) {
        try {
          return answerQuote(context, symbol, await findSnapshot(symbol))
        } catch (error) {
          if (!(error instanceof ProviderFailure && error.kind === 'not_entitled')) throw error
          snapshotsEntitled = false
        }
      }
      return quoteOfBars(context, symbol, await listRecentBars(symbol, RECENT_DAYS))
    },
  }
}

function answerQuote({ now, stamps }: AlpacaContext, symbol: string, snapshot: JsonObject): Answer<StockQuote | null> {
  const bar = readBar(snapshot.dailyBar)
  const previous = readBar(snapshot.prevDailyBar)
  const last = chooseSessionPrice(readTrade(readObject(snapshot.latestTrade)), bar ?? previous)
  if (last === null) return stamps.prices(null, 'delayed', null, [lacks('price', `price for ${symbol}`)])
  const isPrevious = previous !== null && previous.date < newYorkDate(last.atMs)
  const { bid, ask } = readSides(readObject(snapshot.latestQuote))
  const missing: Missing[] = []
  if (bid === null) missing.push(lacks('bid', 'stock bid and ask from the last session'))
  if (!isPrevious) missing.push(lacks('previous_close', `previous close for ${symbol}`))
  const value: StockQuote = {
    lastPrice: last.price,
    previousClose: isPrevious ? previous.close : null,
    bid,
    ask,
    volume: bar === null || bar.date !== newYorkDate(last.atMs) ? null : bar.volume,
  }
  return stamps.prices(value, 'delayed', Math.min(last.atMs, now()), missing)
}

type ClosingBar = Pick<DailyBar, 'date' | 'close'> & { readonly volume: number | null }

function readBar(value: unknown): ClosingBar | null {
  const { t, c, v } = readObject(value)
  const startMs = readInstantMs(t)
  const close = readPositiveNumber(c)
  return startMs === null || close === null
    ? null
    : { date: newYorkDate(startMs), close, volume: readPositiveNumber(v) }
}

function readTrade({ p, t }: JsonObject) {
  const price = readPositiveNumber(p)
  const atMs = readInstantMs(t)
  return price === null || atMs === null ? null : { price, atMs }
}

/** Bid and ask in a session. Outside of it, they come from markets that are too thin to mean anything. */
function readSides({ bp, ap, t }: JsonObject): Pick<StockQuote, 'bid' | 'ask'> {
  const atMs = readInstantMs(t)
  if (atMs === null || !isInSession(atMs)) return { bid: null, ask: null }
  return { bid: readPositiveNumber(bp), ask: readPositiveNumber(ap) }
}

function quoteOfBars(
  { stamps }: AlpacaContext,
  symbol: string,
  { value: bars, asOfMs }: Answer<readonly DailyBar[] | null>,
): Answer<StockQuote | null> {
  const last = bars?.at(-1)
  if (last === undefined) return stamps.prices(null, 'delayed', null, [lacks('price', `price for ${symbol}`)])
  const { close: lastPrice, volume } = last
  const value = { lastPrice, previousClose: bars?.at(-2)?.close ?? null, bid: null, ask: null, volume }
  return stamps.prices(value, 'delayed', asOfMs, [lacks('bid', 'stock bid and ask on this plan')])
}
