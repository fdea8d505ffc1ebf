import { daysBetween, describeOutcome, describeShareChanges, maxProfitUsd } from '@callwright/scoring'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import {
  formatDecimal,
  formatFinePrice,
  formatInteger,
  formatPrice,
  formatUsd,
  formatYieldPct,
} from '../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../shared/format/times.ts'
import { toSentence } from '../../shared/format/words.ts'
import { buildAnalysisPath } from '../../shared/paths.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { ChartSkeleton } from '../../shared/price-chart/chart-parts.tsx'
import type { Timeframe } from '../../shared/price-chart/chart-terms.ts'
import { buildChartView, type ChartView, listComing, planPanes } from '../../shared/price-chart/chart-view.ts'
import { summarizeChart } from '../../shared/price-chart/describe-chart.ts'
import { useChartBars } from '../../shared/price-chart/use-chart-bars.ts'
import { Link } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Figure, OwnUsd, Unknown } from '../../shared/ui/figures.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import type { PositionRow } from './data/position.ts'
import classes from './portfolio.module.css'
import { Sum } from './table/position-cells.tsx'
import { drawPosition } from './table/position-columns.tsx'
import { RecommendationBadge } from './table/tones.tsx'

interface PositionChartCardProps {
  readonly row: PositionRow
  /** ISO time of the quote that the current price comes from. */
  readonly asOf: string | null
  readonly onWhy: () => void
  readonly onEdit: () => void
}

/** Details for one position: price chart since entry, P&L and key figures. */
export function PositionChartCard({ row, asOf, onWhy, onEdit }: PositionChartCardProps) {
  const { position, metrics, recommendation } = row
  const { symbol, entryDate, strike, notes } = position
  return (
    <section className={classes.panel} aria-label={`Chart of ${symbol}`}>
      <Group component="header" align="baseline" gap="var(--space-2) var(--space-4)" px="lg" pt="md" pb="sm">
        <Text component="h2" size="lg" fw="var(--weight-strong)">
          {symbol}
        </Text>
        <Text className={classes.numbers ?? ''} c="dimmed" data-hint={`Entry on ${formatDayLong(entryDate)}`}>
          {`Entry ${formatDay(entryDate)}, strike ${formatDecimal(strike)}, ${describeTerm(row)}`}
        </Text>
        <Link className={classes.analysis ?? ''} to={buildAnalysisPath(symbol)}>
          Open analysis <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      </Group>
      <div className={classes.body}>
        <Box miw={0} pl="lg" pr="xs" pb="md">
          <PositionChart row={row} asOf={metrics.price === null ? null : asOf} />
        </Box>
        <Box className={classes.side ?? ''} px="lg" pt="md" pb="lg">
          <Box component="dl" mb="3xs">
            <Figure label="Covered-call P&L" size="2xl">
              <Sum sum={{ usd: metrics.coveredCallPnlUsd, pct: metrics.coveredCallPnlPct, leftOut: 0 }} />
            </Figure>
          </Box>
          <Note>{describeChange(row)}</Note>
          <PositionFacts row={row} />
          <Note>{notes}</Note>
          <Group gap="3xs" mt="sm">
            <RecommendationBadge action={recommendation.action} />
            <Group className={classes.tools ?? ''} gap="3xs" wrap="nowrap">
              <Button variant="subtle" onClick={onWhy}>
                Why
              </Button>
              <Button variant="subtle" onClick={onEdit}>
                Edit
              </Button>
            </Group>
          </Group>
        </Box>
      </div>
    </section>
  )
}

/** A sentence about the position, if there is one. */
const Note = ({ children }: { readonly children: string | null }) =>
  children && (
    <Text py="xs" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      {children}
    </Text>
  )

/** How the call has ended or the shares have changed since entry; null if neither happened. */
function describeChange({ metrics: { outcome, shareChanges, position, shares } }: PositionRow): string | null {
  if (shareChanges.length > 0) return describeShareChanges(position, shares, shareChanges)
  return outcome === null ? null : describeOutcome(outcome, position.strike)
}

function describeTerm({ metrics: { state, daysToExpiration }, position }: PositionRow): string {
  if (state === 'expired') return `expired on ${formatDay(position.expiration)}`
  return daysToExpiration === 1 ? '1 day to expiration' : `${daysToExpiration} days to expiration`
}

/** Key figures for the selected position. */
function PositionFacts({ row }: { readonly row: PositionRow }) {
  const { position, metrics } = row
  const { profitCapturedPct, timeElapsedPct, costToCloseUsd, shares } = metrics
  const ask = costToCloseUsd === null ? null : costToCloseUsd / shares
  const [{ hidesAmounts }] = usePreferences()
  const ifCalledUsd = maxProfitUsd(metrics.position)
  const lines: readonly (readonly [string, ReactNode])[] = [
    [
      'Contracts',
      <span key="contracts" data-hint={`${formatInteger(shares)} shares`}>
        {formatInteger(position.contracts)}
      </span>,
    ],
    ['Entry price', formatFinePrice(position.entryPrice)],
    ['Current price', drawPosition('price', row)],
    ['Premium received', formatFinePrice(position.premium)],
    [
      'Cost to close, ask',
      ask === null ? (
        <Unknown
          key="ask"
          sign={commonWords.notAvailable}
          reason={metrics.state === 'expired' ? 'The call has expired' : 'The call has no ask'}
        />
      ) : (
        <span key="ask" data-hint={hidesAmounts ? undefined : `${formatUsd(costToCloseUsd)} for all contracts`}>
          {formatPrice(ask)}
        </span>
      ),
    ],
    [
      'Profit captured',
      profitCapturedPct === null ? (
        <Unknown
          key="captured"
          sign={commonWords.notAvailable}
          reason="Needs the premium received and the current premium"
        />
      ) : (
        `${formatYieldPct(profitCapturedPct)}%`
      ),
    ],
    ['Time elapsed', `${formatYieldPct(timeElapsedPct)}%`],
    [
      'If called',
      ifCalledUsd === null ? (
        <Unknown key="called" sign={commonWords.notAvailable} />
      ) : (
        <OwnUsd key="called" signed usd={ifCalledUsd} hint="(strike − entry price + premium) × shares" />
      ),
    ],
  ]
  return (
    <dl className={`${classes.facts} ${classes.numbers}`}>
      {lines.map(([name, figure]) => (
        <Group key={name} justify="space-between" gap="md" wrap="nowrap">
          <Box component="dt" c="dimmed">
            {name}
          </Box>
          <Box component="dd" fw="var(--weight-strong)">
            {figure}
          </Box>
        </Group>
      ))}
    </dl>
  )
}

/** Height of the chart with its month labels: SPEC section 2. */
const HEIGHT = 400

const loadPriceChart = async () => (await import('../../shared/price-chart/price-chart.tsx')).PriceChart

interface PositionChartProps {
  readonly row: PositionRow
  /** ISO time of the quote that the current price comes from. */
  readonly asOf: string | null
}

/** A position's price chart with entry, strike and expected move, or a loading, error or empty state. */
function PositionChart({ row, asOf }: PositionChartProps) {
  const { view, events, failure, retry, busy } = usePositionChart(row, asOf)
  const { part: PriceChart, tryLoad } = useDeferred(loadPriceChart)
  const [missing, setMissing] = useState(false)
  const fetchPart = async () => setMissing(!(await tryLoad()))
  const begin = useEffectEvent(() => void fetchPart())
  useEffect(() => begin(), [])

  if (failure !== null) {
    return <Trouble why={describeFailure(failure) ?? commonWords.pricesFailed} busy={busy} onRetry={retry} />
  }
  if (missing) return <Trouble why="Could not load the chart" busy={false} onRetry={fetchPart} />
  if (view === 'empty') return <Empty title={commonWords.noPrices}>{commonWords.noBars}</Empty>
  if (view === null || PriceChart === null) return <ChartSkeleton plan={planPanes([], HEIGHT)} />
  return <PriceChart view={view} summary={summarizeChart(view, listComing(events, view))} />
}

/** Loads price bars for a position's stock, starting well before the entry date. */
function usePositionChart({ position, metrics }: PositionRow, asOf: string | null) {
  const { symbol, entryDate, expiration, strike, entryPrice } = position
  const timeframe = chooseTimeframe(daysBetween(entryDate, metrics.asOfDate))
  const { table, events, failure, retry, busy } = useChartBars({ symbol, timeframe })
  const { price, expectedMove, state } = metrics
  const view = useMemo<ChartView | 'empty' | null>(() => {
    if (table === null) return null
    const lastClose = table.bars.at(-1)?.close ?? null
    if (lastClose === null) return 'empty'
    return buildChartView({
      symbol,
      timeframe,
      chartStyle: 'line',
      indicators: [],
      table,
      events,
      chain: state === 'expired' ? null : { expiration, price: price ?? lastClose, expectedMove },
      call: { strike },
      lastPrice: { price: price ?? lastClose, asOf },
      bought: { day: entryDate, price: entryPrice },
      height: HEIGHT,
    })
  }, [table, events, symbol, timeframe, state, expiration, strike, entryDate, entryPrice, price, expectedMove, asOf])
  return { view, events, failure, retry, busy }
}

/** Timeframes by days since entry. With each, at least a quarter of the chart shows the time before entry. */
const timeframesByDays = [
  [130, '6M'],
  [270, '1Y'],
] as const

function chooseTimeframe(daysSinceEntry: number): Timeframe {
  return timeframesByDays.find(([days]) => daysSinceEntry <= days)?.[1] ?? '2Y'
}

interface TroubleProps {
  readonly why: string
  readonly busy: boolean
  readonly onRetry: () => unknown
}

function Trouble({ why, busy, onRetry }: TroubleProps) {
  return (
    <Empty
      tone="trouble"
      title={commonWords.chartFailed}
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      {toSentence(why)} {commonWords.restWorks}
    </Empty>
  )
}
