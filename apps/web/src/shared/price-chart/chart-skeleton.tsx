import { VisuallyHidden } from '@mantine/core'
import { type ChartPanes, measureHeight, PANE_HEIGHT } from './chart-layout.ts'
import classes from './chart-skeleton.module.css'
import { chartWords } from './chart-words.ts'

/** Placeholder with the same height as the chart. */
export function ChartSkeleton({ panes, priceHeight }: ChartPanes) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <VisuallyHidden role="status">{chartWords.loading}</VisuallyHidden>
      <i className={classes.legend} />
      <div className={classes.stage} style={{ height: measureHeight({ panes, priceHeight }) }} aria-hidden="true">
        <svg
          className={classes.rise}
          viewBox="0 0 600 290"
          preserveAspectRatio="none"
          height={priceHeight}
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
