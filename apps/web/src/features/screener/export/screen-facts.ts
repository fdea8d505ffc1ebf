import type { Screen } from '../../../api/screener.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/data-facts.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { findColumnName } from '../columns/columns.tsx'
import { listChips } from '../filters/filter-view.ts'
import type { ScreenState } from '../state/screen-state.ts'

/**
 * Facts printed and exported with the figures: the data's source and time, the filters and the sort order.
 * @param only symbols that the user exported individually; null if the filters selected the stocks
 */
export function listScreenFacts(
  state: ScreenState,
  screen: Screen,
  only: readonly string[] | null = null,
): readonly ExportFact[] {
  const { freshness, ownWeights, total, universeTotal } = screen
  const facts = [
    ...listDataFacts(freshness),
    only === null ? { name: 'Filters', value: describeNarrowing(state) } : { name: 'Selected', value: only.join(', ') },
    { name: 'Sorted by', value: describeSort(state) },
    { name: 'Stocks', value: `${formatInteger(total)} of ${formatInteger(universeTotal)}` },
  ]
  return ownWeights ? [...facts, { name: 'Rating', value: 'with your own weights' }] : facts
}

function describeNarrowing({ text, filters }: ScreenState): string {
  const chips = listChips(filters).map(({ name, value }) => `${name} ${value}`)
  const parts = text.trim() === '' ? chips : [`“${text.trim()}”`, ...chips]
  return parts.length === 0 ? 'none' : parts.join(', ')
}

const describeSort = ({ sort, order }: ScreenState) =>
  `${findColumnName(sort)}, ${order === 'desc' ? 'highest' : 'lowest'} first`
