import { Button } from '@mantine/core'
import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/api-error.ts'
import { commonWords } from '../../shared/common-words.ts'
import { toSentence } from '../../shared/format/words.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Empty } from '../../shared/ui/empty.tsx'
import { LoadingStatus } from '../../shared/ui/loading-status.tsx'
import { ShellContext } from '../../shared/ui/shell-context.ts'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import classes from './portfolio-page.module.css'
import { portfolioWords as words } from './portfolio-words.ts'

interface WaitProps {
  readonly busy: boolean
  readonly onRetry: () => void
}

export function LoadingPositions({ busy, onRetry }: WaitProps) {
  return (
    <div className={classes.panel}>
      <TableSkeleton>
        <LoadingStatus words={words.loading} retrying={busy} onRetry={onRetry} />
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
        title={words.empty}
        actions={
          <>
            <Button variant="filled" onClick={onAdd}>
              {words.add}
            </Button>
            <Button onClick={onImport}>{words.importCsv}</Button>
          </>
        }
      >
        {words.emptyText}
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
        title={words.failed}
        actions={
          canAsk && (
            <BusyButton variant="filled" busy={busy} onClick={onRetry}>
              {commonWords.retry}
            </BusyButton>
          )
        }
      >
        <p>
          {toSentence(describeFailure(failure) ?? words.noAnswer)} {words.areSafe}
        </p>
        {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
      </Empty>
    </div>
  )
}
