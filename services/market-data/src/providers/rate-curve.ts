import { continuousFromBondEquivalent, usDate } from '@callwright/scoring'
import type { Answer, InterestRate, IsoDate } from './provider.ts'

/** Tenors of the Treasury par curve that cover the terms of options, with their length in days. */
export const RATE_TENORS = [
  { name: '1M', days: 30 },
  { name: '3M', days: 91 },
  { name: '6M', days: 182 },
  { name: '1Y', days: 365 },
  { name: '2Y', days: 730 },
  { name: '3Y', days: 1_095 },
] as const

/**
 * Rate to use, and to report as assumed, if a source has no rates. An error of 1 percentage point hardly affects a
 * 30-day option.
 */
export const ASSUMED_RATE = 0.04

/** Par yields on one day: bond-equivalent, in percent. */
export interface RateCurve {
  readonly date: IsoDate
  readonly yields: readonly { readonly name: string; readonly days: number; readonly yieldPct: number }[]
}

/** Builds a day's curve from yields in the order of `RATE_TENORS`; null if none is known. */
export function buildCurve(date: IsoDate, yieldsPct: readonly (number | null)[]): RateCurve | null {
  const yields = RATE_TENORS.flatMap(({ name, days }, index) => {
    const yieldPct = yieldsPct[index] ?? null
    return yieldPct === null ? [] : [{ name, days, yieldPct }]
  })
  return yields.length === 0 ? null : { date, yields }
}

/** Finds the latest curve on or before a day; the curves may be in any order. */
export function findCurve(curves: readonly RateCurve[], asOfDate: IsoDate): RateCurve | null {
  const past = curves.filter(({ date }) => date <= asOfDate)
  return past.sort((a, b) => (a.date < b.date ? -1 : 1)).at(-1) ?? null
}

/**
 * Chooses the known tenor nearest to `days`, continuously compounded, or the assumed rate if there is none. `paper` is
 * the user-facing name of the securities behind the yields.
 */
export function chooseRate(
  curve: RateCurve | null,
  days: number,
  paper = 'Treasury',
): Pick<Answer<InterestRate>, 'value' | 'missing'> {
  const nearest = curve?.yields.toSorted((a, b) => Math.abs(a.days - days) - Math.abs(b.days - days))[0]
  if (curve === null || nearest === undefined) {
    const basis = `${ASSUMED_RATE * 100}% assumed`
    return {
      value: { rate: ASSUMED_RATE, basis },
      missing: [{ field: 'rate', reason: `This source has no interest rates: ${basis}` }],
    }
  }
  const rate = continuousFromBondEquivalent(nearest.yieldPct)
  return { value: { rate, basis: `${nearest.name} ${paper}, ${usDate(curve.date)}` }, missing: [] }
}
