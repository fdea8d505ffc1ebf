import type { Company } from '../companies/company.ts'
import { normalAt, openSubstream, type Stream, uniformAt } from '../random.ts'
import type { Expiration } from './expirations.ts'

/** One expiration's share of a company's open contracts, and its trading activity. */
export interface ExpirationInterest {
  readonly openInterest: number
  /** Contracts traded per session and open contract, at the money. */
  readonly turnover: number
  /** Fraction reached so far: contracts are opened over the first sessions after listing. */
  readonly maturity: number
}

/** Position of a contract on its ladder. */
export interface ContractPlace {
  readonly isCall: boolean
  /** Distance of the strike from the forward in standard deviations, positive upward. */
  readonly deviations: number
  /** Width of the strike range that it covers, in standard deviations. */
  readonly stepDeviations: number
  readonly isRound: boolean
}

const MATURITY_DAYS = 9
const NOISE = 1.25
const TRADE_NOISE = 1.3
/** Sum of the interest profile over all distances, in standard deviations. */
const PROFILE_SUM = 4.4
/** Fraction of contracts that were never opened. */
const NEVER_OPENED = 0.035
const CALL_SHARE = 0.565

/** Interest of an expiration, given its time since listing and its time to expiration. */
export function expirationInterest(company: Company, expiration: Expiration, todayDay: number): ExpirationInterest {
  const days = expiration.day - todayDay
  const maturity = -Math.expm1(-Math.max(0, todayDay - expiration.listedDay) / MATURITY_DAYS)
  const isJanuary = expiration.series === 'month' && expiration.date.slice(5, 7) === '01'
  const share =
    expiration.series === 'week'
      ? 0.003 + 0.04 * Math.exp(-days / 18)
      : (0.05 + 0.17 * Math.exp(-days / 100)) * (isJanuary ? 2 : 1)
  const turnover = 0.06 + 0.2 * Math.exp(-days / 30) + (expiration.series === 'week' ? 1.2 : 0.3) * Math.exp(-days / 4)
  return { openInterest: company.openInterest * share, turnover, maturity }
}

/**
 * Open interest: highest one standard deviation out of the money, thinning out with distance, low deep in the money,
 * especially for puts. A fixed random factor per contract is applied.
 */
export function openInterestOf(interest: ExpirationInterest, place: ContractPlace, draws: Stream, n: number): number {
  const { isCall, deviations, stepDeviations, isRound } = place
  if (uniformAt(draws, n + 1) < NEVER_OPENED) return 0
  const side = isCall ? CALL_SHARE : 1 - CALL_SHARE
  const usual = (profileAt(isCall ? deviations : -deviations, isCall) * stepDeviations) / PROFILE_SUM
  const luck = Math.exp(NOISE * normalAt(draws, n) - (NOISE * NOISE) / 2)
  return Math.floor(interest.openInterest * interest.maturity * side * usual * luck * (isRound ? 1.5 : 0.9))
}

/** Contracts traded in a session, of which the fraction `part` has passed. */
export function volumeOf(
  interest: ExpirationInterest,
  place: ContractPlace,
  openInterest: number,
  draws: Stream,
  n: number,
  part: number,
): number {
  const outward = place.isCall ? place.deviations : -place.deviations
  const lively = 0.12 + Math.exp(-0.5 * ((outward - 0.2) / 0.8) ** 2)
  const luck = Math.exp(TRADE_NOISE * normalAt(draws, n) - 0.4)
  return Math.floor(part * (openInterest / Math.max(0.2, interest.maturity) + 1) * interest.turnover * lively * luck)
}

/** Draws of a session's trades in one expiration. */
export function tradeDraws(draws: Stream, day: number): Stream {
  return openSubstream(draws, day)
}

/** Interest by distance, positive outward: rises until one standard deviation out of the money, then fades slowly. */
function profileAt(outward: number, isCall: boolean): number {
  if (outward >= 1) return 0.25 + 0.75 * Math.exp(-(outward - 1) / 1.9)
  return (isCall ? 0.015 : 0.003) + Math.exp(-0.5 * ((outward - 1) / 1.05) ** 2)
}
