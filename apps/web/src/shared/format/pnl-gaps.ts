import type { PnlGap } from '@callwright/scoring'
import { commonWords } from '../common-words.ts'
import { type NamedCall, nameCall } from './name-call.ts'

interface GapOwner {
  readonly position: NamedCall
  readonly pnlGap: PnlGap | null
}

const MOST_NAMED = 10

/** Which positions a sum leaves out, and why: `MSFT 300 call (the call has no quote), 2 more`. */
export function nameGaps(owners: readonly GapOwner[]): string {
  const gaps = owners.flatMap(({ position, pnlGap }) => (pnlGap === null ? [] : [{ position, pnlGap }]))
  const named = gaps
    .slice(0, MOST_NAMED)
    .map(({ position, pnlGap }) => `${nameCall(position)} (${commonWords.pnlGaps[pnlGap]})`)
  const others = gaps.length - named.length
  return [...named, ...(others > 0 ? [commonWords.more(others)] : [])].join(', ')
}
