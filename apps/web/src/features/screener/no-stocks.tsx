import { Button } from '@mantine/core'
import type { Screen } from '../../api/screener.ts'
import { capitalize } from '../../shared/format/words.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { CONTENT_ID } from '../../shared/ui/page.tsx'
import type { EnrichmentControl } from './enrichment/use-enrichment.ts'
import { describeParameter, formatCount } from './filters/filter-view.ts'
import { clearFilters, isNarrowed, relaxScreen, type ScreenState } from './state/screen-state.ts'
import type { ScreenNavigation } from './state/use-screen.ts'

interface NoStocksProps {
  readonly screen: Screen
  readonly navigation: Pick<ScreenNavigation, 'state' | 'go'>
  readonly control: EnrichmentControl
}

/** Empty state: the filters exclude every stock, or no stock is rated yet. */
export function NoStocks({ screen, navigation, control }: NoStocksProps) {
  if (isNarrowed(navigation.state) && screen.universeTotal > 0) {
    return <NoMatches relaxations={screen.relaxations} {...navigation} />
  }
  return <NothingYet message={screen.message} control={control} />
}

const MAX_SUGGESTIONS = 3

/** Filters that exclude the most stocks, each with a button that removes it. */
function NoMatches({ relaxations, state, go }: NoStocksProps['navigation'] & Pick<Screen, 'relaxations'>) {
  const suggestions = relaxations.slice(0, MAX_SUGGESTIONS).flatMap(({ parameter, total }) => {
    const name = nameNarrowing(state, parameter)
    return name === null ? [] : [{ parameter, total, name }]
  })
  const [first] = suggestions
  const apply = (change: (latest: ScreenState) => ScreenState) => {
    // The button is about to unmount, so move focus first.
    document.getElementById(CONTENT_ID)?.focus()
    go(change)
  }
  return (
    <Empty
      title="No stocks match your filters. Try adjusting your criteria."
      actions={
        <>
          {suggestions.map(({ parameter, name, total }, index) => (
            <Button
              key={parameter}
              variant={index === 0 ? 'filled' : 'default'}
              onClick={() => apply((latest) => relaxScreen(latest, parameter))}
            >
              Remove {name} ({formatCount(total)})
            </Button>
          ))}
          <Button variant={first === undefined ? 'filled' : 'default'} onClick={() => apply(clearFilters)}>
            Clear all
          </Button>
        </>
      }
    >
      {first === undefined
        ? 'No single filter is the reason: they exclude every stock only in combination.'
        : `${capitalize(first.name)} rules out the most: removing it shows ${formatCount(first.total)}.`}
    </Empty>
  )
}

function nameNarrowing({ text, filters }: NoStocksProps['navigation']['state'], parameter: string): string | null {
  return parameter === 'q' ? `“${text}”` : describeParameter(filters, parameter)
}

function NothingYet({ message, control }: Pick<Screen, 'message'> & Pick<NoStocksProps, 'control'>) {
  const { enrichment, running, refreshing, refresh } = control
  // After a run the bar below shows the result, which an older message here would contradict.
  const hasEnded = enrichment !== null && enrichment.finishedAt !== null
  return (
    <Empty
      title="No stocks found. Try refreshing the data."
      actions={
        !running && (
          <BusyButton variant="filled" busy={refreshing} onClick={refresh}>
            Refresh
          </BusyButton>
        )
      }
    >
      {message !== null && !hasEnded && <p>{message}</p>}
      {running
        ? 'The first stocks appear here as soon as they are rated. The bar below shows the progress.'
        : 'Refresh to rate every stock in the market again.'}
    </Empty>
  )
}
