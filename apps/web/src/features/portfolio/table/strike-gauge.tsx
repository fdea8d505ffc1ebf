import { useId } from 'react'
import { Hatch, paintHatch } from '../../../shared/charts/hatch.tsx'
import classes from './strike-gauge.module.css'

const HEIGHT = 14
const EDGE = 2
/** Position of the price and width of one expected move, as fractions of the gauge's width. */
const PRICE_AT = 0.3
const MOVE_WIDTH = 0.4

interface StrikeGaugeProps {
  /** Headroom in expected moves. */
  readonly headroomEm: number
  readonly width: number
}

/** Gauge with a dot at the price, a band for one expected move, and a tick at the strike: left of the dot means ITM. */
export function StrikeGauge({ headroomEm, width }: StrikeGaugeProps) {
  const hatch = useId()
  const price = width * PRICE_AT
  const move = width * MOVE_WIDTH
  const strike = Math.max(EDGE, Math.min(width - EDGE, price + headroomEm * move))
  return (
    <svg className={classes.gauge} width={width} height={HEIGHT} aria-hidden="true">
      <Hatch id={hatch} />
      <path className={classes.axis} d={`M${EDGE} 7H${width - EDGE}`} />
      <rect className={classes.band} x={price} y="3.5" width={move} height="7" />
      <rect x={price} y="3.5" width={move} height="7" fill={paintHatch(hatch)} />
      <circle className={classes.price} cx={price} cy="7" r="2.6" />
      <path className={classes.strike} d={`M${strike} 1.5v11`} />
    </svg>
  )
}
