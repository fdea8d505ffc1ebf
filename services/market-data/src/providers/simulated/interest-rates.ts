import { continuousFromBondEquivalent, fromDayNumber, usDate } from '@callwright/scoring'
import type { InterestRate } from '../provider.ts'
import { round } from './companies/company.ts'
import { waveOn } from './paths/volatility-state.ts'
import { openStream } from './random.ts'

const USUAL_PCT = 3.6
const SWING_PCT = 0.7
const MIN_PCT = 0.25
/** How many times more slowly the level of rates moves than volatilities do. */
const SLOWNESS = 8
const TERM_PCT = 0.09

export type InterestRates = ReturnType<typeof openInterestRates>

/** Creates invented yields on government bills. Their level drifts over years, and longer terms yield slightly more. */
export function openInterestRates(seed: string) {
  const level = openStream(seed, 'rates')
  return (days: number, day: number): InterestRate => {
    const term = TERM_PCT * Math.log(1 + Math.max(1, days) / 30)
    const yieldPct = round(Math.max(MIN_PCT, USUAL_PCT + SWING_PCT * waveOn(level, day / SLOWNESS) + term), 2)
    const basis = `simulated ${Math.max(1, Math.round(days))}-day bill, ${usDate(fromDayNumber(day))}`
    return { rate: continuousFromBondEquivalent(yieldPct), basis }
  }
}
