import {
  addDays,
  BEST_CALL_RULES,
  daysToExpiration,
  IV_MIN_SESSIONS,
  newYorkDate,
  type ScheduledDividend,
} from '@callwright/scoring'
import type { AppError } from '@callwright/service'
import { RATE_LIMITED } from '../errors.ts'
import { UNKNOWN_FUNDAMENTALS } from '../providers/fundamentals.ts'
import type {
  Answer,
  DailyBar,
  EarningsReport,
  Fundamentals,
  IsoDate,
  IvHistoryPoint,
  ListedSymbol,
  MarketData,
  Missing,
  VendorIvRank,
} from '../providers/provider.ts'
import {
  type Fact,
  findMarketCap,
  findOrUnknown,
  findRate,
  type MarketCap,
  notLoaded,
  priceDividends,
} from '../side-facts.ts'
import { getListedSymbol } from '../symbols.ts'
import { type AnswerStamp, mergeMissing, worstStamp } from '../wire.ts'
import { findScreenedChain, type ScreenedChain } from './screened-chain.ts'

interface ExpirationRate {
  readonly date: IsoDate
  readonly rate: number
}

/** Everything the screener needs for one symbol. The stamp covers the prices of the stock and the chain. */
export interface Facts extends Required<AnswerStamp> {
  readonly listed: ListedSymbol
  /** Current time by the market's clock; never before `asOfMs`. */
  readonly nowMs: number
  readonly priceUsd: number | null
  readonly bars: readonly DailyBar[]
  readonly chain: ScreenedChain
  readonly rate: number
  /** Interest rate for each expiration of the calls that the screener ranks. */
  readonly expirationRates: readonly ExpirationRate[]
  /** Upcoming dividends, declared and estimated, that affect the prices of options over the next months. */
  readonly dividends: readonly ScheduledDividend[]
  readonly ivHistory: readonly IvHistoryPoint[]
  /** The vendor's own rank. Requested only while our history is too short to calculate a rank (D12). */
  readonly vendorIvRank: VendorIvRank | null
  readonly earnings: EarningsReport | null
  readonly fundamentals: Fundamentals
  readonly marketCap: MarketCap | null
  readonly missing: readonly Missing[]
}

/** Number of sessions used: a year's worth, plus the 30-day window before the first one. */
const SESSIONS = 320
/** Number of calendar days to look back, enough for `SESSIONS` sessions whatever the holidays. */
const HISTORY_DAYS = 480
/** The screener ignores expirations further out than this. */
const EXPECTED_DAYS = 366
/** Term, in days, of the rate for the calls that the screener ranks, which expire in one to two months. */
const RATE_DAYS = 30

/** Used in place of a chain that was not requested. */
const NO_CHAIN: ScreenedChain = {
  contracts: null,
  quotedAtMs: null,
  underlyingPriceUsd: null,
  parts: [],
  missing: [{ field: 'chain', reason: 'The option chain was not requested' }],
}
const NO_HISTORY: Fact<readonly IvHistoryPoint[]> = { value: [], missing: [] }

/**
 * Longest retry time, in seconds, that is worth waiting for. Even a provider with a low rate limit allows more calls
 * sooner than this.
 */
const MAX_RETRY_WAIT_S = 120

/**
 * Collects the facts for a symbol. The price, bars and chain are required; any other fact may be unavailable, in which
 * case it is listed in `missing`. `withChain: false` skips the chain and its volatility history, and
 * `withVendorIvRank: false` the vendor's own rank. Throws `unknown_symbol`.
 */
export async function collectFacts(
  market: MarketData,
  requested: string,
  { withChain, withVendorIvRank }: { readonly withChain: boolean; readonly withVendorIvRank: boolean },
): Promise<Facts> {
  const listed = await getListedSymbol(market.reference, requested)
  const { symbol } = listed
  const quoting = market.quotes.findQuote(symbol)
  const findPrice = async () => (await quoting).value?.lastPrice ?? null
  const rating = findRate(market, RATE_DAYS, isLasting)
  const paying = findSide(market.dividends.listDividends(symbol), null, notLoaded('dividends', 'dividends'))
  const findTerms = async () => ({
    rate: (await rating).value.rate,
    dividends: priceDividends((await paying).value ?? [], newYorkDate(market.clock.now())),
  })
  const [quote, chain, bars, rate, dividends, ivHistory, earnings, fundamentals] = await Promise.all([
    quoting,
    withChain ? findScreenedChain(market, symbol, { findPrice, findTerms }) : NO_CHAIN,
    market.bars.listDailyBars(symbol, addDays(newYorkDate(market.clock.now()), -HISTORY_DAYS)),
    rating,
    paying,
    withChain
      ? findSide(market.ivHistory.listIvHistory(symbol), [], notLoaded('iv_history', 'implied-volatility history'))
      : NO_HISTORY,
    findSide(market.earnings.findNextEarnings(symbol), null, notLoaded('earnings_date', 'earnings dates')),
    findSide(
      market.fundamentals.findFundamentals(symbol),
      UNKNOWN_FUNDAMENTALS,
      notLoaded('fundamentals', 'fundamentals'),
    ),
  ])
  const [expirationRates, vendorIvRank] = await Promise.all([
    findExpirationRates(market, chain),
    withVendorIvRank ? findVendorIvRank(market, symbol, ivHistory.value) : null,
  ])
  const marketCap = await findMarketCap(market, listed.symbol, { fundamentals: fundamentals.value, quote }, isLasting)
  const [first = quote, ...others] = [quote, ...chain.parts].filter(({ value }) => value !== null)
  const stamp = worstStamp(first, ...others)
  const today = newYorkDate(stamp.asOfMs)
  return {
    ...stamp,
    listed,
    nowMs: market.clock.now(),
    priceUsd: quote.value?.lastPrice ?? null,
    bars: (bars.value ?? []).slice(-SESSIONS),
    chain,
    rate: rate.value.rate,
    expirationRates,
    dividends: priceDividends(dividends.value ?? [], today).filter(
      ({ estimated, exDate }) => !estimated || exDate <= addDays(today, EXPECTED_DAYS),
    ),
    ivHistory: ivHistory.value,
    vendorIvRank,
    earnings: earnings.value,
    fundamentals: fundamentals.value,
    marketCap,
    missing: mergeMissing(
      ...[bars, chain, rate, dividends, ivHistory, earnings].map(({ missing }) => missing),
      fundamentals.missing.filter(({ field }) => field !== 'market_cap' || marketCap === null),
      quote.value === null ? quote.missing : [],
    ),
  }
}

async function findVendorIvRank(
  { ivRank }: MarketData,
  symbol: string,
  history: readonly IvHistoryPoint[],
): Promise<VendorIvRank | null> {
  if (ivRank === undefined || history.length >= IV_MIN_SESSIONS) return null
  return (await findOrUnknown(ivRank.findIvRank(symbol), null, [], isLasting)).value
}

function findExpirationRates(market: MarketData, { contracts }: ScreenedChain): Promise<ExpirationRate[]> {
  const nowMs = market.clock.now()
  const calls = (contracts ?? []).filter(({ type }) => type === 'call')
  const terms = [...new Set(calls.map(({ expiration }) => expiration))]
    .map((date) => ({ date, days: daysToExpiration(date, nowMs) }))
    .filter(({ days }) => days <= BEST_CALL_RULES.wideDays.max)
  return Promise.all(
    terms.map(async ({ date, days }) => ({ date, rate: (await findRate(market, days, isLasting)).value.rate })),
  )
}

/** Whether a failure will last. A short rate limit will not: if the job is retried soon, the row will be complete. */
function isLasting({ code, retryAfterSeconds }: AppError): boolean {
  return code !== RATE_LIMITED || (retryAfterSeconds ?? 0) > MAX_RETRY_WAIT_S
}

function findSide<T>(pending: Promise<Answer<T>>, unknown: T, lack: Missing): Promise<Fact<T>> {
  return findOrUnknown(pending, unknown, [lack], isLasting)
}
