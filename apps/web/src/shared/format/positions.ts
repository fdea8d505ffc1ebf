import type { PnlGap } from '@callwright/scoring'
import type { Position } from '../../api/portfolio.ts'
import { commonWords } from '../common-words.ts'
import { formatDecimal } from './numbers.ts'
import { listSome } from './words.ts'

export type NamedCall = Pick<Position, 'symbol' | 'strike'>

/** How buttons and notices name a call. */
export const nameCall = ({ symbol, strike }: NamedCall) => `${symbol} ${formatDecimal(strike)} call`

interface GapOwner {
  readonly position: NamedCall
  readonly pnlGap: PnlGap | null
}

/** Lists the positions that a sum does not include, by reason: `KO 70 call, MSFT 300 call (the call has no quote)`. */
export function nameGaps(owners: readonly GapOwner[]): string {
  const byReason = new Map<PnlGap, string[]>()
  for (const { position, pnlGap } of owners) {
    if (pnlGap !== null) byReason.set(pnlGap, [...(byReason.get(pnlGap) ?? []), nameCall(position)])
  }
  return [...byReason].map(([gap, calls]) => `${listSome(calls)} (${commonWords.pnlGaps[gap]})`).join('; ')
}
