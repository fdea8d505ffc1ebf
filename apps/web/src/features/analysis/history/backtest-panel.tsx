import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { selectResult } from '../../../api/api.ts'
import { type Backtest, type BacktestResult, type BacktestRule, useBacktestQuery } from '../../../api/history.ts'
import { saveCsv } from '../../../shared/export/save-file.ts'
import { formatFinePct, formatSignedPct } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import { Figure } from '../../../shared/ui/figures.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import type { AnalysisView } from '../stock-data.ts'
import { BacktestChart } from './backtest-chart.tsx'
import { BacktestTable } from './backtest-table.tsx'
import classes from './history.module.css'
import { PanelState } from './panel-state.tsx'

const DEFAULT_RULE: BacktestRule = { delta: 0.25, days: 30, months: 24 }
const DELTAS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5]
const TERMS = [7, 14, 21, 30, 45, 60]
const PERIODS = { 6: '6 months', 12: '1 year', 24: '2 years', 36: '3 years' } as const

/** The rule to test, and its result on this stock. */
export function BacktestPanel({ view }: { readonly view: AnalysisView }) {
  const symbol = view.state.symbol ?? ''
  const [rule, setRule] = useState(DEFAULT_RULE)
  const query = useBacktestQuery({ symbol, ...rule }, { selectFromResult: selectResult })
  const form = useRef<HTMLFormElement>(null)
  // The button that opened the panel is gone, so the focus moves to the rule.
  useEffect(() => form.current?.querySelector('select')?.focus(), [])
  return (
    <div aria-busy={query.isFetching}>
      <RuleForm formRef={form} rule={rule} onChange={setRule} />
      <PanelState symbol={symbol} query={query} loading="Running the back-test…" failed="Could not run the back-test">
        {(backtest) => <Outcome backtest={backtest} />}
      </PanelState>
    </div>
  )
}

interface RuleFormProps {
  readonly formRef: React.RefObject<HTMLFormElement | null>
  readonly rule: BacktestRule
  readonly onChange: (rule: BacktestRule) => void
}

function RuleForm({ formRef, rule, onChange }: RuleFormProps) {
  const choose =
    (name: keyof BacktestRule) =>
    ({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
      onChange({ ...rule, [name]: Number(currentTarget.value) })
  return (
    <form ref={formRef} className={classes.rule} onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        label="Sell the call nearest delta"
        value={String(rule.delta)}
        data={DELTAS.map((delta) => ({ value: String(delta), label: delta.toFixed(2) }))}
        onChange={choose('delta')}
      />
      <NativeSelect
        label="Days to expiration"
        value={String(rule.days)}
        data={TERMS.map((days) => ({ value: String(days), label: countOf(days, 'day') }))}
        onChange={choose('days')}
      />
      <NativeSelect
        label="Over the last"
        value={String(rule.months)}
        data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
        onChange={choose('months')}
      />
    </form>
  )
}

function Outcome({ backtest }: { readonly backtest: Backtest }) {
  const { symbol, basis, result, buyWrite, message, assumptions } = backtest
  if (result === null) return <Empty title={`No back-test for ${symbol}`}>{message}</Empty>
  return (
    <>
      <p className={classes.note}>
        {countOf(result.calls, 'call')} sold one after the other, {formatDayLong(result.from)} to{' '}
        {formatDayLong(result.to)}: {result.expired} expired, {result.assigned} assigned.{' '}
        {result.uncoveredSessions > 0 &&
          `On ${countOf(result.uncoveredSessions, 'session')} no call that fits was known, and the shares were uncovered. `}
        {basis === 'modelled' && <b>Premiums are modelled, not quoted. </b>}
        {message}
      </p>
      <Figures result={result} buyWrite={buyWrite} />
      <BacktestChart result={result} />
      <Group justify="flex-end" px="lg" pb="2xs">
        <Button
          leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
          onClick={() => void saveCsv(async () => (await import('./backtest-file.ts')).writeBacktestCsv(backtest))}
        >
          Download CSV
        </Button>
      </Group>
      <BacktestTable cycles={result.cycles} />
      <section aria-labelledby="backtest-assumptions">
        <Text component="h3" id="backtest-assumptions" fw="bold" px="lg" pt="sm">
          What this assumes
        </Text>
        <ul className={classes.list}>
          {assumptions.map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
          <li>{countOf(result.calls, 'call')} on one stock is a small sample, and the past may not repeat.</li>
        </ul>
      </section>
    </>
  )
}

interface FiguresProps {
  readonly result: BacktestResult
  readonly buyWrite: BacktestResult | null
}

const perYear = (annualPct: number | null) => (annualPct === null ? undefined : `${formatSignedPct(annualPct)}% a year`)

function Figures({ result, buyWrite }: FiguresProps) {
  const { calls } = result
  return (
    <>
      <Group component="dl" className={classes.figures} gap="var(--space-4) var(--space-8)">
        <Figure
          label="Shares with calls"
          size="2xl"
          hint="Total return, each term reinvested"
          aside={perYear(result.coveredAnnualPct)}
        >
          {formatSignedPct(result.coveredReturnPct)}%
        </Figure>
        <Figure
          label="Shares alone"
          size="2xl"
          hint="The same days without calls, dividends included"
          aside={perYear(result.holdingAnnualPct)}
        >
          {formatSignedPct(result.holdingReturnPct)}%
        </Figure>
        {buyWrite !== null && (
          <Figure
            label="Buy-write rule"
            size="2xl"
            hint={`A one-month call at the nearest strike at or above the price, sold on each third Friday: ${countOf(buyWrite.calls, 'call')}, ${formatDayLong(buyWrite.from)} to ${formatDayLong(buyWrite.to)}`}
            aside={perYear(buyWrite.coveredAnnualPct)}
          >
            {formatSignedPct(buyWrite.coveredReturnPct)}%
          </Figure>
        )}
      </Group>
      <Group component="dl" className={classes.figures} gap="var(--space-4) var(--space-8)">
        <Figure label="Gained" hint="Calls over whose term shares and call together gained">
          {result.profitable} of {calls}
        </Figure>
        <Figure label="Ahead of the shares" hint="Calls over whose term they did better than the shares alone">
          {result.ahead} of {calls}
        </Figure>
        <Figure label="Average premium" hint={`Of the price at the sale, over ${countOf(calls, 'call')}`}>
          {formatFinePct(result.averagePremiumPct)}%
        </Figure>
        <Figure
          label="Worst term"
          hint={`Of ${countOf(calls, 'call')}; the worst for the shares alone: ${formatSignedPct(result.worstHoldingPct)}%`}
        >
          {formatSignedPct(result.worstCoveredPct)}%
        </Figure>
      </Group>
    </>
  )
}
