import { useEffect, useEffectEvent } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { useOnline } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { LoadingStatus, TableSkeleton } from '../../../shared/ui/loading.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import page from '../portfolio.module.css'

interface ReportStateProps {
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** `Loading income…` */
  readonly words: string
  /** `income` */
  readonly what: string
  /** Whether it is inside a panel already. */
  readonly isInside?: boolean
}

/** State of a report without data: loading, failed, or offline. */
export function ReportState({ query, words, what, isInside = false }: ReportStateProps) {
  const { error, isFetching, refetch } = query
  const panel = isInside ? undefined : page.panel
  const isOnline = useOnline()
  const failure = asApiError(error)
  const loadAgain = useEffectEvent(() => {
    if (failure !== null) void refetch()
  })
  useEffect(() => {
    if (isOnline) loadAgain()
  }, [isOnline])
  if (isOnline && (failure === null || isFetching)) {
    return (
      <div className={panel}>
        <TableSkeleton>
          <LoadingStatus words={words} retrying={isFetching} onRetry={() => void refetch()} />
        </TableSkeleton>
      </div>
    )
  }
  return (
    <div className={panel}>
      <Empty
        tone="trouble"
        title={isOnline ? `Could not load your ${what}` : `Your ${what} needs a connection`}
        actions={
          isOnline && (
            <BusyButton variant="filled" busy={isFetching} onClick={() => void refetch()}>
              {commonWords.retry}
            </BusyButton>
          )
        }
      >
        {isOnline ? toSentence(describeFailure(failure) ?? 'No response') : 'It loads when you are back online.'} What
        you have recorded is safe on the server.
      </Empty>
    </div>
  )
}
