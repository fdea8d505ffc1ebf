import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import { type NumberReading, stepNumber } from './read-number.ts'

interface NumberFieldUse {
  /** Null: none. */
  readonly value: number | null
  readonly write: (value: number) => string
  readonly read: (text: string) => NumberReading
  /** Of an arrow key. */
  readonly step: number
  /** Null: the field was emptied. */
  readonly onChange: (value: number | null) => void
  /** What was typed is no figure. */
  readonly onFault?: () => void
}

interface Typed {
  readonly text: string
  /** The figure beside it when the field was left; undefined: it is still being typed. */
  readonly leftBeside?: number | null
}

/**
 * A field whose figure counts as it is typed. What is no figure stays in the field, with the reason, until it is corrected
 * or another figure is set from elsewhere.
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
