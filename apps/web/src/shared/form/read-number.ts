import { detectNumberForm, readTypedNumber } from '@callwright/contracts/typed-numbers'
import { formatDecimal } from '../format/numbers.ts'
import { numberWords as words } from './form-words.ts'

export type NumberReading =
  | { readonly value: number; readonly fault: null }
  /** A sentence on why the text is no figure. */
  | { readonly value: null; readonly fault: string }

interface NumberRule {
  /** What to write instead of what is no number: `Write a plain number, such as 2.45`. */
  readonly notNumber: string
  /** Takes whole numbers only: `1,000` can only be 1000 there; `1.000` is 1 or 1000, and refused. */
  readonly whole?: boolean
}

const fail = (fault: string): NumberReading => ({ value: null, fault })

/** The figure in a field, however it is written (D63). What has two readings, or more decimals than are kept, is refused. */
export function readNumber(text: string, { notNumber, whole = false }: NumberRule): NumberReading {
  const typed = readTypedNumber(text)
  if (!('problem' in typed)) {
    if (typed.rounded) return fail(words.tooFine)
    const isOpen = detectNumberForm([text], { pointIsUsual: false }) === 'ambiguous'
    if (whole && (isOpen || !Number.isInteger(typed.value))) return fail(notNumber)
    return { value: typed.value, fault: null }
  }
  if (typed.problem === 'negative') return { value: typed.amount, fault: null }
  if (typed.problem !== 'ambiguous') return fail(notNumber)
  // A whole number has no decimals, so its mark can only part thousands.
  if (whole) return { value: typed.point, fault: null }
  return fail(words.ambiguous(text.trim(), String(typed.point), String(typed.comma)))
}

/** What is wrong with a figure outside its range; null: nothing. */
export function checkRange(value: number, min: number, max: number): string | null {
  return value < min || value > max ? words.outside(formatDecimal(min), formatDecimal(max)) : null
}

/** A step of an arrow key in a field: the figure beside the one in it, as the field would write it. */
export function stepNumber(text: string, by: number, min: number): string | null {
  const { value } = text.trim() === '' ? { value: 0 } : readNumber(text, { notNumber: '' })
  if (value === null) return null
  return String(Math.max(min, Number((value + by).toFixed(4))))
}
