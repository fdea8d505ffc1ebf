import type { cacheStatuses, dataClasses } from '@callwright/contracts'
import type { DividendKind, EarningsReport, IsoDate } from '@callwright/scoring'

/**
 * The port of market data (D39): one narrow capability per kind of question, so that each can come from a source of its
 * own. Symbols are in exchange form (`BRK.B`), dates are New York days, unknown is null and `missing` says why.
 */

export type { DividendKind, EarningsReport, IsoDate }
export type DataClass = (typeof dataClasses)[number]
export type CacheStatus = (typeof cacheStatuses)[number]

export interface Missing {
  readonly field: string
  readonly reason: string
}

/** Where an answer comes from, how fresh it is and the instant it stands for. */
export interface Stamp {
  readonly source: string
  readonly dataClass: DataClass
  readonly asOfMs: number
}

export interface Answer<T> extends Stamp {
  readonly value: T
  /** What the source could not say, or had to leave out, and why. */
  readonly missing: readonly Missing[]
  /** Where a kept answer was repeated; absent where the source was asked. */
  readonly cacheStatus?: CacheStatus
}

/** One session, adjusted for splits, not for dividends. */
export interface DailyBar {
  readonly date: IsoDate
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A part of a session, adjusted for splits. */
export interface IntradayBar {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** The average price by volume of its trades, where the source tells it. */
  readonly vwap?: number
}

export interface IntradayRange {
  readonly unit: 'minute' | 'hour'
  /** Minutes or hours a bar. */
  readonly multiplier: number
  /** Both ends included. */
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

/** Greeks as the vendor gave them, in the units of D13. Its volatility is not asked for: ours comes from the mid. */
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
  /** 0 is a real "nobody bids"; null is unknown. */
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  readonly volume: number | null
  readonly openInterest: number | null
  readonly vendorGreeks: VendorGreeks | null
}

/** Which contracts are wanted. A source that cannot choose answers with more than was asked for. */
export interface ChainFilter {
  readonly type?: 'call' | 'put'
  /** Calendar days from today in New York, both ends included. */
  readonly minDays?: number
  readonly maxDays?: number
  readonly minStrike?: number
  readonly maxStrike?: number
  readonly expiration?: IsoDate
}

export interface OptionChain {
  readonly contracts: readonly OptionQuote[]
  /** When the source took the quotes; null where it does not say. */
  readonly quotedAtMs: number | null
  /** The stock's price the quotes were made against; null where the source does not say. */
  readonly underlyingPriceUsd: number | null
}

export interface ListedSymbol {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly exchange: string | null
  readonly type: 'stock' | 'etf' | 'unknown'
  /** Options on it are listed on an exchange. */
  readonly optionable: boolean
  /** This source has its option chain. */
  readonly hasChain: boolean
  readonly inUniverse: boolean
}

export interface Fundamentals {
  readonly marketCapUsd: number | null
  readonly netMarginPct: number | null
  /** A ratio: 0.5 is 50 cents of debt for each dollar of equity. */
  readonly debtToEquity: number | null
  /** True only where it is known; false is "not known to be negative". */
  readonly negativeEquity: boolean
  readonly dividendYieldPct: number | null
  readonly creditRating: string | null
}

export interface CashDividend {
  readonly exDate: IsoDate
  readonly cashUsd: number
  /** Null where the source does not tell. */
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
  /** What it is read from, for a person: `1M Treasury of 2026-07-10`. */
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

/** What the exchange says of itself. */
export interface MarketStatus {
  readonly session: 'open' | 'extended' | 'closed'
  /** The provider's own clock, to tell how far ours is off; null where it does not say. */
  readonly serverMs: number | null
}

/** A weekday that is not a whole session. */
export interface SpecialDay {
  readonly date: IsoDate
  readonly name: string
  /** When an early close ends it; null where there is no session at all. */
  readonly closeMs: number | null
}

export interface MarketClock {
  /** "Now" of this source (D3). */
  now(): number
  /** Only sources that ask an exchange know these; the calendar of libs/scoring knows them by rule. */
  findStatus?(): Promise<Answer<MarketStatus>>
  listSpecialDays?(): Promise<Answer<readonly SpecialDay[]>>
}
export interface BarSource {
  /**
   * Ascending; null where the source has no usable series. With `from` that day and later ones are enough: a source that
   * cannot choose answers with more.
   */
  listDailyBars(symbol: string, from?: IsoDate): Promise<Answer<readonly DailyBar[] | null>>
  /** One session of every symbol at once, where a source can; null where it has none of that day. */
  listMarketBars?(date: IsoDate): Promise<Answer<ReadonlyMap<string, DailyBar> | null>>
}
export interface IntradayBarSource {
  /** Ascending, every trade of the day included, before the open and after the close too; null where there are none. */
  listIntradayBars(symbol: string, range: IntradayRange): Promise<Answer<readonly IntradayBar[] | null>>
}
export interface QuoteSource {
  findQuote(symbol: string): Promise<Answer<StockQuote | null>>
}
export interface ExpirationSource {
  /** Ascending; empty where no option is listed. */
  listExpirations(symbol: string): Promise<Answer<readonly IsoDate[]>>
}
export interface ChainSource {
  /** Standard contracts only, ordered by expiration and strike; null where the source has no chain. */
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
  /** Those of every company it knows something of at once, where a source can. */
  listMarketFundamentals?(): Promise<ReadonlyMap<string, Answer<Fundamentals>>>
}
export interface DividendSource {
  /** All known ones, past and declared, ascending; null where the source has no dividends at all. */
  listDividends(symbol: string): Promise<Answer<readonly CashDividend[] | null>>
  /** Those of every symbol with an ex-date from a day on, where a source can. */
  listMarketDividends?(from: IsoDate): Promise<Answer<ReadonlyMap<string, readonly CashDividend[]>>>
}
export interface SplitSource {
  listSplits(symbol: string): Promise<Answer<readonly StockSplit[] | null>>
  /** Those of every symbol carried out from a day on, where a source can. */
  listMarketSplits?(from: IsoDate): Promise<Answer<ReadonlyMap<string, readonly StockSplit[]>>>
}
export interface EarningsSource {
  /** The next report that has not happened yet. */
  findNextEarnings(symbol: string): Promise<Answer<EarningsReport | null>>
  /** Those that have happened, as far back as it is known, ascending, where a source knows more than the next. */
  listPastEarnings?(symbol: string): Promise<Answer<readonly EarningsReport[]>>
}
export interface RateSource {
  /** The rate for money tied up this many days; `missing` says when it is an assumption. */
  findRate(days: number): Promise<Answer<InterestRate>>
}
export interface IvHistorySource {
  /** 30-day at-the-money volatility by session, ascending, decimal per year. */
  listIvHistory(symbol: string): Promise<Answer<readonly IvHistoryPoint[]>>
}

/** One source per capability; several may be the same object. */
export interface MarketData {
  /** Changes whenever the answers may: part of every cache key. */
  readonly revision: string
  readonly stamp: () => Stamp
  readonly clock: MarketClock
  readonly bars: BarSource
  /** Absent where a source has daily bars only. */
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
  /** Rejects when the source cannot be reached at all. */
  readonly ping: () => Promise<void>
}
