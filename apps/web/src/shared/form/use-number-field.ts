import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import { type NumberReading, stepNumber } from './read-number.ts'

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
