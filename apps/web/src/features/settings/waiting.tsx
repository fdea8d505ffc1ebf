import { LoadingStatus } from '../../shared/ui/loading-status.tsx'
import classes from './waiting.module.css'

interface WaitingProps {
  readonly words: string
  /** How many lines are on their way. */
  readonly rows: 1 | 2 | 3
  readonly onRetry: () => void
}

/** The shape of what a section is about to show. */
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
