import type { IsoDate } from './calendar/iso-date.ts'
import { above, below } from './thresholds.ts'

/** Words and rounding that sentences of several rooms share. */

const UNITS: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** A large count in three digits for a sentence: 34.1M, 8.5k, 120. */
export function shortCount(value: number): string {
  for (const [size, letter] of UNITS) {
    if (Math.abs(value) >= size) return `${(value / size).toFixed(1)}${letter}`
  }
  return String(Math.round(value))
}

/** In tenths, without the noise that would put 12.35 below its half. */
const countTenths = (value: number): number => Number((value * 10).toPrecision(12))

/** One decimal, halves away from zero, as the columns of a screen are rounded. */
export const onePlace = (value: number): string =>
  ((Math.sign(value) * Math.round(Math.abs(countTenths(value)))) / 10).toFixed(1)

/** One decimal, cut as a screen cuts RSI, Stochastic and IV rank: 69.96 is not yet 70. */
export const cutToTenth = (value: number): string => (Math.floor(countTenths(value)) / 10).toFixed(1)

/** "$0.45". */
export const dollars = (value: number): string => `$${value.toFixed(2)}`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A calendar day as people read it: "Nov 20, 2026". */
export function usDate(date: IsoDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`
}

/** The least number of cents or hundredths that a value is under: 0.013 is under 0.02, and 0.02 under 0.03. */
export const boundAbove = (value: number): number => (Math.floor(value * 100) + 1) / 100

/** "a, b and c". */
export function listed(phrases: readonly string[]): string {
  const last = phrases.at(-1) ?? ''
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(', ')} and ${last}`
}

/** A phrase as a sentence: capital letter and full stop. */
export const asSentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

/**
 * A figure beside its limit: "9.9 %", or "just under 10.0 %" where it rounds to the limit without reaching it, so that
 * it does not read as if it did.
 */
export function besideLimit(value: number, limit: number, format: (value: number) => string): string {
  const shown = format(value)
  if (shown !== format(limit)) return shown
  if (below(value, limit)) return `just under ${shown}`
  return above(value, limit) ? `just over ${shown}` : shown
}
