import { newYorkDate, previousTradingDay } from '@callwright/scoring'
import { latestSession } from '../../sessions.ts'
import { createCallMemo } from '../http/call-memo.ts'
import { type JsonObject, readInstantMs, readPositiveNumber, readText } from '../http/json-values.ts'
import { callGroup, groupSymbols } from '../http/symbol-groups.ts'
import { closeOf, isInSession, type PricedInstant } from '../parsing/session-prices.ts'
import type { Answer, Missing, QuoteSource, StockQuote } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import { fromTradierSymbol, lacks, type TradierContext, toTradierSymbol } from './tradier-client.ts'

const PATH = '/markets/quotes'
const SYMBOLS_PER_CALL = 100
/** How long a call's prices serve other symbols of its group. */
const KEEP_MS = 30_000
const MAX_GROUPS = 200

export type QuoteRows = ReadonlyMap<string, JsonObject>

export const createQuoteMemo = () => createCallMemo<QuoteRows>({ keepMs: KEEP_MS, maxWeight: MAX_GROUPS })

/** Requests the quotes of several symbols. The result has no entry for a symbol that the vendor does not know. */
export async function fetchQuotes({ client }: TradierContext, symbols: readonly string[]): Promise<QuoteRows> {
  const query = { symbols: symbols.map(toTradierSymbol).join(','), greeks: false }
  const rows = await client.list(PATH, query, ['quotes', 'quote'])
  return new Map(rows.map((row) => [fromTradierSymbol(readText(row.symbol) ?? ''), row]))
}

/** Creates a source of stock prices. One call brings the prices of a hundred symbols of the product's universe. */
export function createQuotes(
  context: TradierContext,
  universe: readonly UniverseMember[],
  memo: ReturnType<typeof createQuoteMemo>,
): QuoteSource {
  const recall = memo.open(context.now)
  const groups = groupSymbols(universe, SYMBOLS_PER_CALL)
  return {
    async findQuote(symbol) {
      const rows = await callGroup(groups, symbol, (symbols) =>
        recall(symbols, () => fetchQuotes(context, symbols.split(','))),
      )
      return answerQuote(context, symbol, rows.get(symbol) ?? {})
    },
  }
}

function answerQuote({ now, stamps }: TradierContext, symbol: string, row: JsonObject): Answer<StockQuote | null> {
  const last = readLastPrice(row, now())
  if (last === null) return stamps.prices(null, null, [lacks('price', `price for ${symbol}`)])
  const previousClose = last.isPrevious ? null : readPositiveNumber(row.prevclose)
  const quotedAtMs = readInstantMs(row.bid_date)
  const isQuoted = quotedAtMs !== null && isInSession(quotedAtMs)
  const bid = isQuoted ? readPositiveNumber(row.bid) : null
  const missing: Missing[] = []
  if (bid === null) missing.push(lacks('bid', 'stock bid and ask from the last session'))
  if (previousClose === null) missing.push(lacks('previous_close', `previous close for ${symbol}`))
  const value: StockQuote = {
    lastPrice: last.price,
    previousClose,
    bid,
    ask: isQuoted ? readPositiveNumber(row.ask) : null,
    volume: readPositiveNumber(row.volume),
  }
  return stamps.prices(value, last.atMs, missing)
}

interface LastPrice extends PricedInstant {
  /** Whether the price is from the session before the day's, so that the close before it is unknown. */
  readonly isPrevious: boolean
}

/**
 * The session's close once it has ended; during it, its last trade. `close` is absent until the session ends. Before
 * the open, the price is the previous close.
 */
function readLastPrice(row: JsonObject, nowMs: number): LastPrice | null {
  const price = readPositiveNumber(row.last)
  const close = readPositiveNumber(row.close)
  const tradedAtMs = readInstantMs(row.trade_date)
  const date = newYorkDate(Math.min(tradedAtMs ?? nowMs, nowMs))
  const hasTraded = price !== null && tradedAtMs !== null && isInSession(tradedAtMs)
  if (close !== null && (!hasTraded || nowMs >= closeOf(date))) {
    return { price: close, atMs: closeOf(date), isPrevious: false }
  }
  if (hasTraded) return { price, atMs: tradedAtMs, isPrevious: false }
  const previousClose = readPositiveNumber(row.prevclose)
  if (previousClose === null) return null
  const session = latestSession(nowMs)
  const day = session === newYorkDate(nowMs) ? previousTradingDay(session) : session
  return { price: previousClose, atMs: closeOf(day), isPrevious: true }
}
