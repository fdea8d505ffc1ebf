import { Button, VisuallyHidden } from '@mantine/core'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { useAfter } from '../../shared/use-after.ts'
import classes from './loading-words.module.css'

const WORDS_AFTER_MS = 2_000
const WAYS_OUT_AFTER_MS = 8_000
const WORDS = 'Loading stocks…'

interface LoadingWordsProps {
  readonly retrying: boolean
  readonly onRetry: () => void
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: (() => void) | undefined
}

/** What a wait says for itself: nothing at first, then words, then the ways out of it. */
export function LoadingWords({ retrying, onRetry, onCancel }: LoadingWordsProps) {
  const late = useAfter(true, WORDS_AFTER_MS)
  const stuck = useAfter(true, WAYS_OUT_AFTER_MS)
  return (
    <div className={classes.words}>
      <p role="status">{late ? WORDS : <VisuallyHidden>{WORDS}</VisuallyHidden>}</p>
      {stuck && (
        <>
          <BusyButton className={classes.way ?? ''} busy={retrying} onClick={onRetry}>
            Retry
          </BusyButton>
          {onCancel && (
            <Button className={classes.way} variant="subtle" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </>
      )}
    </div>
  )
}
