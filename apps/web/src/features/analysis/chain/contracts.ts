import { atMost } from '@callwright/scoring'
import { useState } from 'react'
import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { formatDecimal, formatInteger } from '../../../shared/format/numbers.ts'
import type { LadderDepth } from '../analysis-state.ts'

/** Spread, as a percent of the mid, above which trading costs too much. */
export const WIDE_SPREAD_PCT = 10
/** Open interest below which a contract counts as thinly traded. */
const LOW_OPEN_INTEREST = 100

interface ContractNotes {
  /** `trouble` if the contract may not trade at the prices shown; `aside` for other notes. */
  readonly tone: 'trouble' | 'aside'
  readonly lines: readonly string[]
}

/** Notes to check before trading a contract; null if there are none. */
export function listNotes(contract: OptionContract): ContractNotes | null {
  const { flags, vol } = contract
  const troubles = [
    flags.includes('zero_bid') ? 'No bid: there is no buyer' : null,
    describeSpread(contract),
    describeInterest(contract),
  ]
  const asides = [
    flags.includes('stale_trade') ? 'Not traded today: the last trade is from an earlier day' : null,
    vol === null ? `No implied volatility: ${explainNoVol(contract)}` : null,
  ]
  const lines = [...troubles, ...asides].filter((line) => line !== null)
  if (lines.length === 0) return null
  return { tone: troubles.some((line) => line !== null) ? 'trouble' : 'aside', lines }
}

function describeSpread({ flags, bid, ask, mid }: OptionContract): string | null {
  if (flags.includes('crossed')) return 'Crossed quote: the bid is above the ask'
  if (bid === null || ask === null || mid === null || mid <= 0) return null
  const spreadPct = ((ask - bid) / mid) * 100
  if (atMost(spreadPct, WIDE_SPREAD_PCT)) return null
  // Keeps one decimal: in whole percents, a spread just above the threshold would read as the threshold itself.
  return `Wide spread: ${formatDecimal(Math.round(spreadPct * 10) / 10)}% of the mid`
}

function describeInterest({ openInterest }: OptionContract): string | null {
  if (openInterest === null || openInterest >= LOW_OPEN_INTEREST) return null
  return openInterest === 0 ? 'No open interest' : `Low open interest: ${formatInteger(openInterest)}`
}

/** Explains why volatility, and every figure based on it, cannot be calculated from the quote (D13). */
export function explainNoVol({ flags, mid }: OptionContract): string {
  if (flags.includes('zero_bid')) return 'there is no bid'
  if (flags.includes('crossed')) return 'the quote is crossed'
  if (mid === null) return 'there is no bid or ask'
  return 'no volatility matches the mid price'
}

/** The contracts at one strike; null for a side that is not shown or not listed. */
export interface LadderRow {
  readonly strike: number
  readonly call: OptionContract | null
  readonly put: OptionContract | null
}

/** A price between the strikes: the stock's, or one expected move below or above it. */
export interface LadderMark {
  readonly kind: 'price' | 'move-down' | 'move-up'
  readonly price: number
  /** Index of the first row above the price. */
  readonly at: number
}

export interface Ladder {
  readonly rows: readonly LadderRow[]
  readonly marks: readonly LadderMark[]
}

/** How many extra strikes to show beyond each end of the target band, for comparison. */
const BAND_MARGIN = 2

/** Lowest and highest strikes chosen since the ladder was opened. */
interface Reach {
  readonly low: number
  readonly high: number
}

/** Extends the reach to a strike. Until the ladder closes, the reach never shrinks, so no choice removes rows. */
export function extendReach(reach: Reach | null, strike: number): Reach {
  if (reach === null) return { low: strike, high: strike }
  if (reach.low <= strike && strike <= reach.high) return reach
  return { low: Math.min(reach.low, strike), high: Math.max(reach.high, strike) }
}

/** Range of strikes that the user has chosen in a ladder; starts over when the ladder changes. */
export function useReach(ladder: string, chosen: number | null): Reach | null {
  const [kept, setKept] = useState<{ readonly ladder: string; readonly reach: Reach | null }>({ ladder, reach: null })
  const before = kept.ladder === ladder ? kept.reach : null
  const reach = chosen === null ? before : extendReach(before, chosen)
  if (kept.ladder !== ladder || kept.reach !== reach) setKept({ ladder, reach })
  return reach
}

/** Joins the contracts of chains by strike, in ascending order. */
export function joinStrikes(...chains: readonly (Pick<OptionChain, 'contracts'> | null)[]): readonly LadderRow[] {
  const rows = new Map<number, LadderRow>()
  for (const contract of chains.flatMap((chain) => chain?.contracts ?? [])) {
    const { strike, side } = contract
    rows.set(strike, { ...(rows.get(strike) ?? { strike, call: null, put: null }), [side]: contract })
  }
  return [...rows.values()].toSorted((a, b) => a.strike - b.strike)
}

/**
 * Builds the ladder by strike: `depth` strikes on each side of the price, extended to cover the target band (delta 0.15
 * to 0.25) plus a margin, and every strike chosen so far. Marks show the price and one expected move below and above it.
 * If the price is unknown, the ladder has all strikes and no marks.
 */
export function buildLadder(
  strikes: readonly LadderRow[],
  { price, expectedMove }: Pick<OptionChain, 'price' | 'expectedMove'>,
  depth: LadderDepth,
  reach: Reach | null,
): Ladder {
  if (price === null) return { rows: strikes, marks: [] }
  const rows = depth === 'all' ? strikes : cutToDepth(strikes, price, Number(depth), reach)
  const mark = (kind: LadderMark['kind'], level: number): LadderMark => ({
    kind,
    price: level,
    at: rows.filter(({ strike }) => strike <= level).length,
  })
  const [first, last] = [rows.at(0), rows.at(-1)]
  const isShown = ({ price: level }: LadderMark) =>
    first !== undefined && last !== undefined && first.strike <= level && level <= last.strike
  const moves =
    expectedMove === null ? [] : [mark('move-down', price - expectedMove), mark('move-up', price + expectedMove)]
  return { rows, marks: [mark('price', price), ...moves.filter(isShown)].toSorted((a, b) => a.price - b.price) }
}

function cutToDepth(
  strikes: readonly LadderRow[],
  price: number,
  depth: number,
  reach: Reach | null,
): readonly LadderRow[] {
  const below = strikes.filter(({ strike }) => strike <= price).length
  const firsts = [below - depth]
  const ends = [below + depth]
  const isInBand = ({ call }: LadderRow) => call?.inTarget === true
  const bandFirst = strikes.findIndex(isInBand)
  if (bandFirst !== -1) {
    firsts.push(bandFirst - BAND_MARGIN)
    ends.push(strikes.findLastIndex(isInBand) + 1 + BAND_MARGIN)
  }
  if (reach !== null) {
    firsts.push(strikes.filter(({ strike }) => strike < reach.low).length)
    ends.push(strikes.filter(({ strike }) => strike <= reach.high).length)
  }
  return strikes.slice(Math.max(0, Math.min(...firsts)), Math.max(...ends))
}
