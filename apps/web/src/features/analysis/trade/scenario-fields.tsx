import '@mantine/core/styles/Slider.layer.css'
import { Group, Slider, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { checkRange, type NumberReading, readNumber, useNumberField } from '../../../shared/form/number-field.ts'
import {
  formatInteger,
  formatPrice,
  formatSignedUsd,
  formatUsd,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import { Unknown } from '../../../shared/ui/figures.tsx'
import { renderFieldError } from '../../../shared/ui/notices.tsx'
import { type AnalysisNavigation, asItIs, type Scenario } from '../analysis-state.ts'
import { findPriceRange, findPriceStep, type Range, type Supposition, VOL_RANGE, valueTrade } from './scenario.ts'
import classes from './trade.module.css'
import { explainNoValue, type Trade } from './trade-figures.ts'

/** Debounce for URL updates: browsers allow about 100 in 30 s, and dragging a slider makes that many in a second. */
const URL_DEBOUNCE_MS = 250

interface ScenarioControl {
  readonly scenario: Scenario
  readonly change: (change: Partial<Scenario>) => void
  readonly reset: () => void
}

/** Scenario for the current chain: changes apply immediately and are written to the URL after a pause. */
export function useScenario({ state, go }: AnalysisNavigation): ScenarioControl {
  const { symbol, expiration } = state
  const [draft, setDraft] = useState<Scenario | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const scenario = draft ?? state.scenario

  const cancelTimer = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  const write = (written: Scenario) =>
    go(
      // The user may have moved on to another stock or date meanwhile.
      (latest) =>
        latest.symbol === symbol && latest.expiration === expiration ? { ...latest, scenario: written } : latest,
      { replace: true },
    )

  // On a phone the sheet may close before the timer fires.
  const flush = useEffectEvent(() => {
    if (timer.current === null) return
    cancelTimer()
    write(scenario)
  })
  useEffect(() => () => flush(), [])
  useOnChange(JSON.stringify(state.scenario), () => {
    if (timer.current === null) setDraft(null)
  })
  useOnChange(`${symbol} ${expiration}`, () => {
    cancelTimer()
    setDraft(null)
  })

  return {
    scenario,
    change: (change) => {
      const next = { ...scenario, ...change }
      cancelTimer()
      setDraft(next)
      timer.current = setTimeout(() => {
        timer.current = null
        write(next)
      }, URL_DEBOUNCE_MS)
    },
    reset: () => {
      cancelTimer()
      setDraft(null)
      write(asItIs)
    },
  }
}

interface ScenarioFieldsProps {
  readonly trade: Trade
  readonly supposed: Supposition
  readonly control: ScenarioControl
}

/** Fields for the what-if price, day and volatility, and the position's value under them. */
export function ScenarioFields({ trade, supposed, control: { change } }: ScenarioFieldsProps) {
  const range = findPriceRange(trade)
  const currentVol = trade.call.vol === null ? null : Math.round(trade.call.vol * 1_000) / 10
  return (
    <>
      <ScenarioField
        label="Price"
        unit="$"
        range={range}
        step={findPriceStep((range.to - range.from) / 2)}
        decimals={2}
        value={supposed.price}
        describe={(value) => `$${formatPrice(value)}`}
        onChange={(value) => change({ price: nullIf(trade.price, value) })}
      />
      <ScenarioField
        label="Days forward"
        unit="d"
        range={{ from: 0, to: trade.days }}
        step={1}
        decimals={0}
        value={supposed.days}
        describe={(days) => (days === 1 ? '1 day' : `${formatInteger(days)} days`)}
        onChange={(value) => change({ days: nullIf(0, value) })}
      />
      <ScenarioField
        label="Volatility"
        unit="%"
        range={VOL_RANGE}
        step={1}
        decimals={1}
        value={supposed.volPct === null ? null : Math.round(supposed.volPct * 10) / 10}
        describe={(value) => `${formatYieldPct(value)}%`}
        onChange={(value) => change({ volPct: nullIf(currentVol, value) })}
      />
      <Answer trade={trade} supposed={supposed} />
    </>
  )
}

/** Today's values are stored as null, which keeps them out of the URL. */
export const nullIf = <T extends number | null>(current: number | null, value: T) => (value === current ? null : value)

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
function ScenarioField({ label, unit, range, step, decimals, value, describe, onChange }: ScenarioFieldProps) {
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
    <Group gap="0 var(--space-5)" c="dimmed">
      <Text component="label" htmlFor={id} w="7.2em">
        {label} <small>{unit}</small>
      </Text>
      <Slider
        className={classes.slider}
        flex={1}
        mx="sm"
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
        thumbValueText={value === null ? 'unknown' : describe(value)}
      />
      <input {...input} id={id} className={classes.number} />
      {fault !== null && (
        <Text id={faultId} size="sm" c="red" w="100%">
          {renderFieldError(fault)}
        </Text>
      )}
    </Group>
  )
}

const MAX_VALUE = 999_999

/** Parses the typed value. Days must be in the slider's range; prices and volatilities may exceed it but not be 0. */
function read(text: string, decimals: number, range: Range): NumberReading {
  const isWhole = decimals === 0
  const reading = readNumber(text, {
    notNumber: isWhole ? 'Enter a whole number, such as 12' : 'Enter a number, such as 104.5',
    whole: isWhole,
  })
  const fault =
    reading.fault ?? checkRange(reading.value, isWhole ? 0 : 10 ** -decimals, isWhole ? range.to : MAX_VALUE)
  return fault === null ? reading : { value: null, fault }
}

function Answer({ trade, supposed }: Omit<ScenarioFieldsProps, 'control'>) {
  const value = valueTrade(trade, supposed)
  const rows = [
    ['Position value', value?.positionValueUsd, formatUsd],
    ['Call value per share', value?.callValue, formatPrice],
    ['Profit or loss', value?.profitUsd, formatSignedUsd],
  ] as const
  return (
    <Group component="dl" justify="space-between" gap="sm" lh="1.125rem">
      {rows.map(([name, figure, format]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes.figures}>
            {figure === undefined ? <Unknown reason={explainNoValue(trade.call)} /> : format(figure)}
          </dd>
        </div>
      ))}
    </Group>
  )
}
