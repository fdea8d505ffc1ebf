import { readTypedNumber } from '@callwright/contracts/typed-numbers'
import { breakeven, computeReturnFigures, type ReturnFigure, SHARES_PER_CONTRACT } from '@callwright/scoring'
import type { Ref } from 'react'
import { formatPrice, formatUsd, formatYieldPct, UNKNOWN } from '../../shared/format/numbers.ts'

/** Condition that every yield on the page states. */
export const YIELD_CONDITION = 'Hypothetical, before costs and tax.'

/** The terms of one call as the user typed them, in dollars per share. */
export interface CallFields {
  readonly price: string
  readonly strike: string
  readonly premium: string
  readonly days: string
}

/** Made-up example prices. */
export const exampleCall: CallFields = { price: '100.00', strike: '105.00', premium: '1.40', days: '35' }

export interface CallOutcome {
  readonly premiumUsd: number
  readonly staticReturn: ReturnFigure
  readonly ifCalledReturn: ReturnFigure
  /** Distance from the price to the strike, in percent of the price. */
  readonly headroomPct: number
  readonly breakeven: number | null
}

/** Computes the call's outcome; null as long as a field lacks a valid number. */
export function computeOutcome(fields: CallFields): CallOutcome | null {
  const [price, strike, premium, days] = [fields.price, fields.strike, fields.premium, fields.days].map(readPositive)
  if (price == null || strike == null || premium == null || days == null) return null
  const call = { price, strike, premium, basis: 'stock_price' } as const
  return {
    premiumUsd: premium * SHARES_PER_CONTRACT,
    ...computeReturnFigures(call, days),
    headroomPct: (strike / price - 1) * 100,
    breakeven: breakeven(call),
  }
}

function readPositive(text: string): number | null {
  const typed = readTypedNumber(text)
  return !('problem' in typed) && typed.value > 0 ? typed.value : null
}

interface Field {
  readonly field: keyof CallFields
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number
}

/** Fields with the ranges of their sliders; the text boxes accept any number above zero. */
const fields: readonly Field[] = [
  { field: 'price', name: 'Share price', min: 5, max: 500, step: 1 },
  { field: 'strike', name: 'Strike', min: 5, max: 600, step: 1 },
  { field: 'premium', name: 'Premium', min: 0.05, max: 25, step: 0.05 },
  { field: 'days', name: 'Days', min: 1, max: 120, step: 1 },
]

interface CalculatorProps {
  readonly ref: Ref<HTMLFormElement>
  readonly call: CallFields
  readonly onChange: (call: CallFields) => void
  readonly outcome: CallOutcome | null
}

export function Calculator({ ref, call, onChange, outcome }: CalculatorProps) {
  return (
    <form
      ref={ref}
      className="calculator medium"
      aria-label="Covered call calculator"
      data-needs-script
      tabIndex={-1}
      onSubmit={(event) => event.preventDefault()}
    >
      <h2>Calculate one call</h2>
      {fields.map(({ field, name, ...range }) => {
        const change = (value: string) => onChange({ ...call, [field]: value })
        return (
          <div key={field} className="field">
            <label className="muted" htmlFor={`call-${field}`}>
              {name}
            </label>
            <input
              data-field={field}
              type="range"
              aria-label={`${name}, slider`}
              {...range}
              value={readPositive(call[field]) ?? range.min}
              onChange={({ target }) => change(Number(target.value).toFixed(field === 'days' ? 0 : 2))}
            />
            <input
              id={`call-${field}`}
              className="figure strong"
              inputMode="decimal"
              autoComplete="off"
              value={call[field]}
              onChange={({ target }) => change(target.value)}
            />
          </div>
        )
      })}
      <output>
        {outcome === null ? (
          'Enter a price, a strike, a premium and the days to expiration, each above zero.'
        ) : (
          <Answer outcome={outcome} />
        )}
      </output>
      <dl>
        <Figure name="Static return" text={describeReturn(outcome?.staticReturn)} />
        <Figure name="If called" text={describeReturn(outcome?.ifCalledReturn)} />
        <Figure name="Breakeven" text={outcome?.breakeven == null ? UNKNOWN : `$${formatPrice(outcome.breakeven)}`} />
      </dl>
      <p className="small faint">{YIELD_CONDITION}</p>
    </form>
  )
}

function Answer({ outcome: { premiumUsd, staticReturn, headroomPct } }: { readonly outcome: CallOutcome }) {
  return (
    <>
      You keep <b className="figure">{formatUsd(premiumUsd)}</b>, which is{' '}
      <b className="figure">{formatYieldPct(staticReturn.annualizedPct)}%</b> a year on the shares. If they are called
      away, you sell <b className="figure">{formatYieldPct(Math.abs(headroomPct))}%</b>{' '}
      {headroomPct < 0 ? 'lower' : 'higher'}.
    </>
  )
}

const describeReturn = (figure: ReturnFigure | undefined) =>
  figure === undefined
    ? UNKNOWN
    : `${formatYieldPct(figure.returnPct)}%, ${formatYieldPct(figure.annualizedPct)}% a year`

function Figure({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt className="muted">{name}</dt>
      <dd className="figure strong">{text}</dd>
    </div>
  )
}
