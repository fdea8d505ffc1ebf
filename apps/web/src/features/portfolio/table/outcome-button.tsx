import type { ReactNode } from 'react'
import type { Position, Suggestion } from '../../../api/portfolio.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import classes from './table.module.css'

interface OutcomeButtonProps {
  readonly outcome: Suggestion | null
  readonly position: Position
  /** Omitted in the table, which handles the clicks of its rows. */
  readonly onPress?: () => void
  /** Shown if there is no outcome to confirm. */
  readonly children?: ReactNode
}

/** The suggested outcome of a call, as the button that confirms it, or asks where the data leave a doubt. */
export function OutcomeButton({ outcome, position, onPress, children }: OutcomeButtonProps) {
  if (outcome === null) return children
  const word = describeOutcomeButton(outcome)
  return (
    <button
      type="button"
      data-action="confirm"
      data-hint={outcome.sentence}
      onClick={onPress}
      aria-label={`${word}, ${nameCall(position)}`}
    >
      <span className={`${classes.badge} ${classes.toned}`} data-tone="due">
        {word}
      </span>
    </button>
  )
}

function describeOutcomeButton({ kind, certainty, event }: Suggestion): string {
  if (certainty !== 'presumed' || event === null)
    return kind === 'early_assignment' ? 'Called away?' : 'How did it end?'
  return kind === 'assign' ? 'Confirm assigned' : 'Confirm expired'
}
