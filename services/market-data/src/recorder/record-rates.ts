import { newYorkDate } from '@callwright/scoring'
import type { Answer, InterestRate, RateSource } from '../providers/provider.ts'
import { buildCurve, RATE_TENORS, type RateCurve } from '../providers/rate-curve.ts'
import type { RequestWithRetry } from './retry.ts'

/** Finds the yields behind a source's rates at a pack's tenors; null if the source has only an assumed rate. */
export async function recordRates(rates: RateSource, ask: RequestWithRetry): Promise<RateCurve | null> {
  const answers: Answer<InterestRate>[] = []
  for (const { days } of RATE_TENORS) answers.push(await ask(() => rates.findRate(days)))
  const known = answers.map((answer, index) => (isOfTenor(answer, RATE_TENORS[index]?.name) ? answer : null))
  const first = known.find((answer) => answer !== null)
  if (first === undefined || first === null) return null
  const yieldsPct = known.map((answer) => (answer === null ? null : toBondEquivalentPct(answer.value.rate)))
  return buildCurve(newYorkDate(first.asOfMs), yieldsPct)
}

/** Whether a rate is for this tenor, and not assumed or taken from a neighboring tenor. */
function isOfTenor({ value, missing }: Answer<InterestRate>, tenor: string | undefined): boolean {
  const named = RATE_TENORS.find(({ name }) => value.basis.startsWith(`${name} `))
  return !missing.some(({ field }) => field === 'rate') && (named === undefined || named.name === tenor)
}

/** Inverse of `continuousFromBondEquivalent`, rounded to remove floating-point noise. */
function toBondEquivalentPct(rate: number): number {
  return Number((200 * Math.expm1(rate / 2)).toPrecision(12))
}
