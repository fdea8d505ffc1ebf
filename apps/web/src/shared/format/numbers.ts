import type { ShownFigure } from '@callwright/contracts/screener-columns'

/** A figure to format. This file formats every figure on screen; an unknown one is an em dash, never 0. */
export type Unknowable = number | null | undefined

export const UNKNOWN = '—'
const LOCALE = 'en-US'

type Formatter = (value: Unknowable) => string

/** Replaces the hyphen that Intl writes with a minus sign, which is as wide as a plus. */
const withMinus = (text: string) => text.replace('-', '\u2212')

/** Formats, cached by their options: creating one takes a phone milliseconds, and some have the same options. */
const formats = new Map<string, Intl.NumberFormat>()

function findFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALE, options)
  formats.set(key, format)
  return format
}

function formatter(options: Intl.NumberFormatOptions, prepare = (value: number) => value): Formatter {
  // 'negative' leaves the sign off values that round to zero.
  const open = once(() => findFormat({ signDisplay: 'negative', ...options }))
  return (value) => (isKnown(value) ? withMinus(open().format(prepare(value))) : UNKNOWN)
}

const decimals = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
})

/** Removes floating-point noise, so that -23.499999999999986 rounds like -23.5. */
const roundNoise = (usd: number) => Math.round(usd * 1e6) / 1e6

/**
 * Rounds points to the two decimals that they have on the wire, because adding them up may cause floating-point noise.
 */
export const roundPoints = (points: number) => Math.round(points * 100) / 100

export function isKnown(value: Unknowable): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Formatter with the precision of a screener column. */
export function formatShown(
  { decimals: shown, digits, isCut }: ShownFigure,
  options: Intl.NumberFormatOptions = {},
): Formatter {
  const precision =
    digits === undefined ? decimals(shown ?? 0) : { minimumSignificantDigits: digits, maximumSignificantDigits: digits }
  return formatter({ ...precision, ...(isCut && { roundingMode: 'floor' }), ...options })
}

/** Dollars per share, without the sign: `385.10`. */
export const formatPrice = formatter(decimals(2))
/** A price as the user typed it, with up to four decimals: `7.10`, `7.1035`. */
export const formatFinePrice = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
/** A strike within a sentence, without cents if it is whole: `$130`, `$372.50`. */
export const formatStrikeUsd = formatter({
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
})
/** A strike in a column whose header has the dollar sign: `130`, `372.50`. */
export const formatStrike = formatter({
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
})
/** Change in dollars per share, with a sign unless zero: `+1.05`, `−0.90`, `0.00`. */
export const formatSignedPrice = formatter({ ...decimals(2), signDisplay: 'exceptZero' })
/** Dollars per share in an input field, without thousands separators: `1250.50`. */
export const formatPlainPrice = formatter({ ...decimals(2), useGrouping: false })
/** A 0-100 figure with one decimal, without the sign: `21.7`. */
export const formatYieldPct = formatter(decimals(1))
/** A percentage with one decimal, with a sign unless zero: `+2.1`, `−0.4`, `0.0`. */
export const formatSignedPct = formatter({ ...decimals(1), signDisplay: 'exceptZero' })
/** A 0-100 figure with two decimals, without the sign: `0.44`. */
export const formatFinePct = formatter(decimals(2))
/** A percentage with two decimals, with a sign unless zero: `+0.44`, `−0.28`, `0.00`. */
export const formatSignedFinePct = formatter({ ...decimals(2), signDisplay: 'exceptZero' })
/** Formats a number early: the first format makes the browser load its locale data, which takes time. */
export const prepareFormats = (): void => void formatPrice(0)
/** A ratio: `1.25`. */
export const formatRatio = formatter(decimals(2))
/** Ratios with four and five decimals, for values close to a bound. */
export const formatFineRatio = formatter(decimals(4))
export const formatFinestRatio = formatter(decimals(5))
/** Volatility (0.3204 per year) as a percentage with two decimals, without the sign: `32.04`. */
export const formatVolPct = formatter(decimals(2), (vol) => vol * 100)
/** A delta with three decimals: `0.198`. */
export const formatDelta = formatter(decimals(3))
/** A probability (0.803) as a whole percentage, without the sign: `80`. */
export const formatProbabilityPct = formatter({ maximumFractionDigits: 0 }, (probability) => probability * 100)
/** Rate per second, with one decimal: `11.2`. */
export const formatRate = formatter(decimals(1))
/** A typed number with thousands separators: `1,250.5`. */
export const formatDecimal = formatter({ maximumFractionDigits: 6 })
export const formatInteger = formatter({ maximumFractionDigits: 0 })
/** Three significant digits: `34.1M`. */
export const formatCompact = formatter({ notation: 'compact', maximumSignificantDigits: 3 })
/** Three significant digits: `$2.77T`, `$448B`. */
export const formatCompactUsd = formatter({
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})
/** Halves always round up. On screen, whole and half dollars then add up just as the unrounded amounts do. */
const wholeUsd: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
  roundingMode: 'halfCeil',
}
/** Whole dollars: `$2,728`. */
export const formatUsd = formatter(wholeUsd, roundNoise)
/** Gain or loss in whole dollars, with a sign unless zero: `+$2,728`, `−$470`, `$0`. */
export const formatSignedUsd = formatter({ ...wholeUsd, signDisplay: 'exceptZero' }, roundNoise)
/** Whole rating points, rounded down, so that a rating never appears to be in a higher band than it is. */
export const formatRating = formatter({ maximumFractionDigits: 0, roundingMode: 'floor' }, roundPoints)
/** A part's points with two decimals, as on the wire. The parts add up to the rating. */
export const formatPoints = formatter(decimals(2), roundPoints)
/** Change in rating points with one decimal, with a sign unless zero: `+1.2`, `−0.4`, `0.0`. */
export const formatPointsChange = formatter({ ...decimals(1), signDisplay: 'exceptZero' }, roundPoints)
/** Rank within a year, 0-100, rounded down, so that only the maximum is shown as 100. */
export const formatPlace = formatter({ maximumFractionDigits: 0, roundingMode: 'floor' })
/** One decimal, rounded down: `69.6`. */
export const formatFloored = formatter({ ...decimals(1), roundingMode: 'floor' })

/** Creates a value on the first call and returns the same one on every later call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly thing: T } | null = null
  return () => {
    made ??= { thing: make() }
    return made.thing
  }
}
