import type { Screen } from '../../api/screen.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { formatEtTimeLong } from '../../shared/format/times.ts'
import { describeDataClass, describeMarket } from '../../shared/freshness-view.ts'
import { findColumnName } from './column-facts.ts'
import { listChips } from './filter-view.ts'
import type { ScreenState } from './screen-state.ts'

export interface ScreenFact {
  readonly name: string
  readonly value: string
}

/** What figures that leave the page must carry with them: of when and where they are, and what was left out. */
export function listScreenFacts(state: ScreenState, screen: Screen): readonly ScreenFact[] {
  const { freshness, ownWeights, total, universeTotal } = screen
  const facts = [
    { name: 'As of', value: freshness.asOf === null ? 'not known' : formatEtTimeLong(freshness.asOf) },
    { name: 'Data', value: describeMarket(freshness) ?? describeDataClass(freshness.dataClass) },
    { name: 'Source', value: freshness.source },
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
