/**
 * Parses amounts as people, spreadsheets and brokers write them. This file imports only plain limits, so the browser
 * can load it without schema code.
 */
import { PRICE_DECIMALS } from './portfolio-limits.ts'

export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

/**
 * `ambiguous`: at least one text has two readings, and no other text rules one out. `contradictory`: one text needs a
 * decimal point and another a decimal comma.
 */
export type NumberForm = DecimalSign | 'ambiguous' | 'contradictory'

export type TypedNumber =
  | {
      readonly value: number
      /** True if the text has more decimals than are stored; `exact` is the unrounded value. */
      readonly rounded: boolean
      readonly exact: number
    }
  | { readonly problem: 'empty' | 'not_a_number' }
  | { readonly problem: 'negative'; readonly amount: number }
  /** The reading with a decimal point and the one with a decimal comma. */
  | ({ readonly problem: 'ambiguous' } & Readonly<Record<DecimalSign, number>>)

/**
 * Parses an amount in dollars to four decimals. Without `decimal`, the text itself decides: `9,10` can only be 9.10,
 * and `1,125` is ambiguous. A lone `1.125` has a decimal point, as in our own output.
 */
export function readTypedNumber(text: string, decimal?: DecimalSign): TypedNumber {
  if (isBlank(text)) return { problem: 'empty' }
  const amount = readAmount(text)
  if (amount === null) return { problem: 'not_a_number' }
  const readings = readBoth(amount.digits)
  const sign = decimal ?? detectNumberForm([text])
  if (sign === 'ambiguous' || sign === 'contradictory') {
    const { point, comma } = readings
    if (point === null || comma === null) return { problem: 'not_a_number' }
    return { problem: 'ambiguous', point, comma }
  }
  const exact = readings[sign]
  if (exact === null) return { problem: 'not_a_number' }
  if (amount.isNegative && exact > 0) return { problem: 'negative', amount: -exact }
  const value = Number(exact.toFixed(PRICE_DECIMALS))
  return { value, rounded: value !== exact, exact }
}

interface DetectionOptions {
  /** True (the default) to read `1.125` with a decimal point if no other text decides; otherwise it is ambiguous. */
  readonly pointIsUsual?: boolean
}

/** Detects the decimal sign that the texts of a field, column or file share. Texts that are not numbers are ignored. */
export function detectNumberForm(texts: Iterable<string>, { pointIsUsual = true }: DetectionOptions = {}): NumberForm {
  const found = { point: false, comma: false, openComma: false, openPoint: false }
  for (const text of texts) {
    const amount = isBlank(text) ? null : readAmount(text)
    if (amount === null) continue
    const { point, comma } = readBoth(amount.digits)
    if (point === comma) continue
    if (comma === null) found.point = true
    else if (point === null) found.comma = true
    else if (amount.digits.includes(',')) found.openComma = true
    else found.openPoint = true
  }
  if (found.point && found.comma) return 'contradictory'
  if (found.point) return 'point'
  if (found.comma) return 'comma'
  if (found.openComma || (found.openPoint && !pointIsUsual)) return 'ambiguous'
  return 'point'
}

const BLANK = /^(-{1,2}|—|n\/?a)?$/i

const isBlank = (text: string) => BLANK.test(text.trim())

const SIGN = '[+\\-\\u2212]'
const CURRENCY = '(?:US\\$|\\$|USD)'
const AMOUNT = new RegExp(
  `^(${SIGN})?\\s*${CURRENCY}?\\s*(${SIGN})?\\s*([\\d.,'\\u2019\\s]*\\d[.,]?)\\s*${CURRENCY}?\\s*(CR|DR)?\\s*(${SIGN})?$`,
  'i',
)
// Accounting notation writes debits in parentheses.
const DEBIT = /^(US\$|\$|USD)?\s*\((.+)\)$/i
const LONGEST = 64

/** Digits and separators of an amount, and whether it is a debit; null if the text is not an amount. */
function readAmount(text: string): { readonly digits: string; readonly isNegative: boolean } | null {
  if (text.length > LONGEST) return null
  const written = text.trim()
  const debit = DEBIT.exec(written)?.[2]?.trim()
  const [, before, between, digits, side, after] = AMOUNT.exec(debit ?? written) ?? []
  if (digits === undefined) return null
  const signs = [before, between, after].filter((sign) => sign !== undefined)
  const marks = signs.length + (debit === undefined ? 0 : 1) + (side === undefined ? 0 : 1)
  if (marks > 1) return null
  return {
    digits,
    isNegative: debit !== undefined || side?.toUpperCase() === 'DR' || signs.some((sign) => sign !== '+'),
  }
}

const readBoth = (digits: string): Readonly<Record<DecimalSign, number | null>> => ({
  point: readWith(digits, { decimal: '.', thousands: ',' }),
  comma: readWith(digits, { decimal: ',', thousands: '.' }),
})

// Thousands separators that are never decimal signs.
const NEUTRAL_MARKS = [/\s/, /['\u2019]/]
const WHOLE = /^\d{0,12}$/
const FRACTION = /^\d{0,20}$/

function readWith(digits: string, marks: { readonly decimal: string; readonly thousands: string }): number | null {
  const [written = '', fraction = '', ...more] = digits.split(marks.decimal)
  const ungrouped = [marks.thousands, ...NEUTRAL_MARKS].map((mark) => ungroup(written, mark))
  const whole = ungrouped.find((text) => text !== null) ?? written
  const isAmount = more.length === 0 && WHOLE.test(whole) && FRACTION.test(fraction) && whole + fraction !== ''
  return isAmount ? Number(`${whole}.${fraction}`) : null
}

/** Removes the thousands separators of whole dollars; null unless every group after the first has three digits. */
function ungroup(whole: string, mark: string | RegExp): string | null {
  const [first = '', ...groups] = whole.split(mark)
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? [first, ...groups].join('') : null
}
