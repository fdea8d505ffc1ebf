import { Box, Button, Text } from '@mantine/core'
import { selectData } from '../../../api/api.ts'
import { type ApiError, describeFailure } from '../../../api/http.ts'
import { type OptionChain, useExpirationsQuery } from '../../../api/options.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { formatDayLong, formatDuration } from '../../../shared/format/times.ts'
import { toSentence } from '../../../shared/format/words.ts'
import { useAfter } from '../../../shared/hooks.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { Empty } from '../../../shared/ui/notices.tsx'
import type { LadderDepth } from '../analysis-state.ts'
import classes from './chain.module.css'

interface ChainFailureProps {
  readonly symbol: string
  /** Expiration that was requested; null for the server's choice. */
  readonly expiration: string | null
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
  readonly onChoose: (expiration: string) => void
}

const NEAREST_SHOWN = 4

export function ChainFailure({ symbol, expiration, failure, busy, onRetry, onChoose }: ChainFailureProps) {
  const { data } = useExpirationsQuery(symbol, { selectFromResult: selectData })
  const { requestId, retryAfterSeconds } = failure
  const dates = data?.expirations.map(({ date }) => date) ?? []
  if (failure.code === 'unlisted_expiration' && expiration !== null && dates.length > 0) {
    return (
      <Empty
        title={`${symbol} has no options expiring on ${formatDayLong(expiration)}.`}
        actions={findNearest(dates, expiration).map((date) => (
          <Button key={date} onClick={() => onChoose(date)}>
            {formatDayLong(date)}
          </Button>
        ))}
      >
        Choose one of the nearest listed expirations.
      </Empty>
    )
  }
  const why = describeFailure(failure)
  return (
    <Empty
      tone="trouble"
      title="Failed to load options chain"
      actions={
        <BusyButton variant="filled" busy={busy} onClick={onRetry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      <p>
        {why !== null && `${toSentence(why)} `}
        {retryAfterSeconds !== null && `${commonWords.wait(formatDuration(retryAfterSeconds))} `}
        {commonWords.restWorks}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
    </Empty>
  )
}

/** The listed dates nearest to an unlisted one, in order. */
function findNearest(dates: readonly string[], wanted: string): readonly string[] {
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(wanted))
  return dates
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, NEAREST_SHOWN)
    .toSorted()
}

/** Empty chain: the stock has no options, or this expiration has no data. */
export function NoContracts({ chain: { symbol, expiration, message } }: { readonly chain: OptionChain }) {
  const isListed = expiration !== null
  return (
    <Empty
      title={isListed ? 'No options data available for this expiration date.' : `${symbol} has no listed options.`}
    >
      {message !== null && <p>{toSentence(message)}</p>}
      {isListed ? 'Try another expiration.' : 'Without options, there is no call to sell.'}
    </Empty>
  )
}

const TEXT_DELAY_MS = 2_000
const MAX_ROWS = 24

/** Skeleton for the ladder, as tall as it; its text appears only after a delay. */
export function ChainSkeleton({ depth }: { readonly depth: LadderDepth }) {
  const late = useAfter(true, TEXT_DELAY_MS)
  const words = 'Loading the options chain…'
  const count = depth === 'all' ? MAX_ROWS : Number(depth) * 2
  return (
    <div className={classes.skeleton} data-depth={depth} aria-busy="true">
      <Text role="status" c="dimmed" h={40} px="lg" py="sm">
        {late ? words : <VisuallyHidden>{words}</VisuallyHidden>}
      </Text>
      <Box mx="lg" className={classes.bones} style={{ '--count': count }} />
    </div>
  )
}
