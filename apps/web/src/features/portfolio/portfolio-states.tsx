import { Button } from '@mantine/core'
import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import { toSentence } from '../../shared/format/words.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { LoadingStatus, TableSkeleton } from '../../shared/ui/loading.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { ShellContext } from '../../shared/ui/page.tsx'
import classes from './portfolio.module.css'

interface WaitProps {
  readonly busy: boolean
  readonly onRetry: () => void
}

export function LoadingPositions({ busy, onRetry }: WaitProps) {
  return (
    <div className={classes.panel}>
      <TableSkeleton>
        <LoadingStatus words="Loading positions..." retrying={busy} onRetry={onRetry} />
      </TableSkeleton>
    </div>
  )
}

interface NoPositionsProps {
  readonly onAdd: () => void
  readonly onImport: () => void
}

/** Shown only if the server confirmed that there are no positions. */
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
        Enter 100 shares you own and the call you sold against them to see what they are worth, how close the strike is,
        and what the rules recommend.
      </Empty>
    </div>
  )
}

interface FailedPositionsProps extends WaitProps {
  readonly failure: ApiError | null
}

/** The list failed to load and this device has no positions; the server may have some. */
export function FailedPositions({ failure, busy, onRetry }: FailedPositionsProps) {
  const { canAsk } = use(ShellContext)
  const requestId = failure?.requestId ?? null
  return (
    <div className={classes.panel}>
      <Empty
        tone="trouble"
        title="Could not load your positions"
        actions={
          canAsk && (
            <BusyButton variant="filled" busy={busy} onClick={onRetry}>
              {commonWords.retry}
            </BusyButton>
          )
        }
      >
        <p>
          {toSentence(describeFailure(failure) ?? 'No response')} They are safe on the server. Retrying automatically.
          Positions you add now are saved on this device and synced later.
        </p>
        {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
      </Empty>
    </div>
  )
}
