/**
 * Reads amounts as people, spreadsheets and brokers write them. This file imports only plain limits, so that the browser
 * can carry it without any schema code.
 */
import { PRICE_DECIMALS } from './portfolio-limits.ts'

export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

/** `ambiguous`: some text has two readings and no other text decides. `contradictory`: one needs a point, another a comma. */
export type NumberForm = DecimalSign | 'ambiguous' | 'contradictory'

export type TypedNumber =
  | {
      readonly value: number
      /** The text has more decimals than are kept; `exact` is what it says. */
      readonly rounded: boolean
      readonly exact: number
    }
  | { readonly problem: 'empty' | 'not_a_number' }
  | { readonly problem: 'negative'; readonly amount: number }
  /** The two readings, by the sign that is taken for the decimal one. */
  | ({ readonly problem: 'ambiguous' } & Readonly<Record<DecimalSign, number>>)

/**
 * One amount, dollars to four decimals. Without `decimal` the text itself must settle its decimal sign: `9,10` can only be 9.10, `1,125` is
 * ambiguous. A lone `1.125` is read as the product writes its own figures.
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
  /** Whether `1.125` without any other evidence is read with a decimal point; elsewhere it is ambiguous. */
  readonly pointIsUsual?: boolean
}

/** The decimal sign of all the texts of one field, column or file. Texts that are not numbers are ignored. */
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
// Accountants write a debit in parentheses.
const DEBIT = /^(US\$|\$|USD)?\s*\((.+)\)$/i
const LONGEST = 64

/** The digits and marks of an amount, and whether it is written as a debit; null: no amount. */
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

// The marks between thousands that no country takes for a decimal sign.
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

/** Whole dollars without the mark between their thousands; null where the groups are not of three digits. */
function ungroup(whole: string, mark: string | RegExp): string | null {
  const [first = '', ...groups] = whole.split(mark)
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group))
  return isGrouped ? [first, ...groups].join('') : null
}
