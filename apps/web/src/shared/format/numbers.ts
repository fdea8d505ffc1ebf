import { once } from './once.ts'

/** Every figure on a screen is written here. Unknown is an em dash, never 0. */
export type Unknowable = number | null | undefined

export const UNKNOWN = '—'
const LOCALE = 'en-US'

type Formatter = (value: Unknowable) => string

/** Intl writes a hyphen; figures carry the minus sign, which is as wide as a plus. */
const withMinus = (text: string) => text.replace('-', '\u2212')

/** Those in use, by what they are asked for: a phone takes milliseconds to make each, and several are alike. */
const formats = new Map<string, Intl.NumberFormat>()

function findFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALE, options)
  formats.set(key, format)
  return format
}

function formatter(options: Intl.NumberFormatOptions, prepare = (value: number) => value): Formatter {
  // 'negative': what rounds to nothing has no sign.
  const open = once(() => findFormat({ signDisplay: 'negative', ...options }))
  return (value) => (isKnown(value) ? withMinus(open().format(prepare(value))) : UNKNOWN)
}

const decimals = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
})

/** A product of prices may sit a hair beside a half, as -23.499999999999986 does, and is rounded as the half it is. */
const roundNoise = (usd: number) => Math.round(usd * 1e6) / 1e6

/** Points travel with two decimals; a sum of them may sit a hair below one. */
export const roundPoints = (points: number) => Math.round(points * 100) / 100

export function isKnown(value: Unknowable): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Dollars a share, without the sign: `385.10`. */
export const formatPrice = formatter(decimals(2))
/** A price as a user gave it, to the last of four decimals: `7.10`, `7.1035`. */
export const formatFinePrice = formatter({ minimumFractionDigits: 2, maximumFractionDigits: 4 })
/** A strike in a sentence, whole ones without cents: `$130`, `$372.50`. */
export const formatStrikeUsd = formatter({
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
})
/** The same where the header has the dollar sign: `130`, `372.50`. */
export const formatStrike = formatter({
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
})
/** A price a share with its sign, unless it is nothing: `+1.05`, `−0.90`, `0.00`. */
export const formatSignedPrice = formatter({ ...decimals(2), signDisplay: 'exceptZero' })
/** Dollars a share as a field takes them, its thousands together: `1250.50`. */
export const formatPlainPrice = formatter({ ...decimals(2), useGrouping: false })
/** A 0-100 figure with one decimal, without the sign: `21.7`. */
export const formatYieldPct = formatter(decimals(1))
/** The same with its sign, unless it is nothing: `+2.1`, `−0.4`, `0.0`. */
export const formatSignedPct = formatter({ ...decimals(1), signDisplay: 'exceptZero' })
/** A 0-100 figure with two decimals, without the sign: `0.44`. */
export const formatFinePct = formatter(decimals(2))
/** The same with its sign, unless it is nothing: `+0.44`, `−0.28`, `0.00`. */
export const formatSignedFinePct = formatter({ ...decimals(2), signDisplay: 'exceptZero' })
/** Has the browser read its tables of languages, which it does with the first format; before the first figure. */
export const prepareFormats = (): void => void formatPrice(0)
/** How many times one is of another: `1.25`. */
export const formatRatio = formatter(decimals(2))
/** The same with four and five decimals, for what lies close to a bound. */
export const formatFineRatio = formatter(decimals(4))
export const formatFinestRatio = formatter(decimals(5))
/** A volatility (0.3204 a year) as percent with two decimals, without the sign: `32.04`. */
export const formatVolPct = formatter(decimals(2), (vol) => vol * 100)
/** A delta with three decimals: `0.198`. */
export const formatDelta = formatter(decimals(3))
/** A probability (0.803) as whole percent, without the sign: `80`. */
export const formatProbabilityPct = formatter({ maximumFractionDigits: 0 }, (probability) => probability * 100)
/** How many a second, with one decimal: `11.2`. */
export const formatRate = formatter(decimals(1))
/** A number as somebody wrote it, with its thousands parted: `1,250.5`. */
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
/** A half always goes up: whole dollars and half ones add up on the screen as they do unrounded. */
const wholeUsd: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
  roundingMode: 'halfCeil',
}
/** Whole dollars: `$2,728`. */
export const formatUsd = formatter(wholeUsd, roundNoise)
/** Whole dollars gained or lost, with their sign unless they are none: `+$2,728`, `−$470`, `$0`. */
export const formatSignedUsd = formatter({ ...wholeUsd, signDisplay: 'exceptZero' }, roundNoise)
/** Whole rating points, rounded down: a rating never reads as a band it has not reached. */
export const formatRating = formatter({ maximumFractionDigits: 0, roundingMode: 'floor' }, roundPoints)
/** Points of a part, with the two decimals they travel with: their sum is the rating. */
export const formatPoints = formatter(decimals(2), roundPoints)
/** What a rating gained or lost, with one decimal and its sign: `+1.2`, `−0.4`, `0.0`. */
export const formatPointsChange = formatter({ ...decimals(1), signDisplay: 'exceptZero' }, roundPoints)
/** A place within a year, 0-100, rounded down: only the very top reads as 100. */
export const formatPlace = formatter({ maximumFractionDigits: 0, roundingMode: 'floor' })
/** One decimal, rounded down: `69.6`. */
export const formatFloored = formatter({ ...decimals(1), roundingMode: 'floor' })
