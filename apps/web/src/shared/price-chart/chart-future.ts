import { countTradingDays } from '@callwright/scoring'
import type { OptionChain } from '../../api/option-chain.ts'

/** The time from the last bar to the expiration, right of the bars. */
export interface Future {
  readonly expiration: string
  /** In bars. */
  readonly width: number
  /** The expected move around the price it starts from; null where it is not known. */
  readonly cone: readonly ConePoint[] | null
  /** Where a coming day stands, in bars from the first one shown; null: it is beyond the expiration. */
  readonly findPlace: (day: string) => number | null
}

/** In bars from the first one shown, and dollars. */
export interface ConePoint {
  readonly place: number
  readonly low: number
  readonly high: number
}

/** As a share of the bars shown: a session is as wide as a bar, unless the future would vanish or crowd out the past. */
const NARROWEST = 0.1
const WIDEST = 0.3
const CONE_STEPS = 24

export type FutureChain = Pick<OptionChain, 'expiration' | 'price' | 'expectedMove'>

/** The future of `barCount` bars, the last of them of `lastDay`; null where no expiration lies after it. */
export function buildFuture(chain: FutureChain | null, lastDay: string, barCount: number): Future | null {
  const expiration = chain?.expiration ?? null
  if (chain === null || expiration === null || expiration <= lastDay || barCount === 0) return null
  const sessions = Math.max(1, countTradingDays(lastDay, expiration))
  const width = Math.min(Math.max(sessions, NARROWEST * barCount), Math.max(1, WIDEST * barCount))
  const last = barCount - 1
  return {
    expiration,
    width,
    cone: buildCone(chain, last, width),
    findPlace: (day) => (day > expiration ? null : last + (width * countTradingDays(lastDay, day)) / sessions),
  }
}

/** One expected move grows with the root of time, as the whole of it does. */
function buildCone({ price, expectedMove }: FutureChain, last: number, width: number): ConePoint[] | null {
  if (price === null || expectedMove === null) return null
  return Array.from({ length: CONE_STEPS + 1 }, (_, step) => {
    const share = step / CONE_STEPS
    const move = expectedMove * Math.sqrt(share)
    return { place: last + width * share, low: price - move, high: price + move }
  })
}
