import { spreadPctOfMid } from '@callwright/scoring'
import type { IsoDate, OptionQuote } from '../providers/provider.ts'
import type { ChainReading } from './chain-reading.ts'

/** How the calls at one expiration trade. It tells a thin expiration from one that trades. */
export interface ExpirationLiquidity {
  readonly date: IsoDate
  /** Sums over all strikes, in contracts; null if the source reports none of them. */
  readonly openInterest: number | null
  readonly volume: number | null
  /** Median spread near the money, as a percent of the mid; null if most of these strikes have no quote. */
  readonly spreadPct: number | null
}

/** How many strikes count as near the money: those nearest to the price. */
const NEAR_STRIKES = 10

/** Sums up the calls of a reading by expiration, soonest first. */
export function measureLiquidity({
  contracts,
  priceUsd,
}: Pick<ChainReading, 'contracts' | 'priceUsd'>): readonly ExpirationLiquidity[] {
  const byDate = Map.groupBy(contracts, ({ expiration }) => expiration)
  return [...byDate].map(([date, calls]) => ({
    date,
    openInterest: sumKnown(calls.map(({ openInterest }) => openInterest)),
    volume: sumKnown(calls.map(({ volume }) => volume)),
    spreadPct: priceUsd === null ? null : findMedianSpread(calls, priceUsd),
  }))
}

function sumKnown(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

function findMedianSpread(calls: readonly OptionQuote[], priceUsd: number): number | null {
  const distance = ({ strike }: OptionQuote) => Math.abs(strike - priceUsd)
  const near = calls.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAR_STRIKES)
  // A strike without a quote is harder to trade than any quoted one.
  const spreads = near.map(readSpread).toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = [spreads[(spreads.length - 1) >> 1], spreads[spreads.length >> 1]]
  const median = (low + high) / 2
  return Number.isFinite(median) ? median : null
}

function readSpread({ bid, ask }: OptionQuote): number {
  const isQuoted = bid !== null && ask !== null && ask > 0 && ask >= bid
  return isQuoted ? spreadPctOfMid(bid, ask) : Number.POSITIVE_INFINITY
}
