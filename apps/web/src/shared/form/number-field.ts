import { detectNumberForm, readTypedNumber } from '@callwright/contracts/typed-numbers'
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import { formatDecimal } from '../format/numbers.ts'

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
    if (typed.rounded) return fail('Use at most 4 decimal places')
    const isOpen = detectNumberForm([text], { pointIsUsual: false }) === 'ambiguous'
    if (whole && (isOpen || !Number.isInteger(typed.value))) return fail(notNumber)
    return { value: typed.value, fault: null }
  }
  if (typed.problem === 'negative') return { value: typed.amount, fault: null }
  if (typed.problem !== 'ambiguous') return fail(notNumber)
  // A whole number has no decimals, so a separator can only separate thousands.
  if (whole) return { value: typed.point, fault: null }
  return fail(`${text.trim()} could mean ${typed.point} or ${typed.comma}. Enter the one you mean`)
}

/** Returns an error if the number is out of range, or null if it is in range. */
export function checkRange(value: number, min: number, max: number): string | null {
  return value < min || value > max ? `Enter a number from ${formatDecimal(min)} to ${formatDecimal(max)}` : null
}

/** Increases or decreases the number in a field for one press of an arrow key, and keeps its format. */
export function stepNumber(text: string, by: number, min: number): string | null {
  const { value } = text.trim() === '' ? { value: 0 } : readNumber(text, { notNumber: '' })
  if (value === null) return null
  return String(Math.max(min, Number((value + by).toFixed(4))))
}

interface NumberFieldUse {
  /** Null if there is no value. */
  readonly value: number | null
  readonly write: (value: number) => string
  readonly read: (text: string) => NumberReading
  /** How much an arrow key changes the value. */
  readonly step: number
  /** Null if the field was cleared. */
  readonly onChange: (value: number | null) => void
  /** Called when the text is not a valid number. */
  readonly onFault?: () => void
}

interface Typed {
  readonly text: string
  /** The `value` prop at the moment the field lost focus; undefined while the user types. */
  readonly leftBeside?: number | null
}

/**
 * A number field that applies each value while the user types. Invalid text stays in the field, with its error, until
 * the user corrects it or the value changes elsewhere.
 */
export function useNumberField({ value, write, read, step, onChange, onFault }: NumberFieldUse) {
  const faultId = useId()
  const [typed, setTyped] = useState<Typed | null>(null)
  const isOvertaken = typed?.leftBeside !== undefined && typed.leftBeside !== value
  const text = typed === null || isOvertaken ? (value === null ? '' : write(value)) : typed.text
  const fault = typed === null || text.trim() === '' ? null : read(text).fault

  const change = (next: string) => {
    setTyped({ text: next })
    const reading = read(next)
    if (next.trim() === '') onChange(null)
    else if (reading.fault === null) onChange(reading.value)
    else onFault?.()
  }
  const stepBy = (event: KeyboardEvent, by: number) => {
    event.preventDefault()
    const next = stepNumber(text, by, 0)
    if (next !== null && read(next).fault === null) change(next)
  }
  return {
    fault,
    faultId,
    input: {
      inputMode: 'decimal',
      autoComplete: 'off',
      value: text,
      'aria-invalid': fault !== null,
      'aria-describedby': fault === null ? undefined : faultId,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(currentTarget.value),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'ArrowUp') stepBy(event, step)
        if (event.key === 'ArrowDown') stepBy(event, -step)
      },
      onBlur: () => setTyped(fault === null ? null : { text, leftBeside: value }),
    },
  } as const
}
