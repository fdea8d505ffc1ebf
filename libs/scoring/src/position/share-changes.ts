import type { IsoDate } from '../calendar/iso-date.ts'
import { requirePositive } from '../guards.ts'
import { listed, usDate } from '../wording.ts'
import type { Position, SplitOfShares } from './position.ts'

/**
 * The splits since the entry that the terms of a position do not count yet, in order. Terms may have been entered in
 * today's shares, whatever the entry date: they were if the entry price is nearer, by ratio, to the close of the entry day
 * in today's shares than to that close in the shares of then. `entryClose` is the first of the two, dollars per share; where
 * it is not known, the terms are taken to be of the entry date. Throws RangeError on a ratio or price that is not positive.
 * Verified in `splits.test.ts`.
 */
export function findUncountedSplits(
  { entryDate, entryPrice }: Pick<Position, 'entryDate' | 'entryPrice'>,
  splits: readonly SplitOfShares[],
  { entryClose, today }: { readonly entryClose: number | null; readonly today: IsoDate },
): readonly SplitOfShares[] {
  requirePositive('entryPrice', entryPrice)
  const since = splits.filter(({ date }) => date > entryDate && date <= today)
  const ratio = multiply(since)
  if (since.length === 0 || ratio === 1) return []
  const sorted = since.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  if (entryClose === null) return sorted
  requirePositive('entryClose', entryClose)
  const distanceTo = (close: number) => Math.abs(Math.log(entryPrice / close))
  return distanceTo(entryClose) < distanceTo(entryClose * ratio) ? [] : sorted
}

function multiply(splits: readonly SplitOfShares[]): number {
  return splits.reduce((product, { ratio }) => {
    requirePositive('split ratio', ratio)
    return product * ratio
  }, 1)
}

const LARGEST_PART = 20

/** "10 for 1", "3 for 2", "1 for 8". */
function describeRatio(ratio: number): string {
  for (let old = 1; old <= LARGEST_PART; old += 1) {
    const shares = Math.round(ratio * old)
    if (shares > 0 && Math.abs(ratio * old - shares) < 1e-4) return `${shares} for ${old}`
  }
  const older = Math.round(1 / ratio)
  return ratio < 1 && Math.abs(1 / ratio - older) < 1e-2 ? `1 for ${older}` : `${Number(ratio.toFixed(4))} for 1`
}

const amount = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: decimals })
const price = (value: number): string => {
  const cents = Number(value.toFixed(2))
  return `$${cents.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(cents) ? 0 : 2 })}`
}

/**
 * "NFLX split 10 for 1 on Nov 17, 2025: your 100 shares at $1,190 and 1 call at $1,300 are now 1,000 shares at $119 and 10
 * calls at $130." What becomes of a call by a split that is not of whole shares, only its exchange knows.
 */
export function describeSplits(
  { symbol, entryPrice, strike, contracts }: Position,
  shares: number,
  splits: readonly SplitOfShares[],
): string {
  const ratio = multiply(splits)
  const parts = splits.map((split) => `${describeRatio(split.ratio)} on ${usDate(split.date)}`)
  const isWhole = splits.every((split) => Number.isInteger(split.ratio))
  const held = (times: number, decimals: number) => {
    const owned = `${amount(shares * times, decimals)} shares at ${price(entryPrice / times)}`
    return isWhole ? `${owned} and ${calls(contracts * times)} at ${price(strike / times)}` : owned
  }
  return `${symbol} split ${listed(parts)}: your ${held(1, 0)} are now ${held(ratio, 4)}.`
}

const calls = (count: number): string => `${amount(count, 0)} ${count === 1 ? 'call' : 'calls'}`
