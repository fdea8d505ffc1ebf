import { MAX_WEIGHT } from '@callwright/contracts/screener-columns'
import { NumberInput, Slider } from '@mantine/core'
import { useId } from 'react'
import { commonWords } from '../common-words.ts'
import classes from './weights-dialog.module.css'
import type { WeightRow } from './weights-view.ts'

interface WeightFieldProps {
  readonly row: WeightRow
  readonly error: string | null
  /** Null: the field was emptied. */
  readonly onChange: (weight: number | null) => void
}

/** One part of the rating: its weight as a slider and as a number, and what that makes of it. */
export function WeightField({ row: { label, weight, meaning }, error, onChange }: WeightFieldProps) {
  const fieldId = useId()
  const meaningId = useId()
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
        color="var(--tx2)"
        label={null}
        min={0}
        max={MAX_WEIGHT}
        value={weight ?? 0}
        onChange={onChange}
        thumbLabel={commonWords.slider(label)}
      />
      <NumberInput
        id={fieldId}
        className={classes.number}
        aria-describedby={meaningId}
        inputMode="decimal"
        hideControls
        allowNegative={false}
        decimalScale={2}
        min={0}
        max={MAX_WEIGHT}
        value={weight ?? ''}
        error={error}
        onChange={(value) => onChange(typeof value === 'number' ? value : null)}
      />
    </li>
  )
}
