import type { Freshness } from '../../api/screen.ts'
import { formatEtTimeLong } from '../format/times.ts'
import { describeDataClass, describeMarket } from '../freshness-view.ts'

/** Something figures carry with them when they leave the page. */
export interface ExportFact {
  readonly name: string
  readonly value: string
}

/** Of when and of which market figures are. */
export function listDataFacts(freshness: Freshness): readonly ExportFact[] {
  return [
    { name: 'As of', value: freshness.asOf === null ? 'not known' : formatEtTimeLong(freshness.asOf) },
    { name: 'Data', value: describeMarket(freshness) ?? describeDataClass(freshness.dataClass) },
    { name: 'Source', value: freshness.source },
  ]
}
