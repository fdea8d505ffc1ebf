import { addDays } from '@callwright/scoring/iso-date'
import { Group, Text } from '@mantine/core'
import type { ScreenStock } from '../../api/screener.ts'
import type { PriceBar, PriceBars } from '../../api/stocks.ts'
import { placeLine } from '../../shared/charts/line-points.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatPrice } from '../../shared/format/numbers.ts'
import { formatDay, readEtDay } from '../../shared/format/times.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { VisuallyHidden } from '../../shared/ui/figures.tsx'
import classes from './dashboard.module.css'
import type { Answer } from './use-dashboard.ts'

interface PriceLineFigureProps {
  readonly line: PriceLine | null
  readonly bars: Answer<PriceBars>
}

/** Closing prices over 30 days. The height is fixed to avoid a layout shift. */
export function PriceLineFigure({ line, bars: { data, failure, busy, ask } }: PriceLineFigureProps) {
  if (line !== null) return <Line line={line} />
  return (
    <div className={classes.line} aria-busy={data === null && failure === null}>
      {data === null && failure !== null && (
        <Text c="dimmed">
          Could not load the price line.{' '}
          <BusyButton variant="subtle" size="compact-sm" busy={busy} onClick={ask}>
            {commonWords.retry}
          </BusyButton>
        </Text>
      )}
      {data === null && failure === null && <VisuallyHidden>Loading prices...</VisuallyHidden>}
      {data !== null && <Text c="dimmed">No prices for the last 30 days.</Text>}
    </div>
  )
}

/** Size in SVG units. The drawing stretches to the card's width, but its strokes don't get wider. */
const SIZE = { width: 430, height: 74, edge: 3 }

function Line({ line: { closes, from, to } }: { readonly line: PriceLine }) {
  const points = placeLine(closes, SIZE)
  const end = points.at(-1)
  const label = `30-day price line, ${formatPrice(closes[0])} to ${formatPrice(closes.at(-1))}`
  return (
    <figure className={classes.line}>
      <svg
        width="100%"
        height={SIZE.height}
        fill="none"
        stroke="var(--text)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <polyline vectorEffect="non-scaling-stroke" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {/* A zero-length stroke with round caps draws the dot, because a circle would be stretched. */}
        {end && <path strokeWidth="5" vectorEffect="non-scaling-stroke" d={`M${end.x} ${end.y}h0`} />}
      </svg>
      <Group
        component="figcaption"
        justify="space-between"
        mt="2xs"
        fz="sm"
        lh="1rem"
        c="var(--text-faint)"
        aria-hidden="true"
      >
        <span>{formatDay(from)}</span>
        <span>30 days</span>
        <span>{formatDay(to)}</span>
      </Group>
    </figure>
  )
}

/** `clear`: the earnings date is after the best call's expiration (D45). */
type EarningsView = { readonly kind: 'unknown' } | { readonly kind: 'clear' | 'ahead'; readonly days: number }

export function readEarnings({
  daysToEarnings,
  bestDteDays,
}: Pick<ScreenStock, 'daysToEarnings' | 'bestDteDays'>): EarningsView {
  if (daysToEarnings === null) return { kind: 'unknown' }
  const isClear = bestDteDays !== null && daysToEarnings > bestDteDays
  return { kind: isClear ? 'clear' : 'ahead', days: daysToEarnings }
}

/** Closing prices for the last few days, oldest first. */
interface PriceLine {
  readonly closes: readonly number[]
  readonly from: string
  readonly to: string
  readonly changePct: number
}

/** Price line for the `days` calendar days that end with the last bar; null if there are fewer than two bars. */
export function readPriceLine(bars: readonly PriceBar[], days: number): PriceLine | null {
  const dated = bars.flatMap(({ timestamp, close }) => {
    const day = readEtDay(new Date(timestamp).toISOString())
    return day === null ? [] : [{ day, close }]
  })
  const last = dated.at(-1)
  if (last === undefined) return null
  const start = addDays(last.day, -days)
  const shown = dated.filter(({ day }) => day >= start)
  const [first] = shown
  if (first === undefined || shown.length < 2) return null
  return {
    closes: shown.map(({ close }) => close),
    from: first.day,
    to: last.day,
    changePct: (last.close / first.close - 1) * 100,
  }
}
