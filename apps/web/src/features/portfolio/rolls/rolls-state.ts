import type { RollCandidate, RollPreview } from '../../../api/lifecycle.ts'
import type { RollPrefill } from '../record/roll-form.tsx'

/** A row of the table: a roll with its place in the server's order, from 1. */
export type RankedRoll = RollCandidate & { readonly rank: number }

export const rankRolls = ({ candidates }: RollPreview): readonly RankedRoll[] =>
  candidates.map((candidate, index) => ({ ...candidate, rank: index + 1 }))

export const keyOf = ({ contractSymbol, expiration, strike }: RollCandidate) =>
  contractSymbol ?? `${expiration} ${strike}`

/** Conditions on the rows; each narrows the table. */
export interface RollFilters {
  /** Null for all. */
  readonly expiration: string | null
  /** Three yes answers. */
  readonly fits: boolean
  readonly credit: boolean
  /** At or above the strike of the open call. */
  readonly notLower: boolean
  /** A two-sided quote whose spread is not wide. */
  readonly goodQuote: boolean
}

export const noFilters: RollFilters = {
  expiration: null,
  fits: false,
  credit: false,
  notLower: false,
  goodQuote: false,
}

export function filterRolls(rolls: readonly RankedRoll[], filters: RollFilters): readonly RankedRoll[] {
  const { expiration, fits, credit, notLower, goodQuote } = filters
  return rolls.filter(
    (roll) =>
      (expiration === null || roll.expiration === expiration) &&
      (!fits || roll.fits === true) &&
      (!credit || (roll.netCredit !== null && roll.netCredit > 0)) &&
      (!notLower || roll.strikeChange >= 0) &&
      (!goodQuote || describeQuote(roll) === null),
  )
}

type Quote = Pick<RollCandidate, 'bid' | 'ask' | 'spreadPct' | 'quoteFlags'>

/** Fault of a quote: `Wide`, `No bid`, `No ask`, `Crossed`; null if nothing is. */
export function describeQuote({ bid, ask, spreadPct, quoteFlags }: Quote): string | null {
  if (bid === null && ask === null) return 'No quote'
  if (bid === null || bid <= 0) return 'No bid'
  if (ask === null) return 'No ask'
  if (spreadPct === null || quoteFlags.includes('crossed')) return 'Crossed'
  return quoteFlags.includes('wide_spread') ? 'Wide' : null
}

/** Ex-dates on or before an expiration, oldest first. */
export const listExDates = ({ dividends }: Pick<RollPreview, 'dividends'>, { expiration }: RollCandidate) =>
  dividends.filter(({ exDate }) => exDate <= expiration)

/** The roll as the form starts with it. */
export function toPrefill(
  { contracts, costToClose, feePerContractUsd }: RollPreview,
  { expiration, strike, bid }: RollCandidate,
): RollPrefill {
  return {
    ...{ contracts, expiration, strike, premium: bid, closePrice: costToClose },
    // The purchase and the sale cost a fee each.
    feesUsd: 2 * feePerContractUsd * contracts,
  }
}
