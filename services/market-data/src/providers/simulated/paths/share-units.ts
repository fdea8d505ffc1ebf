import { dayNumber } from '@callwright/scoring'
import type { GrowthPlan } from '../companies/company.ts'

const REFERENCE_DAY = dayNumber('2020-01-01')
const DAYS_A_YEAR = 365.25

/** What growth and splits do to the price of a share, and how prices of different days compare. */
export interface ShareUnits {
  /** New shares per old one at each split; 1 where there are none. */
  readonly ratio: number
  /** Splits there have been up to a session. */
  splitsUntil(day: number): number
  /** Logarithm of what growth has added to the price of a share as it stands after so many splits. */
  growthLog(day: number, splits: number): number
  /** The first day that counts so many splits. */
  dayOfSplit(count: number): number
  /** How many shares of the later count one share of the earlier count has become. */
  sharesFor(fromSplits: number, toSplits: number): number
}

const NO_GROWTH = {
  splitsUntil: () => 0,
  growthLog: () => 0,
  dayOfSplit: () => Number.POSITIVE_INFINITY,
  sharesFor: () => 1,
} as const

/**
 * A growing company's share climbs from one split to the next by as much as the split takes back, half of it above its
 * usual price and half below.
 */
export function openShareUnits(growth: GrowthPlan | null): ShareUnits {
  if (growth === null) return { ratio: 1, ...NO_GROWTH }
  const { ratio, years, phase } = growth
  const cyclesOn = (day: number) => (day - REFERENCE_DAY) / DAYS_A_YEAR / years + phase
  return {
    ratio,
    splitsUntil: (day) => Math.floor(cyclesOn(day)),
    dayOfSplit(count) {
      let day = Math.floor(REFERENCE_DAY + (count - phase) * years * DAYS_A_YEAR)
      while (cyclesOn(day) < count) day += 1
      return day
    },
    growthLog: (day, splits) => Math.log(ratio) * (cyclesOn(day) - splits - 0.5),
    sharesFor: (fromSplits, toSplits) => ratio ** (toSplits - fromSplits),
  }
}
