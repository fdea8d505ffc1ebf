import { detectNumberForm, readTypedNumber } from '@callwright/contracts/typed-numbers'
import { formatDecimal } from '../format/numbers.ts'
import { numberWords as words } from './form-words.ts'

export type NumberReading =
  | { readonly value: number; readonly fault: null }
  /** Says why the text is not a valid number. */
  | { readonly value: null; readonly fault: string }

interface NumberRule {
  /** Error if the text is not a number: `Enter a plain number, such as 2.45`. */
  readonly notNumber: string
  /** Whether only whole numbers are valid. If so, `1,000` means 1000; `1.000` is ambiguous and is rejected. */
  readonly whole?: boolean
}

const fail = (fault: string): NumberReading => ({ value: null, fault })

/** Parses a number in any common notation (D63). Rejects text that is ambiguous or has too many decimals. */
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
  // A whole number has no decimals, so a separator can only separate thousands.
  if (whole) return { value: typed.point, fault: null }
  return fail(words.ambiguous(text.trim(), String(typed.point), String(typed.comma)))
}

/** Returns an error if the number is out of range, or null if it is in range. */
export function checkRange(value: number, min: number, max: number): string | null {
  return value < min || value > max ? words.outside(formatDecimal(min), formatDecimal(max)) : null
}

/** Increases or decreases the number in a field for one press of an arrow key, and keeps its format. */
export function stepNumber(text: string, by: number, min: number): string | null {
  const { value } = text.trim() === '' ? { value: 0 } : readNumber(text, { notNumber: '' })
  if (value === null) return null
  return String(Math.max(min, Number((value + by).toFixed(4))))
}
