import { addDays, BEST_CALL_RULES, daysToExpiration, newYorkDate, type ScheduledDividend } from '@callwright/scoring'
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
} from '../providers/provider.ts'
import { type Fact, findOrUnknown, findRate, notLoaded, priceDividends } from '../side-facts.ts'
import { type AnswerStamp, mergeMissing, worstStamp } from '../stamps.ts'
import { getListedSymbol } from '../symbols.ts'
import { findScreenedChain, type ScreenedChain } from './screened-chain.ts'

interface ExpirationRate {
  readonly date: IsoDate
  readonly rate: number
}

/** Everything the screener needs for one symbol. The stamp covers the prices of the stock and the chain. */
export interface Facts extends Required<AnswerStamp> {
  readonly listed: ListedSymbol
  /** Current time on the market's clock; never before `asOfMs`. */
  readonly nowMs: number
  readonly priceUsd: number | null
  readonly bars: readonly DailyBar[]
  readonly chain: ScreenedChain
  readonly rate: number
  /** Rate for the term of each expiration that the best call may have. */
  readonly expirationRates: readonly ExpirationRate[]
  /** Upcoming dividends, declared and estimated, that the options of the next months are priced with. */
  readonly dividends: readonly ScheduledDividend[]
  readonly ivHistory: readonly IvHistoryPoint[]
  readonly earnings: EarningsReport | null
  readonly fundamentals: Fundamentals
  readonly missing: readonly Missing[]
}

/** One year of sessions plus the 30-day window before the first. */
const SESSIONS = 320
/** Calendar days that contain `SESSIONS` sessions, however the holidays fall. */
const HISTORY_DAYS = 480
/** The screener uses no expiration further out. */
const EXPECTED_DAYS = 366
/** Term of the rate for the calls the screener ranks: one to two months. */
const RATE_DAYS = 30

/** Placeholder if the chain was not requested. */
const NO_CHAIN: ScreenedChain = {
  contracts: null,
  quotedAtMs: null,
  underlyingPriceUsd: null,
  parts: [],
  missing: [{ field: 'chain', reason: 'The option chain was not requested' }],
}
const NO_HISTORY: Fact<readonly IvHistoryPoint[]> = { value: [], missing: [] }

/** Longer than a provider with few calls needs to free some, seconds. */
const MAX_RETRY_WAIT_S = 120

/**
 * Collects the facts of a symbol. Price, bars and chain are required; any other fact may be unavailable and is then
 * listed in `missing`. `withChain: false` skips the chain and its volatility history. Throws `unknown_symbol`.
 */
export async function collectFacts(
  market: MarketData,
  requested: string,
  { withChain }: { readonly withChain: boolean },
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
  const expirationRates = await findExpirationRates(market, chain)
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
    earnings: earnings.value,
    fundamentals: fundamentals.value,
    missing: mergeMissing(
      ...[bars, chain, rate, dividends, ivHistory, earnings, fundamentals].map(({ missing }) => missing),
      quote.value === null ? quote.missing : [],
    ),
  }
}

/** Unknown rates use the assumed rate, as the 30-day rate does. */
function findExpirationRates(market: MarketData, { contracts }: ScreenedChain): Promise<ExpirationRate[]> {
  const nowMs = market.clock.now()
  const { min, max } = BEST_CALL_RULES.wideDays
  const terms = [...new Set((contracts ?? []).map(({ expiration }) => expiration))]
    .map((date) => ({ date, days: daysToExpiration(date, nowMs) }))
    .filter(({ days }) => days >= min && days <= max)
  return Promise.all(
    terms.map(async ({ date, days }) => ({ date, rate: (await findRate(market, days, isLasting)).value.rate })),
  )
}

/** Short rate limits are not lasting: retrying the job soon yields a complete row. */
function isLasting({ code, retryAfterSeconds }: AppError): boolean {
  return code !== RATE_LIMITED || (retryAfterSeconds ?? 0) > MAX_RETRY_WAIT_S
}

function findSide<T>(pending: Promise<Answer<T>>, unknown: T, lack: Missing): Promise<Fact<T>> {
  return findOrUnknown(pending, unknown, [lack], isLasting)
}
