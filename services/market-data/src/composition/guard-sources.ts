import { newYorkDate, previousTradingDay } from '@callwright/scoring'
import { guardBars } from '../providers/guards/bar-guard.ts'
import { guardChain, guardContracts } from '../providers/guards/chain-guard.ts'
import {
  guardDividends,
  guardExpirations,
  guardFundamentals,
  guardIntradayBars,
  guardIvHistory,
  guardIvRank,
  guardMarketEarnings,
  guardSplits,
  guardSymbols,
  isPlausibleRate,
} from '../providers/guards/fact-guards.ts'
import { guardQuote, type PriceReference } from '../providers/guards/quote-guard.ts'
import type { Reject } from '../providers/guards/rejections.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type {
  Answer,
  CashDividend,
  DailyBar,
  EarningsReport,
  Fundamentals,
  InterestRate,
  IntradayBar,
  IsoDate,
  IvHistoryPoint,
  ListedSymbol,
  OptionChain,
  StockQuote,
  StockSplit,
  VendorIvRank,
} from '../providers/provider.ts'
import type { Capabilities } from '../providers/provider-definition.ts'
import { wrapSources } from '../providers/source-requests.ts'
import { withPartial } from './choose-sources.ts'
import { markStale, trustClock } from './freshness.ts'

/** The stock price that contracts are checked against. */
interface Spot {
  readonly priceUsd: number
  /**
   * Whether the price is stale. A stale price is good enough to find impossible quotes, but is never reported as the
   * chain's stock price.
   */
  readonly isStale: boolean
}

interface GuardContext {
  readonly now: () => number
  readonly reject: Reject
  /** The last accepted price, from the cache; null if there is none. */
  readonly findLastQuote: (symbol: string) => Promise<Answer<StockQuote | null> | null>
  /** Current stock price to check contracts against; null if unknown. */
  readonly findSpot: (symbol: string) => Promise<Spot | null>
  /** Known splits; empty if they are unavailable. */
  readonly listSplits: (symbol: string) => Promise<readonly StockSplit[]>
}

/** Validates one kind of answer. `subject` is the request's first argument, a symbol. */
type Guard = (answer: Answer<never>, subject: string) => Answer<unknown> | Promise<Answer<unknown>>

const LAST_GOOD_MS = 24 * 3_600_000
/** Maximum clock difference between replicas. */
const CLOCK_SLACK_MS = 60_000

/**
 * Removes impossible values from every answer before it is cached or shown (F25), including the partial answers that
 * failures carry. If nothing is left of an answer, the request fails as `unreadable`.
 */
export function guardSources(sources: Partial<Capabilities>, context: GuardContext): Partial<Capabilities> {
  const guards = buildGuards(context)
  return wrapSources(sources, (request, ask) => {
    if (request.shape === 'bare')
      return async (...args) => checkBare(request.endpoint, await ask(...args), context.reject)
    const guard = guards[request.endpoint]
    const check = async (answer: Answer<unknown>, subject: string) => {
      const timely = trustClock(answer, context.now())
      return guard === undefined ? timely : guard(timely as Answer<never>, subject)
    }
    return async (...args) => {
      const subject = String(args[0])
      try {
        return await check((await ask(...args)) as Answer<unknown>, subject)
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.partial === null) throw error
        throw withPartial(error, await check(error.partial, subject).catch(() => null))
      }
    }
  })
}

function buildGuards(context: GuardContext): Readonly<Record<string, Guard | undefined>> {
  const { reject, now } = context
  const today = () => newYorkDate(now())
  const rows =
    <T>(guard: (rows: readonly T[]) => readonly T[]) =>
    (answer: Answer<readonly T[] | null>) =>
      answer.value === null ? answer : { ...answer, value: guard(answer.value) }

  return {
    bars: (answer: Answer<readonly DailyBar[] | null>, symbol) => checkBars(answer, symbol, context),
    market_bars: (answer: Answer<ReadonlyMap<string, DailyBar> | null>) => checkMarketBars(answer, today(), reject),
    latest_bar: (answer: Answer<DailyBar | null>) => checkLatestBar(answer, today(), reject),
    intraday_bars: rows((bars: readonly IntradayBar[]) => guardIntradayBars(bars, now(), reject)),
    quote: (answer: Answer<StockQuote | null>, symbol) => checkQuote(answer, symbol, context),
    chain: (answer: Answer<OptionChain | null>, symbol) => checkChain(answer, symbol, context),
    expirations: rows((dates: readonly IsoDate[]) => guardExpirations(dates, today(), reject)),
    search: rows((symbols: readonly ListedSymbol[]) => guardSymbols(symbols, reject)),
    universe: rows((symbols: readonly ListedSymbol[]) => guardSymbols(symbols, reject)),
    dividends: rows((dividends: readonly CashDividend[]) => guardDividends(dividends, reject)),
    splits: rows((splits: readonly StockSplit[]) => guardSplits(splits, reject)),
    market_dividends: maps((dividends: readonly CashDividend[]) => guardDividends(dividends, reject)),
    market_splits: maps((splits: readonly StockSplit[]) => guardSplits(splits, reject)),
    market_earnings: (answer: Answer<ReadonlyMap<string, EarningsReport>>) => ({
      ...answer,
      value: guardMarketEarnings(answer.value, today(), reject),
    }),
    iv_history: rows((points: readonly IvHistoryPoint[]) => guardIvHistory(points, reject)),
    iv_rank: (answer: Answer<VendorIvRank | null>) => ({ ...answer, value: guardIvRank(answer.value, reject) }),
    fundamentals: (answer: Answer<Fundamentals>) => ({ ...answer, value: guardFundamentals(answer.value, reject) }),
    rate: (answer: Answer<InterestRate>) => {
      if (!isPlausibleRate(answer.value, reject)) throw unusable(answer, 'rate')
      return answer
    },
  }
}

/** Checks a value that has no stamp: one symbol, or the fundamentals for all symbols. */
function checkBare(endpoint: string, value: unknown, reject: Reject): unknown {
  if (endpoint === 'symbol') return value === null ? null : (guardSymbols([value as ListedSymbol], reject)[0] ?? null)
  const market = value as ReadonlyMap<string, Answer<Fundamentals>>
  return new Map(
    [...market].map(([symbol, answer]) => [symbol, { ...answer, value: guardFundamentals(answer.value, reject) }]),
  )
}

function maps<T>(guard: (rows: readonly T[]) => readonly T[]) {
  return (answer: Answer<ReadonlyMap<string, readonly T[]>>) => ({
    ...answer,
    value: new Map([...answer.value].map(([symbol, list]) => [symbol, guard(list)])),
  })
}

async function checkBars(
  answer: Answer<readonly DailyBar[] | null>,
  symbol: string,
  { now, reject, listSplits }: GuardContext,
): Promise<Answer<readonly DailyBar[] | null>> {
  if (answer.value === null) return answer
  const splits = await listSplits(symbol)
  const { bars, missing } = guardBars(answer.value, { asOfDate: newYorkDate(now()), splits, reject })
  if (bars.length === 0 && answer.value.length > 0) throw unusable(answer, 'bar')
  return { ...answer, value: bars, missing: [...answer.missing, ...missing] }
}

function checkMarketBars(
  answer: Answer<ReadonlyMap<string, DailyBar> | null>,
  asOfDate: IsoDate,
  reject: Reject,
): Answer<ReadonlyMap<string, DailyBar> | null> {
  if (answer.value === null) return answer
  const valid = [...answer.value].flatMap(([symbol, row]) =>
    guardBars([row], { asOfDate, splits: [], reject }).bars.map((bar): [string, DailyBar] => [symbol, bar]),
  )
  return { ...answer, value: new Map(valid) }
}

function checkLatestBar(answer: Answer<DailyBar | null>, asOfDate: IsoDate, reject: Reject): Answer<DailyBar | null> {
  if (answer.value === null) return answer
  const [bar = null] = guardBars([answer.value], { asOfDate, splits: [], reject }).bars
  return { ...answer, value: bar }
}

/** If a price is implausible or older than the last good price, returns the last good price with its own time. */
async function checkQuote(
  answer: Answer<StockQuote | null>,
  symbol: string,
  { now, reject, findLastQuote, listSplits }: GuardContext,
): Promise<Answer<StockQuote | null>> {
  if (answer.value === null) return answer
  const cached = await findLastQuote(symbol)
  const ageMs = cached === null ? Number.NaN : now() - cached.asOfMs
  // Ignore a cached price from the future: it was cached before the clock was set back, and would look newer than any
  // new price.
  const last = ageMs > -CLOCK_SLACK_MS && ageMs < LAST_GOOD_MS ? cached : null
  const { quote, missing } = await guardQuote(answer.value, {
    references: listReferences(answer.value, answer.asOfMs, last),
    listSplits: () => listSplits(symbol),
    reject,
  })
  if (last === null || last.value === null) return { ...answer, value: quote, missing: [...answer.missing, ...missing] }
  const [fault] = missing
  if (quote === null) return markStale(last, fault?.reason ?? 'The received price is invalid', now())
  if (answer.asOfMs < last.asOfMs) return last
  return { ...answer, value: quote, missing: [...answer.missing, ...missing] }
}

/** Reference prices for the check: the last good price and the previous close. */
function listReferences(
  { previousClose }: StockQuote,
  asOfMs: number,
  last: Answer<StockQuote | null> | null,
): PriceReference[] {
  const references: PriceReference[] = []
  if (last !== null && last.value !== null) {
    references.push({ price: last.value.lastPrice, date: newYorkDate(last.asOfMs) })
  }
  if (previousClose !== null && previousClose > 0) {
    references.push({ price: previousClose, date: previousTradingDay(newYorkDate(asOfMs)) })
  }
  return references
}

/** A chain keeps the stock price from the time of its quotes; it is never valued at a later price. */
async function checkChain(
  answer: Answer<OptionChain | null>,
  symbol: string,
  { now, reject, findSpot, listSplits }: GuardContext,
): Promise<Answer<OptionChain | null>> {
  if (answer.value === null) return answer
  const [spot, splits] = await Promise.all([findSpot(symbol), listSplits(symbol)])
  const { quotedAtMs, underlyingPriceUsd: said } = answer.value
  const isSaid = said !== null && said > 0
  const price = isSaid ? said : (spot?.priceUsd ?? null)
  const asOfDate = newYorkDate(now())
  const rows = guardContracts(answer.value.contracts, { asOfDate, reject })
  const { contracts, missing } = guardChain(rows, { spot: price, splits, asOfDate, reject })
  if (contracts.length === 0 && answer.value.contracts.length > 0) throw unusable(answer, 'contract')
  return {
    ...answer,
    value: {
      contracts,
      quotedAtMs: quotedAtMs === null ? null : Math.min(quotedAtMs, now()),
      underlyingPriceUsd: isSaid || !spot?.isStale ? price : null,
    },
    missing: [...answer.missing, ...missing],
  }
}

function unusable({ source }: Answer<unknown>, what: string): ProviderFailure {
  return new ProviderFailure(source, { kind: 'unreadable', detail: `returned no usable ${what}` })
}
