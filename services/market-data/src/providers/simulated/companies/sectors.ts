import type { largeCapNames } from '../../large-cap-names.ts'

export type Sector = keyof typeof largeCapNames

/** Typical figures for a sector's companies; each company varies around them. */
export interface SectorProfile {
  readonly beta: number
  /** Annual volatility, not counting earnings jumps, as a decimal. */
  readonly vol: number
  readonly netMarginPct: number
  readonly debtToEquity: number
  /** Fraction of the sector's companies that pay dividends, and their typical yield. */
  readonly payingFrac: number
  readonly dividendYieldPct: number
  /** Fraction of the companies paying dividends that pay monthly. */
  readonly monthlyFrac: number
}

/** Typical figures for each sector, rounded. None was measured from a real company. */
const PROFILES: Readonly<Record<Sector, SectorProfile>> = {
  'Information Technology': profile(1.35, 0.34, 18, 0.55, 0.5, 1.2),
  'Communication Services': profile(0.95, 0.3, 12, 0.7, 0.6, 1.8),
  'Consumer Discretionary': profile(1.15, 0.31, 9, 1.1, 0.65, 1.8),
  'Consumer Staples': profile(0.45, 0.2, 9, 0.95, 0.92, 3),
  'Health Care': profile(0.75, 0.26, 12, 0.7, 0.6, 1.4),
  Financials: profile(1, 0.23, 21, 0.7, 0.9, 2),
  Industrials: profile(1.1, 0.25, 11, 0.75, 0.88, 1.3),
  Energy: profile(0.7, 0.27, 12, 0.5, 0.95, 2.8),
  Materials: profile(1, 0.27, 10, 0.5, 0.95, 1.8),
  Utilities: profile(0.55, 0.18, 14, 1.6, 0.97, 3),
  'Real Estate': profile(0.85, 0.21, 22, 0.95, 0.92, 3.8, 0.08),
}

export const SECTORS = Object.keys(PROFILES) as [Sector, ...Sector[]]

export function sectorProfile(sector: Sector): SectorProfile {
  return PROFILES[sector]
}

function profile(
  beta: number,
  vol: number,
  netMarginPct: number,
  debtToEquity: number,
  payingFrac: number,
  dividendYieldPct: number,
  monthlyFrac = 0,
): SectorProfile {
  return { beta, vol, netMarginPct, debtToEquity, payingFrac, dividendYieldPct, monthlyFrac }
}
