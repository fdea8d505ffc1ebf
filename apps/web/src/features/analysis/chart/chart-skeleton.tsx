import { VisuallyHidden } from '@mantine/core'
import { measureHeight, PANE_HEIGHT, PRICE_HEIGHT } from './chart-layout.ts'
import classes from './chart-skeleton.module.css'
import type { ChartView } from './chart-view.ts'

/** The chart's shape while there is nothing to draw, as tall as what comes. */
export function ChartSkeleton({ panes }: Pick<ChartView, 'panes'>) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <VisuallyHidden role="status">Loading chart…</VisuallyHidden>
      <i className={classes.legend} />
      <div className={classes.stage} style={{ height: measureHeight(panes.length) }} aria-hidden="true">
        <svg
          className={classes.rise}
          viewBox="0 0 600 290"
          preserveAspectRatio="none"
          height={PRICE_HEIGHT}
          aria-hidden="true"
        >
          <path d="M0 230 120 210 220 240 330 150 430 170 600 80" />
        </svg>
        {panes.map((pane) => (
          <i key={pane} className={classes.pane} style={{ height: PANE_HEIGHT }} />
        ))}
      </div>
    </div>
  )
}
