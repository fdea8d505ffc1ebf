import { VisuallyHidden } from '@mantine/core'
import type { ScreenStock } from '../../api/screen.ts'
import { formatInteger, formatVolPct } from '../../shared/format/numbers.ts'
import { Unknown } from '../../shared/ui/unknown.tsx'
import classes from './stock-figures.module.css'
import { describeRsi, explainMissingHistory, shortenSector } from './stock-view.ts'

interface StockFigureProps {
  readonly stock: ScreenStock
}

interface FigureProps {
  readonly value: number | null
  readonly format: (value: number) => string
  readonly reason?: string | null
}

/** A figure, or the sign that it is not known. */
export function Figure({ value, format, reason = null }: FigureProps) {
  return value === null ? <Unknown reason={reason} /> : format(value)
}

export function AtmVol({ stock }: StockFigureProps) {
  if (stock.atmVol === null) return <Unknown spoken="--.--%" />
  return formatVolPct(stock.atmVol)
}

const STAND_IN = 'ranked within a year of realized volatility, until enough implied volatility is known'

export function IvRank({ stock }: StockFigureProps) {
  if (stock.ivRank === null) return <Unknown reason={explainMissingHistory(stock)} />
  if (stock.ivRankSource !== 'realized') return formatInteger(stock.ivRank)
  return (
    <span title={STAND_IN}>
      <small className={classes.standIn}>RV</small> {formatInteger(stock.ivRank)}
      <VisuallyHidden>{` (${STAND_IN})`}</VisuallyHidden>
    </span>
  )
}

const RULE_WIDTH = 34
const DOT_WIDTH = 3

/** The percentile, and the same as a dot on a rule from 0 to 100. */
export function IvPercentile({ stock }: StockFigureProps) {
  const { ivPercentile } = stock
  if (ivPercentile === null) return <Unknown reason={explainMissingHistory(stock)} />
  const x = (Math.min(100, Math.max(0, ivPercentile)) / 100) * (RULE_WIDTH - DOT_WIDTH)
  return (
    <span className={classes.figure}>
      {formatInteger(ivPercentile)}
      <svg width={RULE_WIDTH} height="6" viewBox={`0 0 ${RULE_WIDTH} 6`} aria-hidden="true">
        <rect className={classes.rule} y="2.5" width={RULE_WIDTH} height="1" />
        <rect className={classes.dot} x={x} width={DOT_WIDTH} height="6" rx="1" />
      </svg>
    </span>
  )
}

const steps = [1, 2, 3, 4] as const
const STEP_HEIGHT = 2.5

export function Rsi({ stock }: StockFigureProps) {
  if (stock.rsi === null) return <Unknown />
  const { step, color, label } = describeRsi(stock.rsi)
  return (
    <span className={classes.figure} title={label ?? undefined}>
      <svg width="13" height="10" viewBox="0 0 13 10" aria-hidden="true">
        {steps.map((each) => (
          <rect
            key={each}
            x={(each - 1) * 3.4}
            y={10 - each * STEP_HEIGHT}
            width="2.2"
            height={each * STEP_HEIGHT}
            fill={each <= step ? color : 'var(--bg3)'}
          />
        ))}
      </svg>
      {formatInteger(stock.rsi)}
      {label !== null && <VisuallyHidden>{` ${label}`}</VisuallyHidden>}
    </span>
  )
}

export function Sector({ stock: { sector } }: StockFigureProps) {
  if (sector === null) return <Unknown />
  const short = shortenSector(sector)
  return <span title={short === sector ? undefined : sector}>{short}</span>
}
