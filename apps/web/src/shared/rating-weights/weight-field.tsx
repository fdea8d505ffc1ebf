import { MAX_WEIGHT } from '@callwright/contracts/screener-columns'
import { Slider, TextInput } from '@mantine/core'
import { useId } from 'react'
import { commonWords } from '../common-words.ts'
import { checkRange, type NumberReading, readNumber } from '../form/read-number.ts'
import { useNumberField } from '../form/use-number-field.ts'
import { renderFieldError } from '../ui/field-error.tsx'
import classes from './weights-dialog.module.css'
import type { WeightRow } from './weights-view.ts'
import { weightsWords as words } from './weights-words.ts'

interface WeightFieldProps {
  readonly row: WeightRow
  readonly error: string | null
  /** Called with the new weight, or with null if the field has no valid one. */
  readonly onChange: (weight: number | null) => void
}

/** Weight of one part of the rating: a slider, a number field, and the points that result. */
export function WeightField({ row: { label, weight, meaning }, error, onChange }: WeightFieldProps) {
  const fieldId = useId()
  const meaningId = useId()
  const { input, fault, faultId } = useNumberField({
    value: weight,
    write: String,
    read: readWeight,
    step: 1,
    onChange,
    onFault: () => onChange(null),
  })
  const message = fault ?? error
  return (
    <li className={classes.row}>
      <label htmlFor={fieldId} className={classes.label}>
        {label}
      </label>
      <span id={meaningId} className={classes.meaning}>
        {meaning}
      </span>
      <Slider
        className={classes.slider}
        size={4}
        thumbSize={24}
        color="var(--text-muted)"
        label={null}
        min={0}
        max={MAX_WEIGHT}
        value={weight ?? 0}
        onChange={onChange}
        thumbLabel={commonWords.slider(label)}
      />
      <TextInput
        {...input}
        id={fieldId}
        className={classes.number ?? ''}
        aria-invalid={message !== null}
        aria-describedby={message === null ? meaningId : `${meaningId} ${faultId}`}
        error={message !== null}
      />
      {message !== null && (
        <p id={faultId} className={classes.fault}>
          {renderFieldError(message)}
        </p>
      )}
    </li>
  )
}

function readWeight(text: string): NumberReading {
  const reading = readNumber(text, { notNumber: words.noWeight })
  const fault = reading.fault ?? checkRange(reading.value, 0, MAX_WEIGHT)
  return fault === null ? reading : { value: null, fault }
}
