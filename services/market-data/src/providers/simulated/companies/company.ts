import { betweenAt, normalAt, openStream, pickAt, type Stream, uniformAt } from '../random.ts'
import { creditRatingOf } from './credit-rating.ts'
import { findKnownFigures } from './known-figures.ts'
import { type Liquidity, liquidityProfile, type Spread10 } from './liquidity.ts'
import { type Sector, type SectorProfile, sectorProfile } from './sectors.ts'

/** A company's identity, from which everything else about it is simulated. */
export interface CompanyName {
  readonly symbol: string
  readonly name: string
  readonly sector: Sector
  readonly liquidity: Liquidity
}

/** Long-run price growth, and the splits that undo it: `ratio` new shares per old share every `years`. */
export interface GrowthPlan {
  readonly ratio: number
  readonly years: number
  /** How far the company was between two splits at the start of 2020, from 0 to 1. */
  readonly phase: number
}

export interface DividendPlan {
  readonly yieldPct: number
  readonly perYear: 2 | 4 | 12
  /** Month of the payment within the dividend cycle, counted from 0, and the earliest day in that month. */
  readonly month: number
  readonly dayOfMonth: number
}

interface EarningsPlan {
  /** Month of the report within each quarter, counted from 0, and the usual day in that month. */
  readonly month: number
  readonly dayOfMonth: number
  readonly session: 'before_open' | 'after_close'
  /** Standard deviation of the price jump at a report, as a fraction of the price. */
  readonly moveFrac: number
}

/** A company's fixed, rounded properties; volatilities are annual decimals. */
export interface Company extends CompanyName {
  readonly optionRoot: string
  /** Price to which the stock reverts over the years, halfway between two splits. */
  readonly levelUsd: number
  readonly beta: number
  readonly sectorLoading: number
  readonly ownVol: number
  /** Correlation of the smile: a negative value raises low strikes. */
  readonly smileSlant: number
  /** Curvature of the smile. */
  readonly smileBend: number
  readonly dollarVolume: number
  readonly openInterest: number
  /** Width of the company's option quotes, as a fraction of the widest for its liquidity. */
  readonly quoteWidth: number
  readonly growth: GrowthPlan | null
  readonly dividend: DividendPlan | null
  readonly earnings: EarningsPlan
  /** Market cap when the price is at its long-run level. */
  readonly marketCapUsd: number
  readonly netMarginPct: number
  /** Null means that equity is negative. */
  readonly debtToEquity: number | null
  readonly creditRating: string
  /** Name of the random streams behind the price path; an issuer's share classes have the same name. */
  readonly issuer: string
}

export const MARKET_VOL = 0.155
export const SECTOR_VOL = 0.1
/** Ratio of implied to expected variance, apart from reports. */
export const VARIANCE_PREMIUM = 1.06
/** Largest part of a company's variance that comes from the market and its sector. */
const MAX_SHARED_VARIANCE = 0.65
/** Price from which a known company may split, and how many of them do. */
const SPLIT_PRICE_USD = 150
const SPLITTING_FRAC = 0.6
/** Known companies that do not pay quarterly. */
const PAYMENTS_PER_YEAR: ReadonlyMap<string, 2 | 12> = new Map([
  ['O', 12],
  ['DIS', 2],
])
const SESSIONS_PER_YEAR = 252

/** Issuers of second share classes, which move with the first class. */
const ISSUERS: ReadonlyMap<string, string> = new Map([
  ['GOOG', 'GOOGL'],
  ['FOX', 'FOXA'],
  ['NWS', 'NWSA'],
])

/** Index of the draw that determines each property of a company. */
const DRAW = {
  price: 0,
  vol: 1,
  beta: 2,
  loading: 3,
  slant: 4,
  bend: 5,
  dollarVolume: 6,
  openInterest: 7,
  cap: 8,
  margin: 9,
  debt: 10,
  negativeEquity: 11,
  grows: 12,
  ratio: 13,
  growthRate: 14,
  growthPhase: 15,
  pays: 16,
  yield: 17,
  perYear: 18,
  exMonth: 19,
  exDay: 20,
  reportMonth: 21,
  reportDay: 22,
  reportSession: 23,
  reportMove: 24,
} as const

/**
 * Derives a company's properties from its known figures, its sector, its liquidity and its own draws. Price, market
 * cap, volatility and dividend yield of a known company do not depend on the seed.
 */
export function describeCompany(seed: string, identity: CompanyName): Company {
  const { symbol } = identity
  const issuer = ISSUERS.get(symbol) ?? symbol
  const draws = openStream(seed, 'company', issuer)
  const options = openStream(seed, 'options', symbol)
  const trading = liquidityProfile(identity.liquidity)
  const sector = sectorProfile(identity.sector)
  const known = findKnownFigures(symbol)
  const levelUsd = known?.priceUsd ?? roundPrice(spread(draws, DRAW.price, trading.priceUsd))
  // Volatility is below its long-run level for more than half of the time, which offsets the premium.
  const vol = known?.impliedVol ?? round(sector.vol * spread(draws, DRAW.vol, trading.volFactor), 2)
  const { beta, sectorLoading } = drawLoadings(draws, sector, vol)
  const shared = (beta * MARKET_VOL) ** 2 + (sectorLoading * SECTOR_VOL) ** 2
  const marketCapUsd = known?.marketCapUsd ?? roundTo2Digits(spread(draws, DRAW.cap, trading.marketCapUsd))
  const debtToEquity = drawDebt(draws, sector)
  return {
    ...identity,
    issuer,
    optionRoot: symbol.replace('.', ''),
    levelUsd,
    beta,
    sectorLoading,
    ownVol: round(Math.sqrt(vol * vol - shared), 3),
    smileSlant: round(Math.min(0.1, Math.max(-0.4, trading.skew + 0.085 * normalAt(draws, DRAW.slant))), 2),
    smileBend: round(betweenAt(draws, DRAW.bend, 0.42, 0.6), 2),
    dollarVolume: roundTo2Digits(spread(draws, DRAW.dollarVolume, trading.dollarVolume)),
    openInterest: roundTo2Digits(spread(options, 0, trading.openInterest)),
    quoteWidth: round(Math.exp(-0.5 * Math.abs(normalAt(options, 1))), 2),
    growth: known === null ? drawGrowth(draws, levelUsd) : drawSplits(draws, levelUsd),
    dividend: known === null ? drawDividend(draws, sector) : planDividend(draws, symbol, known.dividendYieldPct),
    earnings: drawEarnings(draws, Math.sqrt(vol * vol + 0.02)),
    marketCapUsd,
    netMarginPct: round(sector.netMarginPct + (4 + 0.35 * sector.netMarginPct) * normalAt(draws, DRAW.margin), 1),
    debtToEquity,
    creditRating: creditRatingOf(openStream(seed, 'credit', issuer), marketCapUsd, debtToEquity),
  }
}

/** Draws how much of the market's and the sector's moves a company shares, limited so that its volatility is `vol`. */
function drawLoadings(draws: Stream, sector: SectorProfile, vol: number) {
  const beta = Math.max(0.2, sector.beta * (1 + 0.28 * normalAt(draws, DRAW.beta)))
  const sectorLoading = Math.max(0.4, 1 + 0.2 * normalAt(draws, DRAW.loading))
  const shared = Math.hypot(beta * MARKET_VOL, sectorLoading * SECTOR_VOL)
  const scale = Math.min(1, (Math.sqrt(MAX_SHARED_VARIANCE) * vol) / shared)
  return { beta: round(scale * beta, 2), sectorLoading: round(scale * sectorLoading, 2) }
}

function drawDebt(draws: Stream, sector: SectorProfile): number | null {
  if (uniformAt(draws, DRAW.negativeEquity) < 0.06) return null
  return round(sector.debtToEquity * Math.exp(0.7 * normalAt(draws, DRAW.debt)), 2)
}

/** Two invented companies in five grow, and split about once a decade. One in seventy shrinks, and has reverse splits. */
function drawGrowth(draws: Stream, levelUsd: number): GrowthPlan | null {
  const kind = uniformAt(draws, DRAW.grows)
  if (kind > 0.985) return { ratio: 0.2, years: 20, phase: round(uniformAt(draws, DRAW.growthPhase), 3) }
  if (kind > 0.4) return null
  return planSplits(draws, levelUsd < 90 ? 2 : pickAt(draws, DRAW.ratio, [2, 2, 3]))
}

/** A known company with a high price grows and splits about once a decade; the others stay at their price. */
function drawSplits(draws: Stream, levelUsd: number): GrowthPlan | null {
  if (levelUsd < SPLIT_PRICE_USD || uniformAt(draws, DRAW.grows) > SPLITTING_FRAC) return null
  return planSplits(draws, 2)
}

function planSplits(draws: Stream, ratio: number): GrowthPlan {
  const years = round(Math.log(ratio) / betweenAt(draws, DRAW.growthRate, 0.05, 0.085), 1)
  return { ratio, years, phase: round(uniformAt(draws, DRAW.growthPhase), 3) }
}

function drawDividend(draws: Stream, sector: SectorProfile): DividendPlan | null {
  if (uniformAt(draws, DRAW.pays) > sector.payingFrac) return null
  const yieldPct = sector.dividendYieldPct * Math.exp(0.4 * normalAt(draws, DRAW.yield))
  const kind = uniformAt(draws, DRAW.perYear)
  const perYear = kind < sector.monthlyFrac ? 12 : kind > 0.96 ? 2 : 4
  return scheduleDividend(draws, round(Math.min(7, Math.max(0.2, yieldPct)), 1), perYear)
}

function planDividend(draws: Stream, symbol: string, yieldPct: number): DividendPlan | null {
  return yieldPct === 0 ? null : scheduleDividend(draws, yieldPct, PAYMENTS_PER_YEAR.get(symbol) ?? 4)
}

function scheduleDividend(draws: Stream, yieldPct: number, perYear: DividendPlan['perYear']): DividendPlan {
  return {
    yieldPct,
    perYear,
    month: Math.floor((uniformAt(draws, DRAW.exMonth) * 12) / perYear),
    dayOfMonth: 1 + Math.floor(uniformAt(draws, DRAW.exDay) * 27),
  }
}

/**
 * Three companies in five report in the first month of a quarter, most of the others early in the second, and some in
 * the third.
 */
function drawEarnings(draws: Stream, vol: number): EarningsPlan {
  const kind = uniformAt(draws, DRAW.reportMonth)
  const month = kind < 0.58 ? 0 : kind < 0.86 ? 1 : 2
  const place = uniformAt(draws, DRAW.reportDay)
  return {
    month,
    dayOfMonth: month === 0 ? 13 + Math.floor(place * 16) : 2 + Math.floor(place * 22),
    session: uniformAt(draws, DRAW.reportSession) < 0.55 ? 'before_open' : 'after_close',
    moveFrac: round((vol / Math.sqrt(SESSIONS_PER_YEAR)) * betweenAt(draws, DRAW.reportMove, 1.5, 3.1), 3),
  }
}

function spread(draws: Stream, draw: number, { median, deviation }: Spread10): number {
  return median * Math.exp(Math.LN10 * deviation * Math.max(-2, Math.min(2, normalAt(draws, draw))))
}

/** Rounds to $0.10 below $20, to $0.50 below $50, to $1 below $200, and to $5 above that. */
function roundPrice(price: number): number {
  const step = price < 20 ? 0.1 : price < 50 ? 0.5 : price < 200 ? 1 : 5
  return round(Math.round(Math.max(6, price) / step) * step, 2)
}

function roundTo2Digits(value: number): number {
  return Number(value.toPrecision(2))
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
