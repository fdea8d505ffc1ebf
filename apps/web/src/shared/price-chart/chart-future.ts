import { countTradingDays } from '@callwright/scoring'
import type { OptionChain } from '../../api/option-chain.ts'

/** Time between the last bar and expiration, to the right of the bars. */
export interface Future {
  readonly expiration: string
  /** Width in bars. */
  readonly width: number
  /** Expected-move cone around its starting price; null if unknown. */
  readonly cone: readonly ConePoint[] | null
  /** Position of a future day, in bars from the first one shown; null after expiration. */
  readonly findPlace: (day: string) => number | null
}

/** Position in bars from the first one shown; prices in dollars. */
export interface ConePoint {
  readonly place: number
  readonly low: number
  readonly high: number
}

/**
 * Bounds on the width of the future, as a share of the bars shown. Between them, a session is as wide as a bar; beyond
 * them, the future would vanish or crowd out the past.
 */
const NARROWEST = 0.1
const WIDEST = 0.3
const CONE_STEPS = 24

export type FutureChain = Pick<OptionChain, 'expiration' | 'price' | 'expectedMove'>

/** Builds the future to the right of `barCount` bars that end on `lastDay`; returns null if no expiration follows. */
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

/** The expected move grows with the square root of time. */
function buildCone({ price, expectedMove }: FutureChain, last: number, width: number): ConePoint[] | null {
  if (price === null || expectedMove === null) return null
  return Array.from({ length: CONE_STEPS + 1 }, (_, step) => {
    const share = step / CONE_STEPS
    const move = expectedMove * Math.sqrt(share)
    return { place: last + width * share, low: price - move, high: price + move }
  })
}
