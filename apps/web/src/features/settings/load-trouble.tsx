import { type ApiError, describeFailure } from '../../api/api-error.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import classes from './load-trouble.module.css'
import { settingsWords } from './settings-words.ts'

interface LoadTroubleProps {
  readonly error: ApiError | null
  readonly fallback: string
  readonly retrying: boolean
  readonly onRetry: () => void
}

/** A section's error message, with a Retry button. */
export function LoadTrouble({ error, fallback, retrying, onRetry }: LoadTroubleProps) {
  const why = describeFailure(error)
  return (
    <div className={classes.trouble} role="alert">
      <p>
        {fallback} {why}
      </p>
      {error?.requestId && (
        <p className={classes.reference}>
          {settingsWords.reference} {error.requestId}
        </p>
      )}
      <BusyButton busy={retrying} onClick={onRetry}>
        {settingsWords.retry}
      </BusyButton>
    </div>
  )
}
