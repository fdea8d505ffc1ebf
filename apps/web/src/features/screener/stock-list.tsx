import { useAfter } from '../../shared/use-after.ts'
import { LoadingWords } from './loading-words.tsx'
import { sortableColumns, sortScreen } from './screen-state.ts'
import { NoStocks, ScreenFailure } from './screener-states.tsx'
import { StockCards } from './stock-cards.tsx'
import { StockTable } from './stock-table.tsx'
import { StockTableSkeleton } from './stock-table-skeleton.tsx'
import type { EnrichmentControl } from './use-enrichment.ts'
import type { ShownScreen } from './use-screen.ts'
import type { ScreenNavigation } from './use-screen-state.ts'

/** Earlier rows stand in for the next ones for so long; then the shape of the table does. */
const EARLIER_ROWS_MS = 400

interface StockListProps {
  readonly shown: ShownScreen
  readonly isPhone: boolean
  readonly navigation: ScreenNavigation
  readonly control: EnrichmentControl
}

/** The stocks as a table or as cards, or what stands in their place. */
export function StockList({ shown, isPhone, navigation: { state, go }, control }: StockListProps) {
  const { screen, outdated, failure, retry, retrying, cancel } = shown
  const waiting = useAfter(outdated && failure === null, EARLIER_ROWS_MS)
  const goBack = () => {
    const answered = cancel()
    if (answered !== null) go(() => answered, { replace: true })
  }
  const words = <LoadingWords retrying={retrying} onRetry={retry} onCancel={screen === null ? undefined : goBack} />

  if (screen === null) {
    return failure === null ? (
      <StockTableSkeleton>{words}</StockTableSkeleton>
    ) : (
      <ScreenFailure failure={failure} busy={retrying} onRetry={retry} />
    )
  }
  const { stocks, total, message } = screen
  if (total === 0) return <NoStocks message={message} control={control} />
  if (isPhone) {
    return waiting ? (
      <StockTableSkeleton>{words}</StockTableSkeleton>
    ) : (
      <StockCards stocks={stocks} sort={state.sort} outdated={outdated} />
    )
  }
  const sortBy = (columnId: string) => {
    const column = sortableColumns.find((each) => each === columnId)
    if (column !== undefined) go((latest) => sortScreen(latest, column))
  }
  return (
    <StockTable
      stocks={stocks}
      total={total}
      state={state}
      outdated={outdated}
      waiting={waiting ? words : null}
      onSort={sortBy}
    />
  )
}
