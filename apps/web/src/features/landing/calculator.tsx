import type { Ref } from 'react'
import { formatPrice, formatUsd, formatYieldPct, UNKNOWN } from '../../shared/format/numbers.ts'
import classes from './calculator.module.css'
import { type CallField, type CallFields, type CallOutcome, readPositive } from './call-terms.ts'
import { calculator, YIELD_CONDITION } from './landing-content.ts'
import layout from './parts.module.css'

interface CalculatorProps {
  readonly ref: Ref<HTMLFormElement>
  readonly call: CallFields
  readonly onChange: (call: CallFields) => void
  readonly outcome: CallOutcome | null
}

interface FieldRange {
  readonly field: CallField
  readonly min: number
  readonly max: number
  readonly step: number
}

/** Ranges for the sliders; the text boxes accept any number above zero. */
const ranges: readonly FieldRange[] = [
  { field: 'price', min: 5, max: 500, step: 1 },
  { field: 'strike', min: 5, max: 600, step: 1 },
  { field: 'premium', min: 0.05, max: 25, step: 0.05 },
  { field: 'days', min: 1, max: 120, step: 1 },
]

export function Calculator({ ref, call, onChange, outcome }: CalculatorProps) {
  const change = (field: CallField) => (value: string) => onChange({ ...call, [field]: value })
  return (
    <form
      ref={ref}
      className={classes.card}
      aria-label={calculator.label}
      data-needs-script
      tabIndex={-1}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2 className={classes.title}>{calculator.title}</h2>
      {ranges.map((range) => (
        <Field key={range.field} range={range} value={call[range.field]} onChange={change(range.field)} />
      ))}
      <output className={classes.answer}>{outcome === null ? calculator.unknown : <Answer outcome={outcome} />}</output>
      <dl className={classes.figures}>
        <Figure name={calculator.staticReturn} text={pair(outcome?.staticReturn)} />
        <Figure name={calculator.ifCalled} text={pair(outcome?.ifCalledReturn)} />
        <Figure
          name={calculator.breakeven}
          text={outcome?.breakeven == null ? UNKNOWN : `$${formatPrice(outcome.breakeven)}`}
        />
      </dl>
      <p className={layout.fine}>{YIELD_CONDITION}</p>
    </form>
  )
}

interface FieldProps {
  readonly range: FieldRange
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ range: { field, min, max, step }, value, onChange }: FieldProps) {
  const name = calculator.fields[field]
  const decimals = field === 'days' ? 0 : 2
  return (
    <div className={classes.field}>
      <label htmlFor={`call-${field}`}>{name}</label>
      <input
        className={classes.slider}
        data-field={field}
        type="range"
        aria-label={calculator.slider(name)}
        min={min}
        max={max}
        step={step}
        value={readPositive(value) ?? min}
        onChange={({ target }) => onChange(Number(target.value).toFixed(decimals))}
      />
      <input
        id={`call-${field}`}
        className={classes.box}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

function Answer({ outcome }: { readonly outcome: CallOutcome }) {
  const { premiumUsd, staticReturn, headroomPct } = outcome
  const { keep, which, yearly, lower, higher } = calculator.answer
  return (
    <>
      {keep} <b>{formatUsd(premiumUsd)}</b>
      {which} <b>{formatYieldPct(staticReturn.annualizedPct)}%</b> {yearly}{' '}
      <b>{formatYieldPct(Math.abs(headroomPct))}%</b> {headroomPct < 0 ? lower : higher}.
    </>
  )
}

const pair = (figure: CallOutcome['staticReturn'] | undefined) =>
  figure === undefined
    ? UNKNOWN
    : calculator.returns(formatYieldPct(figure.returnPct), formatYieldPct(figure.annualizedPct))

function Figure({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={layout.figure}>{text}</dd>
    </div>
  )
}
