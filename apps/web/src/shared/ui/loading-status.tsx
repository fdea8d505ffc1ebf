import { Button, VisuallyHidden } from '@mantine/core'
import { commonWords } from '../common-words.ts'
import { useAfter } from '../use-after.ts'
import { BusyButton } from './busy-button.tsx'
import classes from './loading-status.module.css'

const TEXT_DELAY_MS = 2_000
const BUTTONS_DELAY_MS = 8_000

interface LoadingStatusProps {
  readonly words: string
  readonly retrying: boolean
  readonly onRetry: () => void
  /** Omitted if there is nothing to return to. */
  readonly onCancel?: (() => void) | undefined
}

/** Status of a long wait. At first it shows nothing, then a text, and then buttons to retry or cancel. */
export function LoadingStatus({ words, retrying, onRetry, onCancel }: LoadingStatusProps) {
  const late = useAfter(true, TEXT_DELAY_MS)
  const stuck = useAfter(true, BUTTONS_DELAY_MS)
  return (
    <div className={classes.words}>
      <p role="status">{late ? words : <VisuallyHidden>{words}</VisuallyHidden>}</p>
      {stuck && (
        <>
          <BusyButton className={classes.way ?? ''} busy={retrying} onClick={onRetry}>
            {commonWords.retry}
          </BusyButton>
          {onCancel && (
            <Button className={classes.way} variant="subtle" onClick={onCancel}>
              {commonWords.cancel}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
