import type { ShownFigure } from '@callwright/contracts'

/** A number in an address has at most so many decimals. */
const MOST_DECIMALS = 12
const MOST_DIGITS = 17

/**
 * The least value that reads as at least `bound`. Values are compared as they are shown, or as finely as the bound is
 * written where that is finer: a yield of at least 12.6 keeps 12.55, shown as 12.6, and one of at least 12.58 does not.
 */
export function findLeast(shown: ShownFigure, bound: number): number {
  const step = findStep(shown, bound, 'below')
  if (step === 0) return bound
  const { isCut = false, endsAt } = shown
  if (isCut) return endsAt !== undefined && bound === tidy(endsAt + step) ? justAbove(endsAt) : bound
  const edge = tidy(bound - step / 2)
  // A half is rounded away from zero.
  return edge > 0 ? edge : justAbove(edge)
}

/** The greatest value that reads as at most `bound`; see `findLeast`. */
export function findMost(shown: ShownFigure, bound: number): number {
  const step = findStep(shown, bound, 'above')
  if (step === 0) return bound
  const { isCut = false, endsAt } = shown
  if (isCut) return endsAt === bound ? bound : justBelow(tidy(bound + step))
  const edge = tidy(bound + step / 2)
  return edge > 0 ? justBelow(edge) : edge
}

/** The greatest double below a value, or the one below that. */
export function justBelow(value: number): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return -Number.MIN_VALUE
  return value * (value > 0 ? 1 - Number.EPSILON / 2 : 1 + Number.EPSILON)
}

const justAbove = (value: number): number => -justBelow(-value)

/** How far the next figure that can be written is from `bound`; 0 where figures are not written in steps. */
function findStep({ decimals, digits }: ShownFigure, bound: number, side: 'below' | 'above'): number {
  if (digits === undefined) return 10 ** -Math.max(decimals ?? 0, countDecimals(bound))
  if (!(bound > 0)) return 0
  const step = 10 ** (1 - Math.max(digits, countDigits(bound)) + findExponent(bound))
  // Below a power of ten figures have one digit more after the point.
  return side === 'below' && countDigits(bound) === 1 && String(bound).startsWith('1') ? step / 10 : step
}

const countDecimals = (value: number) =>
  countUpTo(MOST_DECIMALS, 0, (places) => Number(value.toFixed(places)) === value)
const countDigits = (value: number) =>
  countUpTo(MOST_DIGITS, 1, (places) => Number(value.toPrecision(places)) === value)
const findExponent = (value: number) => Number(value.toExponential().split('e')[1])

function countUpTo(most: number, least: number, isEnough: (places: number) => boolean): number {
  let places = least
  while (places < most && !isEnough(places)) places += 1
  return places
}

/** Without the noise of a sum of decimals. */
const tidy = (value: number) => Number(value.toPrecision(15))
