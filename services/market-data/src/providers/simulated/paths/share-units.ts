import { dayNumber } from '@callwright/scoring'
import type { GrowthPlan } from '../companies/company.ts'

const REFERENCE_DAY = dayNumber('2020-01-01')
const DAYS_PER_YEAR = 365.25

/** How growth and splits affect a share's price, so that prices on different days can be compared. */
export interface ShareUnits {
  /** New shares for each old share at a split; 1 if there are no splits. */
  readonly ratio: number
  /** Number of splits up to and including a session's day. */
  splitsUntil(day: number): number
  /** Log growth in the price of a share, after the given number of splits. */
  growthLog(day: number, splits: number): number
  /** First day on which `count` splits have taken place. */
  dayOfSplit(count: number): number
  /** How many later shares one earlier share has become. */
  sharesFor(fromSplits: number, toSplits: number): number
}

const NO_GROWTH = {
  splitsUntil: () => 0,
  growthLog: () => 0,
  dayOfSplit: () => Number.POSITIVE_INFINITY,
  sharesFor: () => 1,
} as const

/**
 * Between two splits, the price of a growing company rises by the factor that the split undoes, half of the way below
 * the typical price and half above it.
 */
export function openShareUnits(growth: GrowthPlan | null): ShareUnits {
  if (growth === null) return { ratio: 1, ...NO_GROWTH }
  const { ratio, years, phase } = growth
  const cyclesOn = (day: number) => (day - REFERENCE_DAY) / DAYS_PER_YEAR / years + phase
  return {
    ratio,
    splitsUntil: (day) => Math.floor(cyclesOn(day)),
    dayOfSplit(count) {
      let day = Math.floor(REFERENCE_DAY + (count - phase) * years * DAYS_PER_YEAR)
      while (cyclesOn(day) < count) day += 1
      return day
    },
    growthLog: (day, splits) => Math.log(ratio) * (cyclesOn(day) - splits - 0.5),
    sharesFor: (fromSplits, toSplits) => ratio ** (toSplits - fromSplits),
  }
}
