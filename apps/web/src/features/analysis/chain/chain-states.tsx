import { type ApiError, describeFailure } from '../../../api/api-error.ts'
import type { OptionChain } from '../../../api/option-chain.ts'
import { formatDuration } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Empty } from '../../../shared/ui/empty.tsx'
import { Spoken } from '../../../shared/ui/spoken.tsx'
import { useAfter } from '../../../shared/use-after.ts'
import type { LadderDepth } from '../analysis-state.ts'
import classes from './chain-skeleton.module.css'

interface ChainFailureProps {
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

export function ChainFailure({ failure, busy, onRetry }: ChainFailureProps) {
  const { requestId, retryAfterSeconds } = failure
  return (
    <Empty
      tone="trouble"
      title={describeFailure(failure) ?? 'Failed to load options chain'}
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          Retry
        </BusyButton>
      }
    >
      <p>
        {retryAfterSeconds !== null && `The server asks to wait ${formatDuration(retryAfterSeconds)}. `}
        The rest of the page still works.
      </p>
      {requestId !== null && <p>Quote this if you ask for help: {requestId}</p>}
    </Empty>
  )
}

/** Why there are no rows: the stock has no options, or this expiration has none with figures. */
export function NoContracts({ chain: { symbol, expiration, message } }: { readonly chain: OptionChain }) {
  const title =
    expiration === null ? `${symbol} has no listed options.` : 'No options data available for this expiration date.'
  return (
    <Empty title={title}>
      {message !== null && <p>{toSentence(message)}</p>}
      {expiration === null ? 'Without options there is no call to write on it.' : 'Another expiration may have some.'}
    </Empty>
  )
}

const WORDS_AFTER_MS = 2_000
const MOST_ROWS = 24
const FIGURES = Array.from({ length: 9 }, (_, index) => `figure-${index}`)

/** The ladder's shape while there is nothing to show. */
export function ChainSkeleton({ depth }: { readonly depth: LadderDepth }) {
  const late = useAfter(true, WORDS_AFTER_MS)
  const count = depth === 'all' ? MOST_ROWS : Number(depth) * 2
  const words = 'Loading the options chain…'
  return (
    <div className={classes.skeleton} data-depth={depth} aria-busy="true">
      <p role="status">{late ? words : <Spoken>{words}</Spoken>}</p>
      <div aria-hidden="true">
        {Array.from({ length: count }, (_, row) => `row-${row}`).map((row) => (
          <div key={row} className={classes.bars}>
            {FIGURES.map((figure) => (
              <i key={figure} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
