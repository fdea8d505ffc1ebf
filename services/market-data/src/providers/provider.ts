import type { cacheStatuses, dataClasses } from '@callwright/contracts'
import type { DividendKind, EarningsReport, IsoDate } from '@callwright/scoring'

/**
 * The port for market data (D39). Each kind of request is a separate, narrow capability, so each can come from a
 * different source. Symbols are in exchange form (`BRK.B`), dates are New York days, and an unknown value is null with
 * a reason in `missing`.
 */

export type { DividendKind, EarningsReport, IsoDate }
export type DataClass = (typeof dataClasses)[number]
export type CacheStatus = (typeof cacheStatuses)[number]

export interface Missing {
  readonly field: string
  readonly reason: string
}

/** Source, freshness and time of an answer's data. */
export interface Stamp {
  readonly source: string
  readonly dataClass: DataClass
  readonly asOfMs: number
}

export interface Answer<T> extends Stamp {
  readonly value: T
  /** Values the source could not provide, or that were left out, with reasons. */
  readonly missing: readonly Missing[]
  /** How the cache served the answer; absent if the source was called. */
  readonly cacheStatus?: CacheStatus
}

/** Prices and volume of one session, adjusted for splits but not for dividends. */
export interface DailyBar {
  readonly date: IsoDate
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Prices and volume of part of a session, adjusted for splits. */
export interface IntradayBar {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Volume-weighted average price of the bar's trades, if the source reports it. */
  readonly vwap?: number
}

export interface IntradayRange {
  readonly unit: 'minute' | 'hour'
  /** Minutes or hours per bar. */
  readonly multiplier: number
  /** Both ends of the range are inclusive. */
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
 * Greeks as the vendor reports them, in the units of D13. The vendor's implied volatility is left out, since ours is
 * computed from the mid.
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

/** The contracts to return. A source that cannot filter may return more. */
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
  /** When the source took the quotes; null if it does not say. */
  readonly quotedAtMs: number | null
  /** Stock price at the time of the quotes; null if the source does not report one. */
  readonly underlyingPriceUsd: number | null
}

export interface ListedSymbol {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly exchange: string | null
  readonly type: 'stock' | 'etf' | 'unknown'
  /** Whether any exchange lists options on the symbol. */
  readonly optionable: boolean
  /** Whether this source has a chain for the symbol. */
  readonly hasChain: boolean
  readonly inUniverse: boolean
}

export interface Fundamentals {
  readonly marketCapUsd: number | null
  readonly netMarginPct: number | null
  /** Ratio: 0.5 means 50 cents of debt per dollar of equity. */
  readonly debtToEquity: number | null
  /** True only if equity is known to be negative; if false, equity may be positive or unknown. */
  readonly negativeEquity: boolean
  readonly dividendYieldPct: number | null
  readonly creditRating: string | null
  /** Only from a source without market caps: the market cap is this times the price. */
  readonly shares: SharesOutstanding | null
}

export interface SharesOutstanding {
  readonly count: number
  /** Day of the count; splits since then are not in it. */
  readonly asOf: IsoDate
}

export interface CashDividend {
  readonly exDate: IsoDate
  readonly cashUsd: number
  /** Null if the source does not report it. */
  readonly kind: DividendKind | null
}

export interface StockSplit {
  readonly executionDate: IsoDate
  /** Number of new shares for each old share. */
  readonly ratio: number
  readonly kind: 'split' | 'spin_off'
}

export interface InterestRate {
  /** Continuously compounded, as an annualized decimal. */
  readonly rate: number
  /** Origin of the rate, as shown to the user: `1M Treasury, Jul 10, 2026`. */
  readonly basis: string
}

export interface IvHistoryPoint {
  readonly date: IsoDate
  readonly impliedVolatility: number
}

/** A vendor's rank of its own volatility measure within that measure's last year. Never mixed with ours (D12). */
export interface VendorIvRank {
  /** 0-100. */
  readonly rank: number
  /** 0-100: share of the year's sessions below today's volatility; null if the vendor does not report it. */
  readonly percentile: number | null
}

export interface SymbolSearch {
  readonly text: string
  readonly limit: number
  readonly onlyWithChain?: boolean
}

export interface MarketStatus {
  readonly session: 'open' | 'extended' | 'closed'
  /** Time on the provider's clock, used to measure how far off ours is; null if the provider does not report it. */
  readonly serverMs: number | null
}

/** A weekday on which the exchange closes early or stays closed. */
export interface SpecialDay {
  readonly date: IsoDate
  readonly name: string
  /** Time of an early close; null if there is no session. */
  readonly closeMs: number | null
}

export interface MarketClock {
  /** Current time of this source (D3). */
  now(): number
  /** Only sources that query an exchange implement these; for the others, libs/scoring applies calendar rules. */
  findStatus?(): Promise<Answer<MarketStatus>>
  listSpecialDays?(): Promise<Answer<readonly SpecialDay[]>>
}
export interface BarSource {
  /**
   * Lists bars, oldest first; null if the source has no usable series. `from` is the first day needed; a source that
   * cannot filter may return more.
   */
  listDailyBars(symbol: string, from?: IsoDate): Promise<Answer<readonly DailyBar[] | null>>
  /**
   * Lists one session's bars for every symbol at once, if the source supports it; null if it has no data for that day.
   */
  listMarketBars?(date: IsoDate): Promise<Answer<ReadonlyMap<string, DailyBar> | null>>
  /**
   * Finds the bar of the session in progress or, after it, of the last one, made from the quote; null before a
   * session's first trade. Only sources that publish daily bars after the session implement this: their series is then
   * extended by this bar, and requested again only if sessions in between are missing.
   */
  findLatestBar?(symbol: string): Promise<Answer<DailyBar | null>>
}
export interface IntradayBarSource {
  /** Lists bars, oldest first, including pre-market and after-hours trades; null if there are none. */
  listIntradayBars(symbol: string, range: IntradayRange): Promise<Answer<readonly IntradayBar[] | null>>
}
export interface QuoteSource {
  findQuote(symbol: string): Promise<Answer<StockQuote | null>>
}
export interface ExpirationSource {
  /** Lists dates, soonest first; empty if no options are listed. */
  listExpirations(symbol: string): Promise<Answer<readonly IsoDate[]>>
}
export interface ChainSource {
  /** Finds standard contracts only, sorted by expiration and strike; null if the source has no chain. */
  findChain(symbol: string, filter?: ChainFilter): Promise<Answer<OptionChain | null>>
  /**
   * Finds the contracts as they were quoted at the close of a past session, if the source keeps or can compute old
   * chains; null if it has none for that day. Strikes and prices are per share of that day, and the filter's days count
   * from it.
   */
  findPastChain?(symbol: string, date: IsoDate, filter?: ChainFilter): Promise<Answer<OptionChain | null>>
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
  /** Fundamentals of every company the source knows, in a single request, if the source supports it. */
  listMarketFundamentals?(): Promise<ReadonlyMap<string, Answer<Fundamentals>>>
}
export interface DividendSource {
  /** Lists all known dividends, past and declared, oldest first; null if the source has no dividend data. */
  listDividends(symbol: string): Promise<Answer<readonly CashDividend[] | null>>
  /** Lists every symbol's dividends with an ex-date on or after `from`, if the source supports it. */
  listMarketDividends?(from: IsoDate): Promise<Answer<ReadonlyMap<string, readonly CashDividend[]>>>
}
export interface SplitSource {
  listSplits(symbol: string): Promise<Answer<readonly StockSplit[] | null>>
  /** Lists every symbol's splits executed on or after `from`, if the source supports it. */
  listMarketSplits?(from: IsoDate): Promise<Answer<ReadonlyMap<string, readonly StockSplit[]>>>
}
export interface EarningsSource {
  findNextEarnings(symbol: string): Promise<Answer<EarningsReport | null>>
  /** Lists past reports, oldest first, as far back as known; absent if the source knows only the next report. */
  listPastEarnings?(symbol: string): Promise<Answer<readonly EarningsReport[]>>
  /** Lists every symbol's next report between two days, both inclusive, if the source supports it. */
  listMarketEarnings?(from: IsoDate, to: IsoDate): Promise<Answer<ReadonlyMap<string, EarningsReport>>>
}
export interface RateSource {
  /** Finds the rate for a term in days; `missing` says so if the rate is assumed. */
  findRate(days: number): Promise<Answer<InterestRate>>
}
export interface IvHistorySource {
  /** Lists each session's 30-day at-the-money volatility as an annualized decimal, oldest first. */
  listIvHistory(symbol: string): Promise<Answer<readonly IvHistoryPoint[]>>
}
export interface IvRankSource {
  /** Finds the vendor's own IV rank; null if it has none for the symbol. */
  findIvRank(symbol: string): Promise<Answer<VendorIvRank | null>>
}

/** One source for each capability; the same object may serve as several of them. */
export interface MarketData {
  /** Changes whenever the answers may change. Every cache key contains it. */
  readonly revision: string
  readonly stamp: () => Stamp
  readonly clock: MarketClock
  readonly bars: BarSource
  /** Absent if the source has daily bars only. */
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
  /** Absent if no vendor reports an IV rank of its own. */
  readonly ivRank?: IvRankSource
  /** Rejects if the source cannot be reached. */
  readonly ping: () => Promise<void>
}
