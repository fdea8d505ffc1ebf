import { addDays, newYorkDate, type ScheduledDividend } from '@callwright/scoring'
import type { AppError } from '@callwright/service'
import { RATE_LIMITED } from '../errors.ts'
import { UNKNOWN_FUNDAMENTALS } from '../providers/fundamentals.ts'
import type {
  Answer,
  DailyBar,
  EarningsReport,
  Fundamentals,
  IvHistoryPoint,
  ListedSymbol,
  MarketData,
  Missing,
} from '../providers/provider.ts'
import { away, type Fact, findOrUnknown, findRate, priceDividends } from '../side-facts.ts'
import { type AnswerStamp, mergeMissing, worstStamp } from '../stamps.ts'
import { getListedSymbol } from '../symbols.ts'
import { findScreenedChain, type ScreenedChain } from './screened-chain.ts'

/** All that the screener needs to know of one symbol. Its stamp is that of the prices: the stock's and the chain's. */
export interface Facts extends Required<AnswerStamp> {
  readonly listed: ListedSymbol
  /** Now, by the market's clock: never before `asOfMs`. */
  readonly nowMs: number
  readonly priceUsd: number | null
  readonly bars: readonly DailyBar[]
  readonly chain: ScreenedChain
  readonly rate: number
  /** Those to come, declared and expected, that options of the next months are priced with. */
  readonly dividends: readonly ScheduledDividend[]
  readonly ivHistory: readonly IvHistoryPoint[]
  readonly earnings: EarningsReport | null
  readonly fundamentals: Fundamentals
  readonly missing: readonly Missing[]
}

/** A year of sessions, and the 30-day window before each of them. */
const SESSIONS = 320
/** As many sessions lie within so many days, whatever the holidays. */
const HISTORY_DAYS = 480
/** The screener looks at no expiration further out. */
const EXPECTED_DAYS = 366
/** The rate belongs to the calls the screener looks for: a month or two out. */
const RATE_DAYS = 30

/** In place of a chain that nobody asked for. */
const NO_CHAIN: ScreenedChain = {
  contracts: null,
  quotedAtMs: null,
  underlyingPriceUsd: null,
  parts: [],
  missing: [{ field: 'chain', reason: 'The option chain was not asked for' }],
}
const NO_HISTORY: Fact<readonly IvHistoryPoint[]> = { value: [], missing: [] }

/** Longer than a provider of few calls takes to have some free again. */
const WORTH_WAITING_S = 120

/**
 * Gathers the facts of a symbol. Without its price, its bars and its chain there are none; anything else may be away and
 * is then said to be. `withChain: false` asks for neither chain nor the history of its volatility. Throws
 * `unknown_symbol`.
 */
export async function collectFacts(
  market: MarketData,
  requested: string,
  { withChain }: { readonly withChain: boolean },
): Promise<Facts> {
  const listed = await getListedSymbol(market.reference, requested)
  const { symbol } = listed
  const asking = market.quotes.findQuote(symbol)
  const findPrice = async () => (await asking).value?.lastPrice ?? null
  const rating = findRate(market, RATE_DAYS, isLasting)
  const paying = findSide(market.dividends.listDividends(symbol), null, away('dividends', 'dividends'))
  const findTerms = async () => ({
    rate: (await rating).value.rate,
    dividends: priceDividends((await paying).value ?? [], newYorkDate(market.clock.now())),
  })
  const [quote, chain, bars, rate, dividends, ivHistory, earnings, fundamentals] = await Promise.all([
    asking,
    withChain ? findScreenedChain(market, symbol, { findPrice, findTerms }) : NO_CHAIN,
    market.bars.listDailyBars(symbol, addDays(newYorkDate(market.clock.now()), -HISTORY_DAYS)),
    rating,
    paying,
    withChain
      ? findSide(market.ivHistory.listIvHistory(symbol), [], away('iv_history', 'implied-volatility history'))
      : NO_HISTORY,
    findSide(market.earnings.findNextEarnings(symbol), null, away('earnings_date', 'earnings dates')),
    findSide(market.fundamentals.findFundamentals(symbol), UNKNOWN_FUNDAMENTALS, away('fundamentals', 'fundamentals')),
  ])
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

/** A source that takes calls again in a moment is worth coming back for: the row is whole then. */
function isLasting({ code, retryAfterSeconds }: AppError): boolean {
  return code !== RATE_LIMITED || (retryAfterSeconds ?? 0) > WORTH_WAITING_S
}

function findSide<T>(question: Promise<Answer<T>>, unknown: T, lack: Missing): Promise<Fact<T>> {
  return findOrUnknown(question, unknown, [lack], isLasting)
}
