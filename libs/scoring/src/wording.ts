import type { IsoDate } from './calendar/iso-date.ts'
import { above, below } from './thresholds.ts'

const UNITS: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/** Abbreviates a large count for a sentence: 34.1M, 8.5k, 120. */
export function shortCount(value: number): string {
  for (const [size, letter] of UNITS) {
    if (Math.abs(value) >= size) return `${(value / size).toFixed(1)}${letter}`
  }
  return String(Math.round(value))
}

/** A value in tenths, without the floating-point noise that would round 12.35 down. */
const countTenths = (value: number): number => Number((value * 10).toPrecision(12))

/** Rounds to one decimal, with halves away from zero, as the screener's columns do. */
export const onePlace = (value: number): string =>
  ((Math.sign(value) * Math.round(Math.abs(countTenths(value)))) / 10).toFixed(1)

/** Truncates to one decimal, as screens show RSI, Stochastic and IV rank: 69.96 must not read as 70. */
export const cutToTenth = (value: number): string => (Math.floor(countTenths(value)) / 10).toFixed(1)

/** "$0.45". */
export const dollars = (value: number): string => `$${value.toFixed(2)}`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a calendar day for users: "Nov 20, 2026". */
export function usDate(date: IsoDate): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`
}

/** Smallest multiple of 0.01 that is strictly above a value: 0.02 for 0.013, 0.03 for 0.02. */
export const boundAbove = (value: number): number => (Math.floor(value * 100) + 1) / 100

/** "a, b and c". */
export function listed(phrases: readonly string[]): string {
  const last = phrases.at(-1) ?? ''
  return phrases.length < 2 ? last : `${phrases.slice(0, -1).join(', ')} and ${last}`
}

/** Turns a phrase into a sentence: capital letter and period. */
export const asSentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

/**
 * Formats a figure for display next to its limit: "9.9%", or "just under 10.0%" if it would round to the limit
 * without reaching it.
 */
export function besideLimit(value: number, limit: number, format: (value: number) => string): string {
  const shown = format(value)
  if (shown !== format(limit)) return shown
  if (below(value, limit)) return `just under ${shown}`
  return above(value, limit) ? `just over ${shown}` : shown
}
