import { UNKNOWN } from '../format/numbers.ts'
import { Spoken } from './spoken.tsx'
import { uiWords } from './ui-words.ts'
import classes from './unknown.module.css'

interface UnknownProps {
  readonly sign?: string
  /** Why it is unknown, shown as a hint. */
  readonly reason?: string | null
  /** What assistive technology reads. */
  readonly spoken?: string
}

/** A figure that is not known: an em dash to the eye, words to the ear, never a number. */
export function Unknown({ sign = UNKNOWN, reason = null, spoken = uiWords.notAvailable }: UnknownProps) {
  return (
    <span className={classes.unknown} data-hint={reason ?? undefined}>
      <span aria-hidden="true">{sign}</span>
      <Spoken>{reason === null ? spoken : `${spoken}: ${reason}`}</Spoken>
    </span>
  )
}
