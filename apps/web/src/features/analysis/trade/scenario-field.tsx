import '@mantine/core/styles/Slider.layer.css'
import { Slider } from '@mantine/core'
import { useId, useState } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { scenarioWords } from './preview-words.ts'
import type { Range } from './scenario.ts'
import classes from './scenario-panel.module.css'

interface ScenarioFieldProps {
  readonly label: string
  readonly unit: string
  /** Of the slider; the field takes what is beyond it, too. */
  readonly range: Range
  readonly step: number
  readonly decimals: number
  readonly value: number | null
  readonly describe: (value: number) => string
  /** Null: as it is. */
  readonly onChange: (value: number | null) => void
}

/** One thing to suppose, as a slider and as a number. */
export function ScenarioField({ label, unit, range, step, decimals, value, describe, onChange }: ScenarioFieldProps) {
  const id = useId()
  // A slider from a place to itself has no place for its thumb.
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
        color="var(--tx2)"
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
      <NumberField
        id={id}
        decimals={decimals}
        value={value}
        most={decimals === 0 ? range.to : null}
        onChange={onChange}
      />
    </div>
  )
}

interface NumberFieldProps {
  readonly id: string
  readonly decimals: number
  readonly value: number | null
  readonly most: number | null
  readonly onChange: (value: number | null) => void
}

function NumberField({ id, decimals, value, most, onChange }: NumberFieldProps) {
  /** What stands in the field while it is typed in. */
  const [typed, setTyped] = useState<string | null>(null)
  const written = value === null ? '' : String(Math.round(value * 10 ** decimals) / 10 ** decimals)
  const isWrong = typed !== null && typed !== '' && read(typed, decimals, most) === null
  return (
    <input
      id={id}
      className={classes.number}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      aria-invalid={isWrong}
      value={typed ?? written}
      onChange={({ target }) => {
        const text = target.value.trim()
        setTyped(text)
        const figure = read(text, decimals, most)
        if (text === '') onChange(null)
        else if (figure !== null) onChange(figure)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** A number that means something here; null for anything else. */
function read(text: string, decimals: number, most: number | null): number | null {
  if (!/^\d{1,6}(\.\d{1,4})?$/.test(text)) return null
  const figure = Number(text)
  if (decimals === 0 ? !Number.isInteger(figure) : figure === 0) return null
  return most !== null && figure > most ? null : figure
}
