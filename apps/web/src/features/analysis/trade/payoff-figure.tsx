import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type CSSProperties, lazy, type PointerEvent, type ReactNode, Suspense, useMemo, useState } from 'react'
import { moveByKey } from '../../../shared/charts/cursor-keys.ts'
import { formatPrice, formatSignedUsd } from '../../../shared/format/numbers.ts'
import { capitalize } from '../../../shared/format/words.ts'
import { ErrorBoundary } from '../../../shared/ui/boundaries.tsx'
import {
  drawPayoff,
  findPriceStep,
  type Payoff,
  type PayoffReading,
  type Range,
  readPayoff,
  type Supposition,
} from './scenario.ts'
import classes from './trade.module.css'
import { explainNoPremium, type Trade } from './trade-figures.ts'

interface PayoffFigureProps {
  readonly trade: Trade
  readonly supposed: Supposition
}

const loadChart = () => lazy(async () => ({ default: (await import('./payoff-chart.tsx')).PayoffChart }))

/** Profit and loss by stock price: a diagram with a cursor, plus its reading as a sentence. */
export function PayoffFigure({ trade, supposed }: PayoffFigureProps) {
  const { days, volPct, price: supposedPrice } = supposed
  const payoff = useMemo(() => drawPayoff(trade, { days, volPct }), [trade, days, volPct])
  const [cursor, setCursor] = useState<number | null>(null)
  const reading = readPayoff(trade, supposed, cursor ?? supposedPrice)
  if (payoff === null || reading === null) return <Missing>{explainNoPremium(trade.call)}</Missing>
  const dayName = describeDay(days)
  return (
    <Stack component="figure" gap="xs" m={0} aria-label="Profit and loss by stock price">
      <Box pos="relative" h={190}>
        <Drawing payoff={payoff} supposedPrice={supposedPrice} />
        <PayoffCursor
          range={payoff.range}
          price={cursor}
          start={supposedPrice}
          spoken={describeReading(reading, dayName)}
          onMove={setCursor}
        />
      </Box>
      <Text size="sm" className={classes.figures}>
        {describeReading(reading, dayName)}
      </Text>
      <Key dayName={dayName} payoff={payoff} supposedPrice={supposedPrice} />
    </Stack>
  )
}

interface PayoffCursorProps {
  readonly range: Range
  /** Price at the cursor; null if the cursor is not active. */
  readonly price: number | null
  /** Price where the arrow keys start. */
  readonly start: number
  readonly spoken: string
  readonly onMove: (price: number | null) => void
}

const clampShare = (share: number) => Math.min(1, Math.max(0, share))

/** Vertical line over the diagram; the pointer and the arrow keys move it. */
function PayoffCursor({ range, price, start, spoken, onMove }: PayoffCursorProps) {
  const { from, to } = range
  const step = findPriceStep((to - from) / 2)
  const at = price ?? start
  const move = (level: number | null) => onMove(level === null ? null : Math.round(level * 100) / 100)
  const followPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) move(clampShare((clientX - left) / width) * (to - from) + from)
  }
  return (
    <div
      className={classes.cursor}
      role="slider"
      tabIndex={0}
      aria-label="Cursor on the diagram"
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={at}
      aria-valuetext={spoken}
      onKeyDown={(event) => moveByKey(event, { at, step, from, to }, move)}
      onPointerDown={followPointer}
      onPointerMove={followPointer}
      onPointerLeave={() => onMove(null)}
      onBlur={() => onMove(null)}
    >
      {price !== null && (
        <span className={classes.line} style={{ '--share': (price - from) / (to - from) } as CSSProperties} />
      )}
    </div>
  )
}

/** If the chart's code fails to load, the rest of the preview still works and the user can retry. */
function Drawing(props: { readonly payoff: Payoff; readonly supposedPrice: number }) {
  const [Chart, setChart] = useState(loadChart)
  const renderError = (reset: () => void) => (
    <Missing role="alert">
      <p>Could not load the diagram. Its figures are in the table below.</p>
      <Button
        onClick={() => {
          setChart(loadChart)
          reset()
        }}
      >
        Try Again
      </Button>
    </Missing>
  )
  return (
    <ErrorBoundary renderError={renderError}>
      <Suspense fallback={<Skeleton animate={false} h={138} mt="lg" aria-busy="true" />}>
        <Chart {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** In place of the diagram, above its cursor. */
const Missing = ({ role, children }: { readonly role?: 'alert'; readonly children: ReactNode }) => (
  <Stack
    role={role}
    gap="sm"
    align="flex-start"
    justify="center"
    mih={96}
    c="dimmed"
    pos="relative"
    className={classes.over}
  >
    {children}
  </Stack>
)

const describeDay = (days: number) => (days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`)

function describeReading({ price, atExpirationUsd, onDayUsd }: PayoffReading, dayName: string): string {
  const [at, profit] = [formatPrice(price), formatSignedUsd(atExpirationUsd)]
  const reading = `At ${at}: ${profit} at expiration`
  return onDayUsd === null ? reading : `${reading}, ${formatSignedUsd(onDayUsd)} ${dayName}`
}

interface KeyProps {
  readonly dayName: string
  readonly payoff: Payoff
  readonly supposedPrice: number
}

/** Samples of the diagram's lines and areas. */
const samples = {
  expiration: <path d="M0 5h14" stroke="var(--text)" strokeWidth="2" />,
  day: <path d="M0 5h14" stroke="var(--accent)" strokeWidth="2" strokeDasharray="2 2" />,
  profit: <path d="M.5 .5h13v9H.5z" stroke="var(--gain)" fill="var(--gain-tint)" />,
  loss: <path d="M0 4 4 0M0 10 10 0M4 10 14 0M10 10 14 6" stroke="var(--loss)" strokeWidth="1.2" />,
  move: (
    <path
      d="M0 6 6 0M0 10.5 10.5 0M4 10.5 14 .5M9 10 14 5"
      stroke="var(--text-faint)"
      strokeWidth="1.2"
      opacity="0.6"
    />
  ),
  supposed: <path d="M7 0v10" stroke="var(--chart-series-2)" strokeWidth="2" strokeDasharray="4 2" />,
} as const

function Sample({ of, children }: { readonly of: keyof typeof samples; readonly children: ReactNode }) {
  return (
    <Group component="li" gap="xs">
      <svg width="14" height="10" fill="none" aria-hidden="true">
        {samples[of]}
      </svg>
      {children}
    </Group>
  )
}

function Key({ dayName, payoff: { onDay, expectedRange, price }, supposedPrice }: KeyProps) {
  return (
    <Group component="ul" gap="var(--space-1) var(--space-5)" c="dimmed" fz="sm" lh="1rem" className={classes.key}>
      <Sample of="expiration">At expiration</Sample>
      {onDay !== null && <Sample of="day">{capitalize(dayName)}</Sample>}
      <Sample of="profit">Profit</Sample>
      <Sample of="loss">Loss</Sample>
      {expectedRange !== null && <Sample of="move">±1 expected move</Sample>}
      {supposedPrice !== price && <Sample of="supposed">What if</Sample>}
    </Group>
  )
}
