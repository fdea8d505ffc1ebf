import { Button } from '@mantine/core'
import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/api-error.ts'
import type { Screen } from '../../api/screen.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { capitalize } from '../../shared/format/words.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Empty } from '../../shared/ui/empty.tsx'
import { CONTENT_ID } from '../../shared/ui/page.tsx'
import { ShellContext } from '../../shared/ui/shell-context.ts'
import type { EnrichmentControl } from './enrichment/use-enrichment.ts'
import { describeParameter, formatCount } from './filters/filter-view.ts'
import { clearFilters, isNarrowed, relaxScreen, type ScreenState } from './state/screen-state.ts'
import type { ScreenNavigation } from './state/use-screen-state.ts'

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

interface NoStocksProps {
  readonly screen: Screen
  readonly navigation: Pick<ScreenNavigation, 'state' | 'go'>
  readonly control: EnrichmentControl
}

/** Why there are no rows: the filters let none through, or there are none yet. */
export function NoStocks({ screen, navigation, control }: NoStocksProps) {
  if (isNarrowed(navigation.state) && screen.universeTotal > 0) {
    return <NoMatches relaxations={screen.relaxations} {...navigation} />
  }
  return <NothingYet message={screen.message} control={control} />
}

const MOST_WAYS_OUT = 3

/** The filters that keep the most away, each with a button that takes it off. */
function NoMatches({ relaxations, state, go }: NoStocksProps['navigation'] & Pick<Screen, 'relaxations'>) {
  const ways = relaxations.slice(0, MOST_WAYS_OUT).flatMap(({ parameter, total }) => {
    const name = nameNarrowing(state, parameter)
    return name === null ? [] : [{ parameter, total, name }]
  })
  const [first] = ways
  const leave = (change: (latest: ScreenState) => ScreenState) => {
    // The button goes with what it stands in.
    document.getElementById(CONTENT_ID)?.focus()
    go(change)
  }
  return (
    <Empty
      title="No stocks match your filters. Try adjusting your criteria."
      actions={
        <>
          {ways.map(({ parameter, name, total }, index) => (
            <Button
              key={parameter}
              variant={index === 0 ? 'filled' : 'default'}
              onClick={() => leave((latest) => relaxScreen(latest, parameter))}
            >
              Without {name}: {formatCount(total)}
            </Button>
          ))}
          <Button variant={first === undefined ? 'filled' : 'default'} onClick={() => leave(clearFilters)}>
            Clear all
          </Button>
        </>
      }
    >
      {first === undefined
        ? 'No single filter alone is the reason: only together they leave nothing.'
        : `${capitalize(first.name)} keeps the most away: without it, ${formatCount(first.total)} would show.`}
    </Empty>
  )
}

function nameNarrowing({ text, filters }: NoStocksProps['navigation']['state'], parameter: string): string | null {
  return parameter === 'q' ? `the search “${text}”` : describeParameter(filters, parameter)
}

function NothingYet({ message, control }: Pick<Screen, 'message'> & Pick<NoStocksProps, 'control'>) {
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
