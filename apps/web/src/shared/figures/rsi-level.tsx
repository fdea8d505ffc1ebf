import type { ReactNode } from 'react'
import { describeRsi, formatRsi } from './rsi.ts'
import classes from './rsi-level.module.css'

interface RsiLevelProps {
  readonly rsi: number
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

/** RSI with a glyph for its level that does not depend on color. */
export function RsiLevel({ rsi, hint, children }: RsiLevelProps) {
  return (
    <span className={classes.level} data-step={describeRsi(rsi).step} data-hint={hint}>
      {formatRsi(rsi)}
      {children}
    </span>
  )
}
