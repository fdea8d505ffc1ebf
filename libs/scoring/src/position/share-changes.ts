import type { IsoDate } from '../calendar/iso-date.ts'
import { requirePositive } from '../guards.ts'
import { listed, usDate } from '../wording.ts'
import type { Position, ShareChange } from './position.ts'

/**
 * Splits and spin-offs since the entry that the terms of a position do not reflect yet, in order. Whatever the entry
 * date, a user may enter terms in today's shares. This function assumes that they did if the entry price is closer,
 * by ratio, to the adjusted close of the entry day than to the unadjusted close. Shares may have been bought long
 * before the call was sold: if the strike is closer to one of the two closes than the entry price is, the strike
 * decides instead. `entryClose` is the adjusted close, dollars per share; if it is null, the terms count as
 * unadjusted. Throws RangeError on a ratio or price that is not positive. Verified in `position.test.ts`.
 */
export function findUncountedChanges(
  { entryDate, entryPrice, strike }: Pick<Position, 'entryDate' | 'entryPrice' | 'strike'>,
  changes: readonly ShareChange[],
  { entryClose, today }: { readonly entryClose: number | null; readonly today: IsoDate },
): readonly ShareChange[] {
  requirePositive('entryPrice', entryPrice)
  requirePositive('strike', strike)
  const since = changes.filter(({ date }) => date > entryDate && date <= today)
  const ratio = multiply(since)
  if (since.length === 0 || ratio === 1) return []
  const sorted = since.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  if (entryClose === null) return sorted
  requirePositive('entryClose', entryClose)
  const byPrice = compareWithCloses(entryPrice, entryClose, ratio)
  const byStrike = compareWithCloses(strike, entryClose, ratio)
  return (byStrike.distance < byPrice.distance ? byStrike : byPrice).isOfToday ? [] : sorted
}

/** Which close a figure is closer to, by ratio: the one in today's shares, or the one in the entry day's shares. */
function compareWithCloses(figure: number, entryClose: number, ratio: number) {
  const toToday = Math.abs(Math.log(figure / entryClose))
  const toThen = Math.abs(Math.log(figure / (entryClose * ratio)))
  return { distance: Math.min(toToday, toThen), isOfToday: toToday < toThen }
}

function multiply(changes: readonly ShareChange[]): number {
  return changes.reduce((product, { ratio }) => {
    requirePositive('ratio', ratio)
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
 * Describes the effect of splits and spin-offs on the shares and the call of a position, one sentence per kind: "NFLX
 * split 10 for 1 on Nov 17, 2025: your 100 shares at $1,190 and 1 call at $1,300 are now 1,000 shares at $119 and 10
 * calls at $130." After a spin-off or a split with a fractional ratio, the exchange decides the new terms of the
 * call.
 */
export function describeShareChanges(position: Position, shares: number, changes: readonly ShareChange[]): string {
  const spinOffs = changes.filter(({ kind }) => kind === 'spin_off')
  const splits = changes.filter(({ kind }) => kind === 'split')
  return [
    ...(splits.length === 0 ? [] : [describeSplits(position, shares, splits)]),
    ...spinOffs.map((change) => describeSpinOff(position.symbol, change)),
  ].join(' ')
}

function describeSplits(
  { symbol, entryPrice, strike, contracts }: Position,
  shares: number,
  splits: readonly ShareChange[],
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

/** "FDX spun off a company on Jun 1, 2026, worth 19.4% of its share price. Your entry price still includes that company …" */
function describeSpinOff(symbol: string, { date, ratio }: ShareChange): string {
  const worth = ratio > 1 ? `, worth ${((1 - 1 / ratio) * 100).toFixed(1)}% of its share price` : ''
  return (
    `${symbol} spun off a company on ${usDate(date)}${worth}. ` +
    'Your entry price still includes that company, and the exchange may have adjusted your call.'
  )
}
