import '@mantine/core/styles/Slider.layer.css'
import { Slider } from '@mantine/core'
import { useId } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { checkRange, type NumberReading, readNumber } from '../../../shared/form/read-number.ts'
import { useNumberField } from '../../../shared/form/use-number-field.ts'
import { renderFieldError } from '../../../shared/ui/field-error.tsx'
import { scenarioWords } from './preview-words.ts'
import type { Range } from './scenario.ts'
import classes from './scenario-panel.module.css'

interface ScenarioFieldProps {
  readonly label: string
  readonly unit: string
  /** Range of the slider; the number field also accepts values beyond it. */
  readonly range: Range
  readonly step: number
  readonly decimals: number
  readonly value: number | null
  readonly describe: (value: number) => string
  /** Null means today's value. */
  readonly onChange: (value: number | null) => void
}

/** One what-if value, as a slider and a number field. */
export function ScenarioField({ label, unit, range, step, decimals, value, describe, onChange }: ScenarioFieldProps) {
  const id = useId()
  const { input, fault, faultId } = useNumberField({
    value,
    write: (figure) => String(Math.round(figure * 10 ** decimals) / 10 ** decimals),
    read: (text) => read(text, decimals, range),
    step: 10 ** -decimals,
    onChange,
  })
  // A slider with an empty range cannot position its thumb.
  const isFixed = range.to <= range.from
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label} <small>{unit}</small>
      </label>
      <Slider
        className={classes.slider}
        size={4}
        thumbSize={24}
        color="var(--text-muted)"
        label={null}
        min={range.from}
        max={isFixed ? range.from + step : range.to}
        disabled={isFixed}
        step={step}
        value={Math.min(range.to, Math.max(range.from, value ?? range.from))}
        onChange={(next) => onChange(Math.round(next * 100) / 100)}
        thumbLabel={commonWords.slider(label)}
        thumbValueText={value === null ? scenarioWords.notKnown : describe(value)}
      />
      <input {...input} id={id} className={classes.number} />
      {fault !== null && (
        <p id={faultId} className={classes.fault}>
          {renderFieldError(fault)}
        </p>
      )}
    </div>
  )
}

const MAX_VALUE = 999_999

/** Parses the typed value. Days must be in the slider's range; prices and volatilities may exceed it but not be 0. */
function read(text: string, decimals: number, range: Range): NumberReading {
  const isWhole = decimals === 0
  const reading = readNumber(text, { notNumber: scenarioWords.noNumber(isWhole), whole: isWhole })
  const fault =
    reading.fault ?? checkRange(reading.value, isWhole ? 0 : 10 ** -decimals, isWhole ? range.to : MAX_VALUE)
  return fault === null ? reading : { value: null, fault }
}
