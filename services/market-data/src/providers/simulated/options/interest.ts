import type { Company } from '../companies/company.ts'
import { normalAt, openSubstream, type Stream, uniformAt } from '../random.ts'
import type { Expiration } from './expirations.ts'

/** One expiration's share of a company's open contracts, and how actively they trade. */
export interface ExpirationInterest {
  readonly openInterest: number
  /** Contracts traded per session per open contract, at the money. */
  readonly turnover: number
  /** Fraction of the open interest reached so far, since contracts are opened over the first sessions after listing. */
  readonly maturity: number
}

/** A contract's place among the strikes at its expiration. */
interface ContractPlace {
  readonly isCall: boolean
  /** Distance from the forward to the strike in standard deviations, positive if the strike is higher. */
  readonly deviations: number
  /** Width of the price range that the strike accounts for, in standard deviations. */
  readonly stepDeviations: number
  readonly isRound: boolean
}

const MATURITY_DAYS = 9
const NOISE = 1.25
const TRADE_NOISE = 1.3
/** Sum of the open-interest profile over all distances, in standard deviations. */
const PROFILE_SUM = 4.4
/** Fraction of the listed contracts that no trader has ever opened. */
const NEVER_OPENED = 0.035
const CALL_SHARE = 0.565

/** Open interest and activity at an expiration, given the time since listing and the time to expiration. */
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
 * Open interest of a contract. It is highest one standard deviation out of the money, fades with distance, and is low
 * deep in the money, especially for puts. Each contract also has a fixed random factor.
 */
export function openInterestOf(interest: ExpirationInterest, place: ContractPlace, draws: Stream, n: number): number {
  const { isCall, deviations, stepDeviations, isRound } = place
  if (uniformAt(draws, n + 1) < NEVER_OPENED) return 0
  const side = isCall ? CALL_SHARE : 1 - CALL_SHARE
  const usual = (profileAt(isCall ? deviations : -deviations, isCall) * stepDeviations) / PROFILE_SUM
  const luck = Math.exp(NOISE * normalAt(draws, n) - (NOISE * NOISE) / 2)
  return Math.floor(interest.openInterest * interest.maturity * side * usual * luck * (isRound ? 1.5 : 0.9))
}

/** Contracts traded in a session so far, where `part` is the fraction of the session that has passed. */
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

/** Random draws for one session's trades at one expiration. */
export function tradeDraws(draws: Stream, day: number): Stream {
  return openSubstream(draws, day)
}

/**
 * Open interest by distance, positive outward: it rises up to one standard deviation out of the money, then fades
 * slowly.
 */
function profileAt(outward: number, isCall: boolean): number {
  if (outward >= 1) return 0.25 + 0.75 * Math.exp(-(outward - 1) / 1.9)
  return (isCall ? 0.015 : 0.003) + Math.exp(-0.5 * ((outward - 1) / 1.05) ** 2)
}
