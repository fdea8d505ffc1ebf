import type { Liquidity } from '../companies/liquidity.ts'

interface ContractValue {
  /** Model price in dollars. */
  readonly price: number
  /** One standard deviation of the share price over the contract's life, in dollars. */
  readonly deviationUsd: number
  /** Probability that the contract is exercised, 0-1. */
  readonly deltaFrac: number
  /** Whether the contract belongs to a weekly series rather than a monthly one. */
  readonly isWeek: boolean
  /** Random factor for this contract's spread; 1 is typical. */
  readonly width: number
}

interface BidAsk {
  readonly bid: number
  readonly ask: number
}

/**
 * Width of the spread in standard deviations of the share price: a base width for contracts far out of the money, plus
 * an amount per unit of delta, plus an extra amount in the money.
 */
interface SpreadRule {
  readonly far: number
  readonly perDelta: number
  readonly inTheMoney: number
  /** Factor by which spreads are wider at weekly expirations. */
  readonly week: number
  /** A contract worth less than this many standard deviations of the share price has no bid. */
  readonly worthless: number
  readonly tickUnder3: number
  readonly tickFrom3: number
}

const RULES: Readonly<Record<Liquidity, SpreadRule>> = {
  daily: rule(0.005, 0.018, 0.03, 1.4, 0.0004, 0.01, 0.01),
  busy: rule(0.01, 0.033, 0.055, 1.7, 0.0018, 0.01, 0.05),
  active: rule(0.02, 0.034, 0.065, 1.5, 0.025, 0.01, 0.05),
  quiet: rule(0.03, 0.046, 0.075, 1.2, 0.05, 0.01, 0.05),
  thin: rule(0.026, 0.046, 0.09, 1.2, 0.025, 0.01, 0.05),
}
const TICK_STEP_USD = 3

/**
 * Computes the bid and ask around a price. Each is half the spread away and rounded outward to the tick, so the price
 * always lies between them. A contract worth less than half its spread, or next to nothing, has no bid.
 */
export function quoteContract(liquidity: Liquidity, value: ContractValue): BidAsk {
  const { far, perDelta, inTheMoney, week, worthless, tickUnder3, tickFrom3 } = RULES[liquidity]
  const { price, deviationUsd, deltaFrac, isWeek, width } = value
  const share = far + perDelta * deltaFrac + inTheMoney * Math.max(0, deltaFrac - 0.5)
  const half = 0.5 * deviationUsd * share * width * (isWeek ? week : 1)
  const low = price - half
  const high = price + half
  const bidTick = low < TICK_STEP_USD ? tickUnder3 : tickFrom3
  const askTick = high < TICK_STEP_USD ? tickUnder3 : tickFrom3
  return {
    bid:
      low < bidTick || price < worthless * deviationUsd * width
        ? 0
        : toCents(Math.floor(low / bidTick + 1e-9) * bidTick),
    ask: toCents(Math.max(1, Math.ceil(high / askTick - 1e-9)) * askTick),
  }
}

/** Rounds the price of a trade between bid and ask to the tick. */
export function roundToTick(liquidity: Liquidity, price: number): number {
  const { tickUnder3, tickFrom3 } = RULES[liquidity]
  const tick = price < TICK_STEP_USD ? tickUnder3 : tickFrom3
  return toCents(Math.max(1, Math.round(price / tick)) * tick)
}

function toCents(price: number): number {
  return Math.round(price * 100) / 100
}

function rule(
  far: number,
  perDelta: number,
  inTheMoney: number,
  week: number,
  worthless: number,
  tickUnder3: number,
  tickFrom3: number,
): SpreadRule {
  return { far, perDelta, inTheMoney, week, worthless, tickUnder3, tickFrom3 }
}
