import type { Screen } from '../../../api/screen.ts'
import { type ExportFact, listDataFacts } from '../../../shared/export/export-facts.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { findColumnName } from '../columns/column-facts.ts'
import { listChips } from '../filters/filter-view.ts'
import type { ScreenState } from '../state/screen-state.ts'

/** What figures that leave the page must carry with them: of when and where they are, and what was left out. */
export function listScreenFacts(state: ScreenState, screen: Screen): readonly ExportFact[] {
  const { freshness, ownWeights, total, universeTotal } = screen
  const facts = [
    ...listDataFacts(freshness),
    { name: 'Filters', value: describeNarrowing(state) },
    { name: 'Sorted by', value: describeSort(state) },
    { name: 'Stocks', value: `${formatInteger(total)} of ${formatInteger(universeTotal)}` },
  ]
  return ownWeights ? [...facts, { name: 'Rating', value: 'by weights of your own' }] : facts
}

function describeNarrowing({ text, filters }: ScreenState): string {
  const chips = listChips(filters).map(({ name, value }) => `${name} ${value}`)
  const parts = text.trim() === '' ? chips : [`“${text.trim()}”`, ...chips]
  return parts.length === 0 ? 'none' : parts.join(', ')
}

const describeSort = ({ sort, order }: ScreenState) =>
  `${findColumnName(sort)}, ${order === 'desc' ? 'highest' : 'lowest'} first`
