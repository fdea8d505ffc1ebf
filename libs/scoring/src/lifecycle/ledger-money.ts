import { requireFinite } from '../guards.ts'

/** Dollars as a whole number of $0.0001, so that sums and splits in the ledger are exact. */
export type Units = number

const UNITS_PER_USD = 10_000
/** Shares are kept as a whole number of millionths. */
const MICROS_PER_SHARE = 1_000_000
const TIE_TOLERANCE = 1e-6

/** Dollars as units, rounded half to even. Throws RangeError on a value that is not finite. */
export function toUnits(usd: number): Units {
  requireFinite('usd', usd)
  return roundHalfEven(usd * UNITS_PER_USD)
}

export const toUsd = (units: Units): number => units / UNITS_PER_USD

export const toMicros = (shares: number): number => Math.round(shares * MICROS_PER_SHARE)
export const toShareCount = (micros: number): number => micros / MICROS_PER_SHARE

/** A product like 1.10 × 100 misses a tie by a rounding error; a value that close counts as a tie. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (Math.abs(rest - 0.5) > TIE_TOLERANCE) return Math.round(value) + 0
  return floor % 2 === 0 ? floor : floor + 1
}

/**
 * amount × part / whole, rounded half to even (L3). `part` and `whole` are whole numbers of the same unit, whole above
 * 0. The product can exceed the exact range of a number, so this calculates with BigInt.
 */
export function takePart(amount: Units, part: number, whole: number): Units {
  if (part === whole) return amount
  const product = BigInt(amount) * BigInt(part)
  const divisor = BigInt(whole)
  const isNegative = product < 0n
  const size = isNegative ? -product : product
  const quotient = size / divisor
  const twiceRest = (size % divisor) * 2n
  const isUp = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n)
  const rounded = Number(quotient + (isUp ? 1n : 0n))
  return isNegative ? 0 - rounded : rounded
}

export const sumUnits = <T>(items: Iterable<T>, amount: (item: T) => Units): Units => {
  let sum = 0
  for (const item of items) sum += amount(item)
  return sum
}

/** Sums of an event, a chain or a month. Cash is that of all parts, dividends included. */
export interface Amounts {
  readonly premiumReceived: Units
  readonly paidToClose: Units
  readonly optionFees: Units
  readonly dividends: Units
  readonly realizedOptions: Units
  readonly realizedStock: Units
  readonly cash: Units
}

export type Sums = { -readonly [name in keyof Amounts]: Amounts[name] }

export const NO_AMOUNTS: Amounts = {
  premiumReceived: 0,
  paidToClose: 0,
  optionFees: 0,
  dividends: 0,
  realizedOptions: 0,
  realizedStock: 0,
  cash: 0,
}

export function addAmounts(sum: Sums, added: Amounts): void {
  sum.premiumReceived += added.premiumReceived
  sum.paidToClose += added.paidToClose
  sum.optionFees += added.optionFees
  sum.dividends += added.dividends
  sum.realizedOptions += added.realizedOptions
  sum.realizedStock += added.realizedStock
  sum.cash += added.cash
}

export const netPremium = ({ premiumReceived, paidToClose, optionFees }: Amounts): Units =>
  premiumReceived - paidToClose - optionFees

/** Dollars per share to four decimals, the precision of stored prices; null without shares. */
export const perShare = (units: Units, micros: number): number | null =>
  micros <= 0 ? null : roundPrice(toUsd(units) / toShareCount(micros))

export const roundPrice = (usd: number): number => toUnits(usd) / UNITS_PER_USD
