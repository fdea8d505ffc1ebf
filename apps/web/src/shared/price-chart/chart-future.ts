import { countTradingDays } from '@callwright/scoring'
import type { OptionChain } from '../../api/option-chain.ts'

/** The part of the chart to the right of the bars: from the last bar to expiration. */
export interface Future {
  readonly expiration: string
  /** Width, measured in bars. */
  readonly width: number
  /** Cone of the expected move, which opens from the current price; null if unknown. */
  readonly cone: readonly ConePoint[] | null
  /** Finds the position of a future day, in bars from the first one shown. Returns null for a day after expiration. */
  readonly findPlace: (day: string) => number | null
}

/** `place` is in bars from the first one shown; `low` and `high` are prices in dollars. */
export interface ConePoint {
  readonly place: number
  readonly low: number
  readonly high: number
}

/**
 * Bounds on the future's width, as a share of the bars shown. Within them, a session is as wide as a bar. Outside them,
 * the future would be too narrow to see or would crowd out the past.
 */
const NARROWEST = 0.1
const WIDEST = 0.3
const CONE_STEPS = 24

export type FutureChain = Pick<OptionChain, 'expiration' | 'price' | 'expectedMove'>

/**
 * Builds the future to the right of `barCount` bars, the last of which is on `lastDay`. Returns null if no expiration
 * follows.
 */
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

/** Builds the cone: the expected move grows with the square root of time. */
function buildCone({ price, expectedMove }: FutureChain, last: number, width: number): ConePoint[] | null {
  if (price === null || expectedMove === null) return null
  return Array.from({ length: CONE_STEPS + 1 }, (_, step) => {
    const share = step / CONE_STEPS
    const move = expectedMove * Math.sqrt(share)
    return { place: last + width * share, low: price - move, high: price + move }
  })
}
