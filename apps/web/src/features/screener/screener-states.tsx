import { Button } from '@mantine/core'
import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/api-error.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Empty } from '../../shared/ui/empty.tsx'
import { ShellContext } from '../../shared/ui/shell-context.ts'
import type { EnrichmentControl } from './use-enrichment.ts'

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
  // Where the whole page cannot reach the server, the page says so and has the one way to try again.
  const { notice } = use(ShellContext)
  return (
    <Empty
      tone="trouble"
      title={describeScreenFailure(failure)}
      actions={
        notice === null && (
          <BusyButton variant="filled" busy={busy} onClick={onRetry}>
            Retry
          </BusyButton>
        )
      }
    >
      <p>
        {retryAfterSeconds !== null && `The server asks to wait ${formatDuration(retryAfterSeconds)}. `}
        The rest of the page still works. This is tried again by itself.
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
  readonly control: EnrichmentControl
}

export function NoStocks({ message, control }: NoStocksProps) {
  const { enrichment, underway, refreshing, refresh } = control
  // Once a run has ended the bar below tells of it, and a word from before it would contradict that.
  const hasEnded = enrichment !== null && enrichment.finishedAt !== null
  return (
    <Empty
      title="No stocks found. Try refreshing the data."
      actions={
        !underway && (
          <BusyButton variant="filled" busy={refreshing} onClick={refresh}>
            Refresh
          </BusyButton>
        )
      }
    >
      {message !== null && !hasEnded && <p>{message}</p>}
      {underway
        ? 'The first stocks appear here as soon as they are rated; the bar below shows how far that is.'
        : 'Refreshing rates every stock of the market anew.'}
    </Empty>
  )
}
