import { Button } from '@mantine/core'
import { type ApiError, describeFailure } from '../../api/api-error.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { Empty } from '../../shared/ui/empty.tsx'

export function describeScreenFailure(failure: ApiError): string {
  const message = describeFailure(failure)
  return message === null ? 'Failed to load stock data' : `Failed to load stock data: ${message}`
}

interface ScreenFailureProps {
  readonly failure: ApiError
  readonly onRetry: () => void
}

export function ScreenFailure({ failure, onRetry }: ScreenFailureProps) {
  const { requestId, retryAfterSeconds } = failure
  return (
    <Empty
      tone="trouble"
      title={describeScreenFailure(failure)}
      actions={
        <Button variant="filled" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      <p>
        {retryAfterSeconds !== null && `The server asks to wait ${formatDuration(retryAfterSeconds)}. `}
        The rest of the page still works. Retry now, or in a moment.
      </p>
      {requestId !== null && <p>Quote this if you ask for help: {requestId}</p>}
    </Empty>
  )
}

/** What a panel shows that could not be drawn; the rest of the page goes on. */
export function PanelFailure({ reset }: { readonly reset: () => void }) {
  return (
    <Empty tone="trouble" title="The table could not be shown" actions={<Button onClick={reset}>Try Again</Button>}>
      The rest of the page still works.
    </Empty>
  )
}

interface NoStocksProps {
  readonly message: string | null
  readonly underway: boolean
  readonly onRefresh: () => void
}

export function NoStocks({ message, underway, onRefresh }: NoStocksProps) {
  return (
    <Empty
      title="No stocks found. Try refreshing the data."
      actions={
        !underway && (
          <Button variant="filled" onClick={onRefresh}>
            Refresh
          </Button>
        )
      }
    >
      {message !== null && <p>{message}</p>}
      {underway
        ? 'The first stocks appear here as soon as they are rated; the bar below shows how far that is.'
        : 'Refreshing rates every stock of the market anew.'}
    </Empty>
  )
}
