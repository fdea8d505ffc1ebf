import type { CSSProperties, PointerEvent } from 'react'
import { moveByKey } from '../../../shared/charts/cursor-keys.ts'
import classes from './payoff-figure.module.css'
import { payoffWords } from './preview-words.ts'
import { findPriceStep, type Range } from './scenario.ts'

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
export function PayoffCursor({ range, price, start, spoken, onMove }: PayoffCursorProps) {
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
      aria-label={payoffWords.cursor}
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
