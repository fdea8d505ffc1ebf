import type { ShownFigure } from '@callwright/contracts'

const MAX_DECIMALS = 12
const MAX_DIGITS = 17

/**
 * Lowest value that is at least `bound` when rounded. Values are rounded as shown in the table, or to the bound's own
 * decimals if it has more: a yield of at least 12.6 includes 12.55, shown as 12.6; one of at least 12.58 does not.
 */
export function findLowest(shown: ShownFigure, bound: number): number {
  const step = findStep(shown, bound, 'below')
  if (step === 0) return bound
  const { isCut = false, endsAt } = shown
  if (isCut) return endsAt !== undefined && bound === tidy(endsAt + step) ? justAbove(endsAt) : bound
  const edge = tidy(bound - step / 2)
  // Ties round away from zero.
  return edge > 0 ? edge : justAbove(edge)
}

/** Highest value that is at most `bound` when rounded; see `findLowest`. */
export function findHighest(shown: ShownFigure, bound: number): number {
  const step = findStep(shown, bound, 'above')
  if (step === 0) return bound
  const { isCut = false, endsAt } = shown
  if (isCut) return endsAt === bound ? bound : justBelow(tidy(bound + step))
  const edge = tidy(bound + step / 2)
  return edge > 0 ? justBelow(edge) : edge
}

/** The next double below a value, or the one below that. */
export function justBelow(value: number): number {
  if (!Number.isFinite(value)) return value
  if (value === 0) return -Number.MIN_VALUE
  return value * (value > 0 ? 1 - Number.EPSILON / 2 : 1 + Number.EPSILON)
}

const justAbove = (value: number): number => -justBelow(-value)

/** Distance from `bound` to the next number of the same precision; 0 if there is none. */
function findStep({ decimals, digits }: ShownFigure, bound: number, side: 'below' | 'above'): number {
  if (digits === undefined) return 10 ** -Math.max(decimals ?? 0, countDecimals(bound))
  if (!(bound > 0)) return 0
  const step = 10 ** (1 - Math.max(digits, countDigits(bound)) + findExponent(bound))
  // Numbers just below a power of ten have one more decimal.
  return side === 'below' && countDigits(bound) === 1 && String(bound).startsWith('1') ? step / 10 : step
}

const countDecimals = (value: number) => countUpTo(MAX_DECIMALS, 0, (places) => Number(value.toFixed(places)) === value)
const countDigits = (value: number) => countUpTo(MAX_DIGITS, 1, (places) => Number(value.toPrecision(places)) === value)
const findExponent = (value: number) => Number(value.toExponential().split('e')[1])

function countUpTo(most: number, least: number, isEnough: (places: number) => boolean): number {
  let places = least
  while (places < most && !isEnough(places)) places += 1
  return places
}

const tidy = (value: number) => Number(value.toPrecision(15))
