import { UNKNOWN } from '../format/numbers.ts'
import { uiWords } from './ui-words.ts'
import classes from './unknown.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface UnknownProps {
  readonly sign?: string
  /** Why the value is missing; shown as a hint. */
  readonly reason?: string | null
  /** Text that screen readers announce. */
  readonly spoken?: string
}

/** Placeholder for a missing value: shows "—" and is announced as "not available". */
export function Unknown({ sign = UNKNOWN, reason = null, spoken = uiWords.notAvailable }: UnknownProps) {
  return (
    <span className={classes.unknown} data-hint={reason ?? undefined}>
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden>{reason === null ? spoken : `${spoken}: ${reason}`}</VisuallyHidden>
    </span>
  )
}
