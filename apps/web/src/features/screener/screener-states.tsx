import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { ShellContext } from '../../shared/ui/page.tsx'

export function describeScreenFailure(failure: ApiError): string {
  const message = describeFailure(failure)
  return message === null ? 'Failed to load stock data' : `Failed to load stock data: ${message}`
}

interface ScreenFailureProps {
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

export function ScreenFailure({ failure, busy, onRetry }: ScreenFailureProps) {
  const { requestId, retryAfterSeconds } = failure
  // If the whole page cannot reach the server, only its banner has a Retry button.
  const { canAsk } = use(ShellContext)
  return (
    <Empty
      tone="trouble"
      title={describeScreenFailure(failure)}
      actions={
        canAsk && (
          <BusyButton variant="filled" busy={busy} onClick={onRetry}>
            {commonWords.retry}
          </BusyButton>
        )
      }
    >
      <p>
        {retryAfterSeconds !== null && `${commonWords.wait(formatDuration(retryAfterSeconds))} `}
        {commonWords.restWorks} {commonWords.triedAgain}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
    </Empty>
  )
}
