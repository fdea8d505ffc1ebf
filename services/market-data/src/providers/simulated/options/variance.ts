import { MARKET_VOL, SECTOR_VOL } from '../companies/company.ts'
import type { Report } from '../events/earnings.ts'
import type { Share } from '../paths/share.ts'
import { FAST_REVERSION, SLOW_REVERSION } from '../paths/volatility-state.ts'

/** What the market expects of a share's variance at an instant: per year, in the long run and the two parts that fade. */
export interface VarianceOutlook {
  readonly longRun: number
  readonly slow: number
  readonly fast: number
  /** Variance a report adds, at once. */
  readonly perReport: number
  /** Reports to come, by the day of the session that hears them, ascending. */
  readonly reports: readonly Report[]
}

/** Options ask for more than the share is expected to move, most of all where reports are due; in variance. */
const PREMIUM = 1.14
const REPORT_PREMIUM = 1.05

/** Where in a session to look: from 0 at its open to 1 at its close. */
export interface OutlookPlace {
  readonly year: number
  readonly index: number
  readonly part: number
}

/**
 * Reads the outlook from the same volatility states that the share's path moves by, so that what options expect and
 * what happens belong together.
 */
export function readOutlook({ company, factors, yearOf }: Share, place: OutlookPlace, reports: readonly Report[]) {
  const { year } = place
  const market = factors.market(year)
  const sector = factors.sector(company.sector, year)
  const { own } = yearOf(year)
  const ofMarket = PREMIUM * (company.beta * MARKET_VOL) ** 2
  const ofSector = PREMIUM * (company.sectorLoading * SECTOR_VOL) ** 2
  const ofOwn = PREMIUM * company.ownVol ** 2
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
 * Total variance at the money from now to an expiration: the current state fading to the long run, and a step for each
 * report on the way. Never falls with time.
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
