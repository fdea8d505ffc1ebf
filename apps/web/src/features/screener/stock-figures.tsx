import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { ScreenStock } from '../../api/screen.ts'
import {
  formatCompactUsd,
  formatInteger,
  formatPlace,
  formatPrice,
  formatVolPct,
  formatYieldPct,
} from '../../shared/format/numbers.ts'
import { Unknown } from '../../shared/ui/unknown.tsx'
import { explainNoCall } from './rating-view.ts'
import classes from './stock-figures.module.css'
import {
  describeRsi,
  explainNoPlace,
  explainNoPrice,
  explainNoRsi,
  explainNoVol,
  formatRsi,
  NO_MARKET_CAP,
  NO_SECTOR,
  shortenSector,
} from './stock-view.ts'

interface StockFigureProps {
  readonly stock: ScreenStock
}

interface FigureProps {
  readonly value: number | null
  readonly format: (value: number) => string
  readonly reason: string
}

/** A figure, or the sign that it is not known. */
function Figure({ value, format, reason }: FigureProps) {
  return value === null ? <Unknown reason={reason} /> : format(value)
}

export function Price({ stock }: StockFigureProps) {
  return <Figure value={stock.priceUsd} format={formatPrice} reason={explainNoPrice(stock)} />
}

export function BestYield({ stock }: StockFigureProps) {
  return <Figure value={stock.bestAnnYieldPct} format={formatYieldPct} reason={explainNoCall(stock)} />
}

export function MarketCap({ stock }: StockFigureProps) {
  return <Figure value={stock.marketCapUsd} format={formatCompactUsd} reason={NO_MARKET_CAP} />
}

export function AtmVol({ stock }: StockFigureProps) {
  if (stock.atmVol === null) return <Unknown spoken="--.--%" reason={explainNoVol(stock)} />
  return formatVolPct(stock.atmVol)
}

const WIDE = 'no call fits at 30 to 45 days, so 21 to 60 days were looked at'

export function BestDte({ stock }: StockFigureProps) {
  const { bestDteDays, bestWindow } = stock
  if (bestDteDays === null) return <Unknown reason={explainNoCall(stock)} />
  if (bestWindow !== 'wide') return formatInteger(bestDteDays)
  return (
    <span title={WIDE}>
      <small className={classes.mark}>wide</small> {formatInteger(bestDteDays)}
      <VisuallyHidden>{` (${WIDE})`}</VisuallyHidden>
    </span>
  )
}

const STAND_IN = 'ranked within a year of realized volatility, until enough implied volatility is known'

export function IvRank({ stock }: StockFigureProps) {
  if (stock.ivRank === null) return <Unknown reason={explainNoPlace(stock)} />
  if (stock.ivRankSource !== 'realized') return formatPlace(stock.ivRank)
  return (
    <span title={STAND_IN}>
      <small className={classes.mark}>RV</small> {formatPlace(stock.ivRank)}
      <VisuallyHidden>{` (${STAND_IN})`}</VisuallyHidden>
    </span>
  )
}

export function IvPlace({ stock }: StockFigureProps) {
  return <Figure value={stock.ivPercentile} format={formatPlace} reason={explainNoPlace(stock)} />
}

/** The percentile, and the same as a dot on a rule from 0 to 100. */
export function IvPercentile({ stock }: StockFigureProps) {
  const { ivPercentile } = stock
  if (ivPercentile === null) return <IvPlace stock={stock} />
  const share = Math.min(100, Math.max(0, ivPercentile)) / 100
  return (
    <span className={classes.figure}>
      <IvPlace stock={stock} />
      <span className={classes.rule} style={{ '--share': share } as CSSProperties} />
    </span>
  )
}

const STEP_HEIGHT = 2.5
const drawStep = (step: number) => {
  const height = step * STEP_HEIGHT
  return `M${(step - 1) * 3.4} 10v-${height}h2.2v${height}z`
}
const steps = [1, 2, 3, 4].map(drawStep)

export function Rsi({ stock }: StockFigureProps) {
  if (stock.rsi === null) return <Unknown reason={explainNoRsi(stock)} />
  const { step, color, label } = describeRsi(stock.rsi)
  return (
    <span className={classes.figure} title={label ?? undefined}>
      <svg width="13" height="10" viewBox="0 0 13 10" aria-hidden="true">
        <path d={steps.slice(step).join('')} fill="var(--bg3)" />
        <path d={steps.slice(0, step).join('')} fill={color} />
      </svg>
      {formatRsi(stock.rsi)}
      {label !== null && <VisuallyHidden>{` ${label}`}</VisuallyHidden>}
    </span>
  )
}

export function Sector({ stock: { sector } }: StockFigureProps) {
  if (sector === null) return <Unknown reason={NO_SECTOR} />
  const short = shortenSector(sector)
  return <span title={short === sector ? undefined : sector}>{short}</span>
}
