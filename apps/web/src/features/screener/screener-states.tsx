import { Button } from '@mantine/core'
import { use } from 'react'
import { type ApiError, describeFailure } from '../../api/api-error.ts'
import type { Screen } from '../../api/screen.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { capitalize } from '../../shared/format/words.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Empty } from '../../shared/ui/empty.tsx'
import { CONTENT_ID } from '../../shared/ui/page.tsx'
import { ShellContext } from '../../shared/ui/shell-context.ts'
import { enrichmentWords } from './enrichment/enrichment-words.ts'
import type { EnrichmentControl } from './enrichment/use-enrichment.ts'
import { describeParameter, formatCount } from './filters/filter-view.ts'
import { filterWords } from './filters/filter-words.ts'
import { screenerWords as words } from './screener-words.ts'
import { clearFilters, isNarrowed, relaxScreen, type ScreenState } from './state/screen-state.ts'
import type { ScreenNavigation } from './state/use-screen-state.ts'

export function describeScreenFailure(failure: ApiError): string {
  const message = describeFailure(failure)
  return message === null ? words.failed : words.failedWith(message)
}

interface ScreenFailureProps {
  readonly failure: ApiError
  readonly busy: boolean
  readonly onRetry: () => void
}

export function ScreenFailure({ failure, busy, onRetry }: ScreenFailureProps) {
  const { requestId, retryAfterSeconds } = failure
  // Where the whole page cannot reach the server, the page says so and has the one way to try again.
  const { canAsk } = use(ShellContext)
  return (
    <Empty
      tone="trouble"
      title={describeScreenFailure(failure)}
      actions={
        canAsk && (
          <BusyButton variant="filled" busy={busy} onClick={onRetry}>
            {commonWords.retry}
          </BusyButton>
        )
      }
    >
      <p>
        {retryAfterSeconds !== null && `${commonWords.wait(formatDuration(retryAfterSeconds))} `}
        {commonWords.restWorks} {commonWords.triedAgain}
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
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
      title={words.noMatch}
      actions={
        <>
          {ways.map(({ parameter, name, total }, index) => (
            <Button
              key={parameter}
              variant={index === 0 ? 'filled' : 'default'}
              onClick={() => leave((latest) => relaxScreen(latest, parameter))}
            >
              {words.without(name, formatCount(total))}
            </Button>
          ))}
          <Button variant={first === undefined ? 'filled' : 'default'} onClick={() => leave(clearFilters)}>
            {filterWords.clear}
          </Button>
        </>
      }
    >
      {first === undefined ? words.onlyTogether : words.keepsMost(capitalize(first.name), formatCount(first.total))}
    </Empty>
  )
}

function nameNarrowing({ text, filters }: NoStocksProps['navigation']['state'], parameter: string): string | null {
  return parameter === 'q' ? words.theSearch(text) : describeParameter(filters, parameter)
}

function NothingYet({ message, control }: Pick<Screen, 'message'> & Pick<NoStocksProps, 'control'>) {
  const { enrichment, underway, refreshing, refresh } = control
  // Once a run has ended the bar below tells of it, and a word from before it would contradict that.
  const hasEnded = enrichment !== null && enrichment.finishedAt !== null
  return (
    <Empty
      title={words.empty}
      actions={
        !underway && (
          <BusyButton variant="filled" busy={refreshing} onClick={refresh}>
            {enrichmentWords.refresh}
          </BusyButton>
        )
      }
    >
      {message !== null && !hasEnded && <p>{message}</p>}
      {underway ? words.emptyUnderway : words.emptyIdle}
    </Empty>
  )
}
