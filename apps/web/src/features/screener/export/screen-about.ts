import type { Screen } from '../../../api/screen.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/export-facts.ts'
import { findColumnName } from '../columns/column-facts.ts'
import { listChips } from '../filters/filter-view.ts'
import { exportWords as words } from '../screener-words.ts'
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
    only === null
      ? { name: words.filters, value: describeNarrowing(state) }
      : { name: words.selected, value: only.join(', ') },
    { name: words.sortedBy, value: describeSort(state) },
    { name: words.stocks, value: words.count(total, universeTotal) },
  ]
  return ownWeights ? [...facts, { name: words.rating, value: words.byOwnWeights }] : facts
}

function describeNarrowing({ text, filters }: ScreenState): string {
  const chips = listChips(filters).map(({ name, value }) => `${name} ${value}`)
  const parts = text.trim() === '' ? chips : [`“${text.trim()}”`, ...chips]
  return parts.length === 0 ? words.noFilters : parts.join(', ')
}

const describeSort = ({ sort, order }: ScreenState) =>
  (order === 'desc' ? words.highestFirst : words.lowestFirst)(findColumnName(sort))
