import type { SectorChoice } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import type { GivenFigures } from './figures/roles.ts'

/** A requested range. A null bound is open; equal bounds mean a single value. */
export interface Range {
  readonly least: number | null
  readonly most: number | null
}
export const at = (value: number): Range => ({ least: value, most: value })
/** The single value of a range; null for a range with two ends or an open one. */
export const pointOf = (range: Range | null) => (range !== null && range.least === range.most ? range.least : null)
/** The middle of a range, or its only end; null without any. */
export const middleOf = (range: Range | null): number | null => {
  const [low, high] = [range?.least ?? range?.most ?? null, range?.most ?? range?.least ?? null]
  return low === null || high === null ? null : (low + high) / 2
}

export type Unit = 'usd' | 'pct' | 'delta' | 'days' | 'count' | 'points'

/** Figures that a message can bound: label on the chip, and unit. */
export const ranges = {
  strike: ['Strike', 'usd'],
  days: ['Days', 'days'],
  delta: ['Delta', 'delta'],
  premium: ['Premium a share', 'usd'],
  premiumPct: ['Premium of the price', 'pct'],
  otmPct: ['Out of the money', 'pct'],
  otmUsd: ['Strike above the price', 'usd'],
  chancePct: ['Chance of assignment', 'pct'],
  yieldPct: ['Yield a year', 'pct'],
  percent: ['Percent', 'pct'],
  price: ['Stock price', 'usd'],
  score: ['Rating', 'points'],
  ivRank: ['IV rank', 'points'],
  rsi: ['RSI', 'points'],
  dividendYield: ['Dividend yield', 'pct'],
  openInterest: ['Open interest', 'count'],
  volume: ['Volume', 'count'],
  spreadPct: ['Spread', 'pct'],
  vsAverage: ['Price above its 20-day average', 'pct'],
  iv: ['Implied volatility', 'pct'],
  earningsWithin: ['Earnings in', 'days'],
  exWithin: ['Ex-dividend in', 'days'],
} as const satisfies Record<string, readonly [string, Unit]>
export type RangeName = keyof typeof ranges
export const isRangeName = (name: string): name is RangeName => Object.hasOwn(ranges, name)

/** Sort orders of lists, as the chip names them. */
export const sortNames = {
  yield: 'Yield',
  premium: 'Premium',
  openInterest: 'Open interest',
  delta: 'Delta',
  strike: 'Strike',
  expiration: 'Expiration',
  score: 'Rating',
  ivRank: 'IV rank',
  rsi: 'RSI',
  price: 'Price',
  marketCap: 'Market cap',
  dividend: 'Dividend yield',
  volume: 'Volume',
  pnl: 'P&L',
  headroom: 'Headroom',
  captured: 'Profit captured',
  closeCost: 'Cost to close',
  spread: 'Spread',
  volatility: 'Volatility',
} as const
export type SortName = keyof typeof sortNames

export const eventBounds = [
  'Before earnings',
  'After earnings',
  'Before the ex-dividend date',
  'After the ex-dividend date',
] as const
export const caps = ['mega', 'large', 'mid', 'small'] as const
export const styles = ['Conservative', 'Aggressive'] as const
export const levels = ['Above average'] as const
export const moneys = ['Out of the money', 'At the money', 'In the money'] as const

/** Everything a message can ask for. Null or empty if it does not. */
export interface Slots extends Readonly<Record<RangeName, Range | null>> {
  readonly stocks: readonly string[]
  readonly withoutStocks: readonly string[]
  readonly expiration: IsoDate | null
  /** Whether the message named a month rather than a day. */
  readonly isMonth: boolean
  /** The second of two dates: to roll to, or to compare with. */
  readonly otherDate: IsoDate | null
  /** Strikes to compare, or the held strike and the one to roll to. */
  readonly strikes: readonly number[]
  /** Strikes counted from the price, such as the first above it: see `strike-places.ts`. */
  readonly strikePlaces: readonly number[]
  readonly shares: number | null
  /** The user's cost per share. */
  readonly cost: number | null
  /** A price of the stock that the message gives or supposes. */
  readonly stockPrice: number | null
  readonly count: number | null
  readonly right: 'Call' | 'Put' | null
  readonly sort: SortName | null
  readonly order: 'asc' | 'desc' | null
  readonly sector: SectorChoice | null
  readonly withoutSectors: readonly SectorChoice[]
  readonly marketCap: (typeof caps)[number] | null
  readonly style: (typeof styles)[number] | null
  readonly moneyness: (typeof moneys)[number] | null
  readonly event: (typeof eventBounds)[number] | null
  /** Days that must be free of earnings. */
  readonly quietDays: number | null
  /** Sectors beside `sector`. */
  readonly orSectors: readonly SectorChoice[]
  /** Names of `industries.txt`, which a search takes instead of `sector`. */
  readonly industries: readonly string[]
  readonly withoutIndustries: readonly string[]
  readonly level: (typeof levels)[number] | null
  /** Dollars to buy shares with. */
  readonly budget: number | null
  readonly debit: boolean
  /** Dollars by which a roll should raise the strike. */
  readonly rise: number | null
  /** Second values of figures, to compare with: "30 or 45 days". */
  readonly alternatives: readonly Alternative[]
  /** Figures of a calculation that have no slot of their own. */
  readonly given: GivenFigures | null
  /** Title of an entry of the facts or the glossary, which only a button fills. */
  readonly entry: string | null
}

export interface Alternative {
  readonly slot: AlternativeName
  readonly value: Range
}
export const alternativeNames = ['days', 'delta', 'otmPct'] as const
export type AlternativeName = (typeof alternativeNames)[number]
export const isAlternativeName = (name: string): name is AlternativeName => alternativeNames.some((one) => one === name)

export const noSlots: Slots = {
  strike: null,
  days: null,
  delta: null,
  premium: null,
  premiumPct: null,
  otmPct: null,
  otmUsd: null,
  chancePct: null,
  yieldPct: null,
  percent: null,
  price: null,
  score: null,
  ivRank: null,
  rsi: null,
  dividendYield: null,
  openInterest: null,
  volume: null,
  spreadPct: null,
  vsAverage: null,
  iv: null,
  earningsWithin: null,
  exWithin: null,
  stocks: [],
  withoutStocks: [],
  strikes: [],
  strikePlaces: [],
  expiration: null,
  isMonth: false,
  otherDate: null,
  shares: null,
  cost: null,
  stockPrice: null,
  count: null,
  right: null,
  sort: null,
  order: null,
  sector: null,
  withoutSectors: [],
  marketCap: null,
  style: null,
  moneyness: null,
  event: null,
  quietDays: null,
  orSectors: [],
  industries: [],
  withoutIndustries: [],
  level: null,
  budget: null,
  debit: false,
  rise: null,
  alternatives: [],
  given: null,
  entry: null,
}
