import type { Freshness } from '../../api/market.ts'
import { formatEtTimeLong } from '../format/times.ts'
import { describeDataClass, describeMarket } from '../freshness-view.ts'

/** A fact that goes into an export along with the figures. */
export interface ExportFact {
  readonly name: string
  readonly value: string
}

/** Lists where the market data comes from and when it was current. */
export function listDataFacts(freshness: Freshness): readonly ExportFact[] {
  return [
    { name: 'As of', value: freshness.asOf === null ? 'not known' : formatEtTimeLong(freshness.asOf) },
    { name: 'Data', value: describeMarket(freshness) ?? describeDataClass(freshness.dataClass) },
    { name: 'Source', value: freshness.source },
  ]
}
