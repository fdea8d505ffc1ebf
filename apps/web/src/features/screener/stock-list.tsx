import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { useState } from 'react'
import { PrintedFacts } from '../../shared/export/data-facts.tsx'
import { useAfter } from '../../shared/hooks.ts'
import { LoadingStatus, TableSkeleton } from '../../shared/ui/loading.tsx'
import type { EnrichmentControl } from './enrichment/use-enrichment.ts'
import { listScreenFacts } from './export/screen-facts.ts'
import { NoStocks, ScreenFailure } from './screener-states.tsx'
import type { Selection } from './selection/use-selection.ts'
import { areSameColumns, sortScreen } from './state/screen-state.ts'
import type { ShownScreen } from './state/use-screen.ts'
import type { ScreenNavigation } from './state/use-screen-state.ts'
import { StockCards } from './table/stock-cards.tsx'
import { StockTable } from './table/stock-table.tsx'

/** How long the previous rows stay before a skeleton replaces them. */
const KEEP_ROWS_MS = 400

interface StockListProps {
  readonly shown: ShownScreen
  readonly isPhone: boolean
  readonly navigation: ScreenNavigation
  readonly selection: Selection
  readonly control: EnrichmentControl
}

/** Shows the stocks as a table or as cards, or a loading, error or empty state instead. */
export function StockList({ shown, isPhone, navigation: { state, go }, selection, control }: StockListProps) {
  const { screen, outdated, failure, retry, retrying, cancel } = shown
  const columns = useStableColumns(shown.columns)
  const waiting = useAfter(outdated && failure === null, KEEP_ROWS_MS)
  const goBack = () => {
    const previous = cancel()
    if (previous !== null) go(() => previous, { replace: true })
  }
  const words = (
    <LoadingStatus
      words="Loading stocks…"
      retrying={retrying}
      onRetry={retry}
      onCancel={screen === null ? undefined : goBack}
    />
  )

  if (screen === null) {
    return failure === null ? (
      <TableSkeleton>{words}</TableSkeleton>
    ) : (
      <ScreenFailure failure={failure} busy={retrying} onRetry={retry} />
    )
  }
  if (screen.total === 0) return <NoStocks screen={screen} navigation={{ state, go }} control={control} />
  if (isPhone && waiting) return <TableSkeleton>{words}</TableSkeleton>
  return (
    <>
      <PrintedFacts listFacts={() => listScreenFacts(state, screen)} />
      {isPhone ? (
        <StockCards screen={screen} columns={columns} sort={state.sort} outdated={outdated} selection={selection} />
      ) : (
        <StockTable
          screen={screen}
          state={state}
          columns={columns}
          outdated={outdated}
          waiting={waiting ? words : null}
          selection={selection}
          onSort={(column) => go((latest) => sortScreen(latest, column))}
        />
      )}
    </>
  )
}

/** Keeps the array's identity stable so that memoized rows don't re-render. */
function useStableColumns(columns: readonly ScreenColumn[]): readonly ScreenColumn[] {
  const [stable, setStable] = useState(columns)
  if (stable === columns || areSameColumns(stable, columns)) return stable
  setStable(columns)
  return columns
}
