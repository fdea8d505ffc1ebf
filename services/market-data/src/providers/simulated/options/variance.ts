import { MARKET_VOL, SECTOR_VOL, VARIANCE_PREMIUM } from '../companies/company.ts'
import type { Report } from '../events/earnings.ts'
import type { Share } from '../paths/share.ts'
import { FAST_REVERSION, SLOW_REVERSION } from '../paths/volatility-state.ts'

/** A share's expected annual variance at an instant, as its long-run level and two components that decay. */
export interface VarianceOutlook {
  readonly longRun: number
  readonly slow: number
  readonly fast: number
  /** Variance that each report adds. */
  readonly perReport: number
  /** Upcoming reports in order of reaction day. */
  readonly reports: readonly Report[]
}

/** Ratio of implied to expected variance of a report's jump. */
const REPORT_PREMIUM = 1.05

/** A point within a session: `part` is 0 at the open, 1 at the close. */
interface OutlookPlace {
  readonly year: number
  readonly index: number
  readonly part: number
}

/**
 * Reads the outlook from the volatility states that also drive the share's path, so that implied volatility is
 * consistent with realized volatility.
 */
export function readOutlook({ company, factors, yearOf }: Share, place: OutlookPlace, reports: readonly Report[]) {
  const { year } = place
  const market = factors.market(year)
  const sector = factors.sector(company.sector, year)
  const { own } = yearOf(year)
  const ofMarket = VARIANCE_PREMIUM * (company.beta * MARKET_VOL) ** 2
  const ofSector = VARIANCE_PREMIUM * (company.sectorLoading * SECTOR_VOL) ** 2
  const ofOwn = VARIANCE_PREMIUM * company.ownVol ** 2
  const outlook: VarianceOutlook = {
    longRun: ofMarket + ofSector + ofOwn,
    slow:
      ofMarket * between(market.slowExcess, place) +
      ofSector * between(sector.slowExcess, place) +
      ofOwn * between(own.slowExcess, place),
    fast:
      ofMarket * between(market.fastExcess, place) +
      ofSector * between(sector.fastExcess, place) +
      ofOwn * between(own.fastExcess, place),
    perReport: REPORT_PREMIUM * company.earnings.moveFrac ** 2,
    reports,
  }
  return outlook
}

/**
 * Total at-the-money variance from now to an expiration: the current state, decaying to the long run, plus a step for
 * each report. It never falls with time.
 */
export function atmVariance(outlook: VarianceOutlook, years: number, expirationDay: number): number {
  const { longRun, slow, fast, perReport, reports } = outlook
  let due = 0
  while ((reports[due]?.reactionDay ?? Number.POSITIVE_INFINITY) <= expirationDay) due += 1
  return longRun * years + slow * faded(SLOW_REVERSION, years) + fast * faded(FAST_REVERSION, years) + perReport * due
}

/** ∫ e^(−speed·t) dt from 0 to years. */
function faded(speed: number, years: number): number {
  return -Math.expm1(-speed * years) / speed
}

function between(states: Float64Array, { index, part }: OutlookPlace): number {
  const before = states[index] ?? 0
  return before + part * ((states[index + 1] ?? 0) - before)
}
