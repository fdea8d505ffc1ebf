import type { PointerEvent } from 'react'
import { moveByKey } from '../charts/cursor-keys.ts'
import { type ChartScale, measureHeight } from './chart-layout.ts'
import type { ChartView } from './chart-view.ts'
import { chartWords, describeBar, nameChart } from './chart-words.ts'
import classes from './crosshair.module.css'

interface CrosshairProps {
  readonly view: ChartView
  readonly scale: ChartScale
  /** The selected bar. If null, the legend shows the last bar. */
  readonly bar: number | null
  readonly onChoose: (bar: number | null) => void
}

/** Crosshair at a bar. It follows the pointer or, when it has focus, the arrow keys; Escape clears it. */
export function Crosshair({ view, scale, bar, onChoose }: CrosshairProps) {
  const last = view.bars.length - 1
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    onChoose(scale.findBar(x))
  }
  return (
    <div
      className={classes.area}
      role="slider"
      tabIndex={0}
      aria-label={chartWords.crosshair(nameChart(view))}
      aria-valuemin={1}
      aria-valuemax={last + 1}
      aria-valuenow={(bar ?? last) + 1}
      aria-valuetext={describeBar(view, bar ?? last)}
      style={{ width: scale.width, height: measureHeight(view) }}
      onKeyDown={(event) => moveByKey(event, { at: bar ?? last, step: 1, from: 0, to: last }, onChoose)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onChoose(null)}
      onBlur={() => onChoose(null)}
    >
      {bar !== null && <i className={classes.line} style={{ left: scale.toX(bar) }} />}
    </div>
  )
}
