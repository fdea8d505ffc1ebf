import { Button } from '@mantine/core'
import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/api-error.ts'
import { toSentence } from '../../shared/format/words.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Empty } from '../../shared/ui/empty.tsx'
import { LoadingWords } from '../../shared/ui/loading-words.tsx'
import { ShellContext } from '../../shared/ui/shell-context.ts'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import classes from './portfolio-page.module.css'

interface WaitProps {
  readonly busy: boolean
  readonly onRetry: () => void
}

export function LoadingPositions({ busy, onRetry }: WaitProps) {
  return (
    <div className={classes.panel}>
      <TableSkeleton>
        <LoadingWords words="Loading positions..." retrying={busy} onRetry={onRetry} />
      </TableSkeleton>
    </div>
  )
}

interface NoPositionsProps {
  readonly onAdd: () => void
  readonly onImport: () => void
}

/** Only where the server has said that there are none. */
export function NoPositions({ onAdd, onImport }: NoPositionsProps) {
  return (
    <div className={classes.panel}>
      <Empty
        title="No positions yet. Add your first covered call position!"
        actions={
          <>
            <Button variant="filled" onClick={onAdd}>
              Add Position
            </Button>
            <Button onClick={onImport}>Import CSV</Button>
          </>
        }
      >
        A covered call is 100 shares you own and a call you sold against them. Enter what you paid and what you
        received, and this page tells what it is worth, how near the strike is, and what the rules say.
      </Empty>
    </div>
  )
}

interface FailedPositionsProps extends WaitProps {
  readonly failure: ApiError | null
}

/** The list could not be loaded, and this device holds nothing: there may well be positions. */
export function FailedPositions({ failure, busy, onRetry }: FailedPositionsProps) {
  const { notice } = use(ShellContext)
  const requestId = failure?.requestId ?? null
  return (
    <div className={classes.panel}>
      <Empty
        tone="trouble"
        title="Your positions could not be loaded"
        actions={
          notice === null && (
            <BusyButton variant="filled" busy={busy} onClick={onRetry}>
              Retry
            </BusyButton>
          )
        }
      >
        <p>
          {toSentence(describeFailure(failure) ?? 'No answer')} They are safe with the server, and this is tried again
          by itself. A position you add meanwhile is kept on this device until it can be sent.
        </p>
        {requestId !== null && <p>Quote this if you ask for help: {requestId}</p>}
      </Empty>
    </div>
  )
}
