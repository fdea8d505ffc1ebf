import { LoadingStatus } from '../../shared/ui/loading-status.tsx'
import classes from './waiting.module.css'

interface WaitingProps {
  readonly words: string
  /** Number of skeleton lines. */
  readonly rows: 1 | 2 | 3
  readonly onRetry: () => void
}

/** Skeleton for a section that is loading. */
export function Waiting({ words, rows, onRetry }: WaitingProps) {
  return (
    <div className={classes.waiting} aria-busy="true">
      {['one', 'two', 'three'].slice(0, rows).map((row) => (
        <i key={row} aria-hidden="true" />
      ))}
      <LoadingStatus words={words} retrying={false} onRetry={onRetry} />
    </div>
  )
}
