import { Box, Skeleton, Text } from '@mantine/core'
import type { CSSProperties } from 'react'
import { type LineKey, lineFacts } from './chart-terms.ts'
import { measureHeight, PANE_HEIGHT, type Plan } from './chart-view.ts'
import classes from './price-chart.module.css'

/** A sample of a line, shown next to the line's name. */
export function Swatch({ line }: { readonly line: LineKey }) {
  return <i className={classes.swatch} style={{ '--line-color': `var(--${lineFacts[line].color})` } as CSSProperties} />
}

/** Placeholder with the same height as the chart. */
export function ChartSkeleton({ plan }: { readonly plan: Plan }) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <div className={classes.head}>
        <Skeleton animate={false} w="min(420px, 70%)" h={10} my="auto" />
      </div>
      <div className={classes.stage} style={{ height: measureHeight(plan) }}>
        {/* Said at once, but shown only if the response is slow. */}
        <Text className={classes.slow} c="dimmed" role="status">
          Loading chart…
        </Text>
        <svg viewBox="0 0 600 290" preserveAspectRatio="none" width="100%" height={plan.priceHeight} aria-hidden="true">
          <path
            d="M0 230 120 210 220 240 330 150 430 170 600 80"
            fill="none"
            stroke="var(--surface-strong)"
            strokeWidth="3"
          />
        </svg>
        {plan.panes.map((pane) => (
          <Box key={pane} className={classes.pane} mt="sm" h={PANE_HEIGHT} />
        ))}
      </div>
    </div>
  )
}
