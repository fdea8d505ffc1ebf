import type { ReactNode } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { LoadingStatus, TableSkeleton } from '../../../shared/ui/loading.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import classes from './history.module.css'

interface PanelStateProps<T extends { readonly symbol: string }> {
  readonly symbol: string
  readonly query: {
    readonly data?: T | undefined
    readonly currentData?: T | undefined
    readonly error?: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  /** `Running the back-test…` */
  readonly loading: string
  /** `Could not run the back-test` */
  readonly failed: string
  readonly children: (data: T) => ReactNode
}

/** A panel's data, or why there is none. While new data loads, the data of the same stock stays on the page, dimmed. */
export function PanelState<T extends { readonly symbol: string }>(props: PanelStateProps<T>) {
  const { symbol, loading, failed, children } = props
  const { data, currentData, error, isFetching, refetch } = props.query
  const failure = currentData === undefined && !isFetching ? asApiError(error) : null
  if (failure !== null) {
    return (
      <Empty
        tone="trouble"
        title={failed}
        actions={
          <BusyButton variant="filled" busy={isFetching} onClick={() => void refetch()}>
            {commonWords.retry}
          </BusyButton>
        }
      >
        {toSentence(describeFailure(failure) ?? commonWords.noAnswer)}
      </Empty>
    )
  }
  const shown = currentData ?? (data?.symbol === symbol ? data : undefined)
  if (shown === undefined) {
    return (
      <TableSkeleton>
        <LoadingStatus words={loading} retrying={isFetching} onRetry={() => void refetch()} />
      </TableSkeleton>
    )
  }
  return (
    <div className={classes.outcome} data-outdated={currentData === undefined || undefined}>
      {children(shown)}
    </div>
  )
}
