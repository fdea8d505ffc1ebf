import { type ApiError, describeFailure } from '../../../api/api-error.ts'
import type { OptionChain } from '../../../api/option-chain.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDuration } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Empty } from '../../../shared/ui/empty.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { useAfter } from '../../../shared/use-after.ts'
import type { LadderDepth } from '../analysis-state.ts'
import classes from './chain-skeleton.module.css'
import { chainWords as words } from './chain-words.ts'

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
      title={describeFailure(failure) ?? words.failed}
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      <p>
        {retryAfterSeconds !== null && `${commonWords.wait(formatDuration(retryAfterSeconds))} `}
        {commonWords.restWorks}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
    </Empty>
  )
}

/** Empty chain: the stock has no options, or this expiration has no data. */
export function NoContracts({ chain: { symbol, expiration, message } }: { readonly chain: OptionChain }) {
  const title = expiration === null ? words.noOptions(symbol) : words.noContracts
  return (
    <Empty title={title}>
      {message !== null && <p>{toSentence(message)}</p>}
      {expiration === null ? words.noOptionsText : words.noContractsText}
    </Empty>
  )
}

const TEXT_DELAY_MS = 2_000
const MAX_ROWS = 24
const FIGURES = Array.from({ length: 9 }, (_, index) => `figure-${index}`)

/** Skeleton for the ladder; its text appears only after a delay. */
export function ChainSkeleton({ depth }: { readonly depth: LadderDepth }) {
  const late = useAfter(true, TEXT_DELAY_MS)
  const count = depth === 'all' ? MAX_ROWS : Number(depth) * 2
  return (
    <div className={classes.skeleton} data-depth={depth} aria-busy="true">
      <p role="status">{late ? words.loading : <VisuallyHidden>{words.loading}</VisuallyHidden>}</p>
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
