import type { cacheStatuses, dataClasses } from '@callwright/contracts'
import type { DividendKind, EarningsReport, IsoDate } from '@callwright/scoring'

/**
 * The port of market data (D39): one narrow capability per kind of request, so that each can come from a different
 * source. Symbols are in exchange form (`BRK.B`), dates are New York days, unknown values are null with a reason in
 * `missing`.
 */

export type { DividendKind, EarningsReport, IsoDate }
export type DataClass = (typeof dataClasses)[number]
export type CacheStatus = (typeof cacheStatuses)[number]

export interface Missing {
  readonly field: string
  readonly reason: string
}

/** Source of an answer, its freshness and the instant it describes. */
export interface Stamp {
  readonly source: string
  readonly dataClass: DataClass
  readonly asOfMs: number
}

export interface Answer<T> extends Stamp {
  readonly value: T
  /** Values the source could not provide or had to leave out, with reasons. */
  readonly missing: readonly Missing[]
  /** How a cached answer was served; absent if the source was called. */
  readonly cacheStatus?: CacheStatus
}

/** One session, adjusted for splits but not for dividends. */
export interface DailyBar {
  readonly date: IsoDate
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Part of a session, adjusted for splits. */
export interface IntradayBar {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Volume-weighted average price of its trades, if the source reports it. */
  readonly vwap?: number
}

export interface IntradayRange {
  readonly unit: 'minute' | 'hour'
  /** Minutes or hours per bar. */
  readonly multiplier: number
  /** Both ends are inclusive. */
  readonly from: IsoDate
  readonly to: IsoDate
}

export interface StockQuote {
  readonly lastPrice: number
  readonly previousClose: number | null
  readonly bid: number | null
  readonly ask: number | null
  readonly volume: number | null
}

/**
 * Greeks as reported by the vendor, in the units of D13. The vendor's volatility is not used: ours comes from the mid.
 */
export interface VendorGreeks {
  readonly delta: number
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly rho: number | null
}

export interface OptionQuote {
  readonly contractSymbol: string
  readonly type: 'call' | 'put'
  readonly expiration: IsoDate
  readonly strike: number
  /** 0 means that there are no bids; null means unknown. */
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  readonly volume: number | null
  readonly openInterest: number | null
  readonly vendorGreeks: VendorGreeks | null
}

/** Requested contracts. A source that cannot filter may return more. */
export interface ChainFilter {
  readonly type?: 'call' | 'put'
  /** Calendar days from today in New York, both ends inclusive. */
  readonly minDays?: number
  readonly maxDays?: number
  readonly minStrike?: number
  readonly maxStrike?: number
  readonly expiration?: IsoDate
}

export interface OptionChain {
  readonly contracts: readonly OptionQuote[]
  /** When the source took the quotes; null if it does not report it. */
  readonly quotedAtMs: number | null
  /** Stock price at the time of the quotes; null if the source does not report it. */
  readonly underlyingPriceUsd: number | null
}

export interface ListedSymbol {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly exchange: string | null
  readonly type: 'stock' | 'etf' | 'unknown'
  /** Whether an exchange lists options on it. */
  readonly optionable: boolean
  /** Whether this source has its option chain. */
  readonly hasChain: boolean
  readonly inUniverse: boolean
}

export interface Fundamentals {
  readonly marketCapUsd: number | null
  readonly netMarginPct: number | null
  /** Ratio: 0.5 means 50 cents of debt per dollar of equity. */
  readonly debtToEquity: number | null
  /** True only if known; false means "not known to be negative". */
  readonly negativeEquity: boolean
  readonly dividendYieldPct: number | null
  readonly creditRating: string | null
}

export interface CashDividend {
  readonly exDate: IsoDate
  readonly cashUsd: number
  /** Null if the source does not report it. */
  readonly kind: DividendKind | null
}

export interface StockSplit {
  readonly executionDate: IsoDate
  /** New shares per old share. */
  readonly ratio: number
  readonly kind: 'split' | 'spin_off'
}

export interface InterestRate {
  /** Continuously compounded, decimal per year. */
  readonly rate: number
  /** Description of its origin for the user: `1M Treasury, Jul 10, 2026`. */
  readonly basis: string
}

export interface IvHistoryPoint {
  readonly date: IsoDate
  readonly impliedVolatility: number
}

export interface SymbolSearch {
  readonly text: string
  readonly limit: number
  readonly onlyWithChain?: boolean
}

/** Status reported by the exchange. */
export interface MarketStatus {
  readonly session: 'open' | 'extended' | 'closed'
  /** The provider's clock, to measure the offset of ours; null if it does not report it. */
  readonly serverMs: number | null
}

/** A weekday with a shortened session or none. */
export interface SpecialDay {
  readonly date: IsoDate
  readonly name: string
  /** Time of an early close; null if there is no session. */
  readonly closeMs: number | null
}

export interface MarketClock {
  /** Current time of this source (D3). */
  now(): number
  /** Only sources that query an exchange provide these; libs/scoring computes them from calendar rules. */
  findStatus?(): Promise<Answer<MarketStatus>>
  listSpecialDays?(): Promise<Answer<readonly SpecialDay[]>>
}
export interface BarSource {
  /**
   * Ascending; null if the source has no usable series. `from` is the first day needed; a source that cannot filter may
   * return more.
   */
  listDailyBars(symbol: string, from?: IsoDate): Promise<Answer<readonly DailyBar[] | null>>
  /** One session of every symbol at once, if the source supports it; null if it has no data for that day. */
  listMarketBars?(date: IsoDate): Promise<Answer<ReadonlyMap<string, DailyBar> | null>>
}
export interface IntradayBarSource {
  /** Ascending; includes pre-market and after-hours trades; null if there are none. */
  listIntradayBars(symbol: string, range: IntradayRange): Promise<Answer<readonly IntradayBar[] | null>>
}
export interface QuoteSource {
  findQuote(symbol: string): Promise<Answer<StockQuote | null>>
}
export interface ExpirationSource {
  /** Ascending; empty if no options are listed. */
  listExpirations(symbol: string): Promise<Answer<readonly IsoDate[]>>
}
export interface ChainSource {
  /** Standard contracts only, ordered by expiration and strike; null if the source has no chain. */
  findChain(symbol: string, filter?: ChainFilter): Promise<Answer<OptionChain | null>>
}
export interface SymbolSearchSource {
  searchSymbols(search: SymbolSearch): Promise<Answer<readonly ListedSymbol[]>>
}
export interface ReferenceSource {
  listUniverse(): Promise<Answer<readonly ListedSymbol[]>>
  findSymbol(symbol: string): Promise<ListedSymbol | null>
}
export interface FundamentalsSource {
  findFundamentals(symbol: string): Promise<Answer<Fundamentals>>
  /** Fundamentals of all companies the source knows, in one request, if the source supports it. */
  listMarketFundamentals?(): Promise<ReadonlyMap<string, Answer<Fundamentals>>>
}
export interface DividendSource {
  /** All known past and declared dividends, ascending; null if the source has no dividend data. */
  listDividends(symbol: string): Promise<Answer<readonly CashDividend[] | null>>
  /** Dividends of all symbols with an ex-date on or after `from`, if the source supports it. */
  listMarketDividends?(from: IsoDate): Promise<Answer<ReadonlyMap<string, readonly CashDividend[]>>>
}
export interface SplitSource {
  listSplits(symbol: string): Promise<Answer<readonly StockSplit[] | null>>
  /** Splits of all symbols executed on or after `from`, if the source supports it. */
  listMarketSplits?(from: IsoDate): Promise<Answer<ReadonlyMap<string, readonly StockSplit[]>>>
}
export interface EarningsSource {
  /** The next upcoming report. */
  findNextEarnings(symbol: string): Promise<Answer<EarningsReport | null>>
  /** Past reports, ascending, as far back as known; absent if the source knows only the next one. */
  listPastEarnings?(symbol: string): Promise<Answer<readonly EarningsReport[]>>
}
export interface RateSource {
  /** Rate for a term in days; `missing` says if it is an assumption. */
  findRate(days: number): Promise<Answer<InterestRate>>
}
export interface IvHistorySource {
  /** 30-day at-the-money volatility per session, ascending, decimal per year. */
  listIvHistory(symbol: string): Promise<Answer<readonly IvHistoryPoint[]>>
}

/** One source per capability; several may be the same object. */
export interface MarketData {
  /** Changes whenever the answers may change; part of every cache key. */
  readonly revision: string
  readonly stamp: () => Stamp
  readonly clock: MarketClock
  readonly bars: BarSource
  /** Absent if the source has only daily bars. */
  readonly intradayBars?: IntradayBarSource
  readonly quotes: QuoteSource
  readonly expirations: ExpirationSource
  readonly chains: ChainSource
  readonly search: SymbolSearchSource
  readonly reference: ReferenceSource
  readonly fundamentals: FundamentalsSource
  readonly dividends: DividendSource
  readonly splits: SplitSource
  readonly earnings: EarningsSource
  readonly rates: RateSource
  readonly ivHistory: IvHistorySource
  /** Rejects if the source is unreachable. */
  readonly ping: () => Promise<void>
}
