import { newYorkDate } from '@callwright/scoring'
import type {
  CashDividend,
  DailyBar,
  EarningsReport,
  Fundamentals,
  IvHistoryPoint,
  ListedSymbol,
  MarketData,
  Missing,
} from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing, worstStamp } from '../stamps.ts'
import { getListedSymbol } from '../symbols.ts'
import { findScreenedChain, type ScreenedChain } from './screened-chain.ts'

/** All that the screener needs to know of one symbol. Its stamp is that of the prices: the stock's and the chain's. */
export interface Facts extends Required<AnswerStamp> {
  readonly listed: ListedSymbol
  readonly priceUsd: number | null
  readonly bars: readonly DailyBar[]
  readonly chain: ScreenedChain
  readonly rate: number
  /** Known ones that are still to come. */
  readonly dividends: readonly CashDividend[]
  readonly ivHistory: readonly IvHistoryPoint[]
  readonly earnings: EarningsReport | null
  readonly fundamentals: Fundamentals
  readonly missing: readonly Missing[]
}

/** A year of sessions, and the 30-day window before each of them. */
const SESSIONS = 320
/** The rate belongs to the calls the screener looks for: a month or two out. */
const RATE_DAYS = 30

/** Gathers the facts of a symbol. Throws `unknown_symbol`. */
export async function collectFacts(market: MarketData, requested: string): Promise<Facts> {
  const listed = await getListedSymbol(market.reference, requested)
  const { symbol } = listed
  const asking = market.quotes.findQuote(symbol)
  const findPrice = async () => (await asking).value?.lastPrice ?? null
  const [quote, chain, bars, rate, dividends, ivHistory, earnings, fundamentals] = await Promise.all([
    asking,
    findScreenedChain(market, symbol, findPrice),
    market.bars.listDailyBars(symbol),
    market.rates.findRate(RATE_DAYS),
    market.dividends.listDividends(symbol),
    market.ivHistory.listIvHistory(symbol),
    market.earnings.findNextEarnings(symbol),
    market.fundamentals.findFundamentals(symbol),
  ])
  const [first = quote, ...others] = [quote, ...chain.parts].filter(({ value }) => value !== null)
  const stamp = worstStamp(first, ...others)
  const today = newYorkDate(stamp.asOfMs)
  return {
    ...stamp,
    listed,
    priceUsd: quote.value?.lastPrice ?? null,
    bars: (bars.value ?? []).slice(-SESSIONS),
    chain,
    rate: rate.value.rate,
    dividends: (dividends.value ?? []).filter(({ exDate }) => exDate > today),
    ivHistory: ivHistory.value,
    earnings: earnings.value,
    fundamentals: fundamentals.value,
    missing: mergeMissing(
      ...[bars, chain, rate, dividends, ivHistory, earnings, fundamentals].map(({ missing }) => missing),
      quote.value === null ? quote.missing : [],
    ),
  }
}
