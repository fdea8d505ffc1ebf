import { addDays, newYorkDate } from '@callwright/scoring'
import type {
  CashDividend,
  DailyBar,
  EarningsReport,
  Fundamentals,
  IsoDate,
  IvHistoryPoint,
  ListedSymbol,
  MarketData,
  Missing,
  OptionQuote,
  Stamp,
} from '../providers/provider.ts'
import { getListedSymbol } from '../symbols.ts'

/** All that the screener needs to know of one symbol, at one instant. */
export interface Facts extends Stamp {
  readonly listed: ListedSymbol
  readonly priceUsd: number | null
  readonly bars: readonly DailyBar[]
  readonly contracts: readonly OptionQuote[] | null
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

/** Gathers the facts of a symbol; chain rows up to `maxDays` to expiration. Throws `unknown_symbol`. */
export async function collectFacts(market: MarketData, requested: string, maxDays: number): Promise<Facts> {
  const listed = await getListedSymbol(market.reference, requested)
  const { symbol } = listed
  const asOfMs = market.clock.now()
  const today = newYorkDate(asOfMs)
  const [bars, quote, chain, rate, dividends, ivHistory, earnings, fundamentals] = await Promise.all([
    market.bars.listDailyBars(symbol),
    market.quotes.findQuote(symbol),
    market.chains.findChain(symbol),
    market.rates.findRate(RATE_DAYS),
    market.dividends.listDividends(symbol),
    market.ivHistory.listIvHistory(symbol),
    market.earnings.findNextEarnings(symbol),
    market.fundamentals.findFundamentals(symbol),
  ])
  return {
    ...market.stamp(),
    listed,
    priceUsd: quote.value?.lastPrice ?? null,
    bars: (bars.value ?? []).slice(-SESSIONS),
    contracts: chain.value === null ? null : selectUntil(chain.value.contracts, addDays(today, maxDays)),
    rate: rate.value.rate,
    dividends: (dividends.value ?? []).filter(({ exDate }) => exDate > today),
    ivHistory: ivHistory.value,
    earnings: earnings.value,
    fundamentals: fundamentals.value,
    missing: [bars, chain, rate, dividends, ivHistory, earnings, fundamentals]
      .flatMap(({ missing }) => missing)
      .concat(quote.value === null ? quote.missing : []),
  }
}

/** Contracts are in order of expiration. */
function selectUntil(contracts: readonly OptionQuote[], lastDay: IsoDate): readonly OptionQuote[] {
  const end = contracts.findIndex(({ expiration }) => expiration > lastDay)
  return end === -1 ? contracts : contracts.slice(0, end)
}
