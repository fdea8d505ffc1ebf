import { fromDayNumber } from '@callwright/scoring'
import type { StockSplit } from '../../provider.ts'
import type { Share } from '../paths/share.ts'

/**
 * Lists splits executed after `afterDay` and on or before `untilDay`, oldest first. They are not announced in advance.
 */
export function listSplits({ units, calendar }: Share, afterDay: number, untilDay: number): StockSplit[] {
  const splits: StockSplit[] = []
  for (let count = units.splitsUntil(afterDay) + 1; count <= units.splitsUntil(untilDay); count += 1) {
    const executionDate = fromDayNumber(calendar.onOrAfter(units.dayOfSplit(count)))
    splits.push({ executionDate, ratio: units.ratio, kind: 'split' })
  }
  return splits
}
