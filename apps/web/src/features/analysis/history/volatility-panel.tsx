import { Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { selectResult } from '../../../api/api.ts'
import { type PastReport, useVolatilityQuery, type Volatility } from '../../../api/history.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { TableOrCards } from '../../../shared/data-table/table-or-cards.tsx'
import { formatDecimal, formatSignedPct, formatStrike, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDayLong } from '../../../shared/format/times.ts'
import { countOf } from '../../../shared/format/words.ts'
import { useIsPhone, useIsShort } from '../../../shared/hooks.ts'
import { Figure } from '../../../shared/ui/figures.tsx'
import { type AnalysisView, useShownChain } from '../stock-data.ts'
import classes from './history.module.css'
import { type Line, LineChart } from './line-chart.tsx'
import { PanelState } from './panel-state.tsx'
import { StockFacts } from './stock-facts.tsx'

/** A stock's volatility over a year and by expiration, the smile of the expiration on the page, and earnings moves. */
export function VolatilityPanel({ view }: { readonly view: AnalysisView }) {
  const symbol = view.state.symbol ?? ''
  const query = useVolatilityQuery(symbol, { selectFromResult: selectResult })
  const isPhone = useIsPhone()
  const lacksFacts = useIsShort() || isPhone
  const panel = useRef<HTMLDivElement>(null)
  // The button that opened the panel is gone, so the focus moves to the panel.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} aria-busy={query.isFetching} className={classes.opened}>
      {lacksFacts && <StockFacts symbol={symbol} className={classes.figures} />}
      <PanelState
        symbol={symbol}
        query={query}
        loading="Loading the volatility…"
        failed="Could not load the volatility"
      >
        {(volatility) => (
          <>
            {volatility.message !== null && <p className={classes.note}>{volatility.message}</p>}
            <YearFigures days={volatility.days} />
            <div className={classes.charts}>
              <YearChart days={volatility.days} />
              <TermChart terms={volatility.terms} />
              <SmileChart view={view} />
            </div>
            <EarningsMoves earnings={volatility.earnings} />
          </>
        )}
      </PanelState>
    </div>
  )
}

type Days = Volatility['days']

const formatDate = (x: number) => formatDayLong(new Date(x).toISOString().slice(0, 10))
const formatVol = (vol: number) => `${formatDecimal(Math.round(vol * 10_000) / 100)}%`

interface YearFiguresProps {
  readonly days: Days
}

/** Last value and range of both volatilities. */
function YearFigures({ days }: YearFiguresProps) {
  const kinds = [
    { name: 'Implied, 30 days', read: ({ implied }: Days[number]) => implied },
    { name: 'Realized, 30 sessions', read: ({ realized }: Days[number]) => realized },
  ]
  return (
    <Group component="dl" className={classes.figures} gap="var(--space-4) var(--space-8)">
      {kinds.map(({ name, read }) => {
        const known = days.map(read).filter((value) => value !== null)
        const last = known.at(-1)
        return (
          <Figure
            key={name}
            label={name}
            size="2xl"
            aside={
              last === undefined
                ? undefined
                : `${formatVol(Math.min(...known))} to ${formatVol(Math.max(...known))} in ${countOf(known.length, 'session')}`
            }
          >
            {last === undefined ? '—' : formatVol(last)}
          </Figure>
        )
      })}
    </Group>
  )
}

function YearChart({ days }: YearFiguresProps) {
  const lineOf = (read: (day: Days[number]) => number | null) =>
    days.map((day): [number, number | null] => [Date.parse(day.date), read(day)])
  const lines: readonly Line[] = [
    { name: 'Implied', color: 'accent', data: lineOf(({ implied }) => implied) },
    { name: 'Realized', color: 'chart-series-2', isDashed: true, data: lineOf(({ realized }) => realized) },
  ]
  return (
    <LineChart
      title="Volatility over a year"
      summary="Lines of implied and realized volatility by day; the last values and ranges are above"
      lines={lines}
      formatX={formatDate}
      formatY={formatVol}
    />
  )
}

/** Volatility at the money by expiration. */
function TermChart({ terms }: { readonly terms: Volatility['terms'] }) {
  const [first] = terms
  const last = terms.at(-1)
  if (first === undefined || last === undefined) return null
  const words = terms.map(({ expiration, vol }) => `${formatDayLong(expiration)} ${formatVol(vol)}`).join(', ')
  return (
    <LineChart
      title="By expiration"
      summary={`Implied volatility at the money: ${words}`}
      lines={[
        {
          name: 'At the money',
          color: 'accent',
          hasPoints: true,
          data: terms.map(({ expiration, vol }) => [Date.parse(expiration), vol]),
        },
      ]}
      formatX={formatDate}
      formatY={formatVol}
    />
  )
}

/** Volatility by strike, of the expiration that the page shows. */
function SmileChart({ view }: { readonly view: AnalysisView }) {
  const { chain } = useShownChain(view, 'call')
  const known = (chain?.contracts ?? []).flatMap(({ strike, vol }) =>
    vol === null ? [] : [[strike, vol] as [number, number]],
  )
  if (chain === null || chain.expiration === null || known.length < 3) return null
  const [lowest, highest] = [known[0], known.at(-1)]
  return (
    <LineChart
      title={`By strike, calls of ${formatDayLong(chain.expiration)}`}
      summary={`Implied volatility from ${formatVol(lowest?.[1] ?? 0)} at strike ${formatStrike(lowest?.[0])} to ${formatVol(highest?.[1] ?? 0)} at ${formatStrike(highest?.[0])}; the option chain has every strike`}
      lines={[{ name: 'Calls', color: 'accent', hasPoints: true, data: known }]}
      formatX={(x) => formatStrike(x)}
      formatY={formatVol}
      xAxis="number"
      mark={chain.price}
    />
  )
}

const SESSIONS = { before_open: 'Before the open', after_close: 'After the close' } as const

const earningsColumns: readonly DataColumn<PastReport>[] = [
  {
    id: 'date',
    label: 'Report',
    align: 'start',
    isRowHeader: true,
    value: ({ date }) => date,
    cell: ({ date }) => formatDayLong(date),
  },
  {
    id: 'session',
    label: 'Time',
    align: 'start',
    value: ({ session }) => session && SESSIONS[session],
    explain: () => 'The time of the report is not known',
  },
  {
    id: 'implied',
    label: 'Implied move',
    unit: '±%',
    meaning: 'What the options priced at the close before: 85% of the at-the-money straddle.',
    source: 'option chain of that day',
    value: ({ impliedMovePct }) => impliedMovePct,
    format: formatYieldPct,
    explain: () => 'No quotes of that day from this source',
  },
  {
    id: 'move',
    label: 'Actual move',
    unit: '%',
    meaning: 'From the last close before the report to the first close after it.',
    source: 'daily closes',
    tone: 'strong',
    value: ({ movePct }) => movePct,
    format: formatSignedPct,
    explain: ({ session }) =>
      session === null ? 'The time of the report is not known' : 'A close next to the report is missing',
  },
]

function EarningsMoves({ earnings }: { readonly earnings: readonly PastReport[] }) {
  if (earnings.length === 0) return null
  const both = earnings.flatMap(({ movePct, impliedMovePct }) =>
    movePct === null || impliedMovePct === null ? [] : [Math.abs(movePct) > impliedMovePct],
  )
  return (
    <section aria-labelledby="earnings-moves">
      <Text component="h3" id="earnings-moves" fw="bold" px="lg" py="2xs">
        Moves on earnings
      </Text>
      {both.length > 0 && (
        <p className={classes.note}>
          The stock moved more than the options implied on {both.filter(Boolean).length} of{' '}
          {countOf(both.length, 'report')}.
        </p>
      )}
      <TableOrCards label="Moves on earnings" columns={earningsColumns} rows={earnings} rowKey={({ date }) => date} />
    </section>
  )
}
