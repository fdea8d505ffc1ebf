import type { DailyBar, IsoDate, Missing, StockSplit } from '../provider.ts'
import type { Reject, RejectReason } from './rejections.ts'
import { rescaleMixedSplits } from './split-scale.ts'

export interface GuardedBars {
  readonly bars: readonly DailyBar[]
  /** What was mended or left out, for a person. */
  readonly missing: readonly Missing[]
}

interface BarContext {
  readonly asOfDate: IsoDate
  readonly splits: readonly StockSplit[]
  readonly reject: Reject
}

/** Vendors round each price on its own. */
const ROUNDING_FRAC = 1e-4
/** A move this large that comes back within days is a misprint. */
const SPIKE_LOG = Math.log(2.5)
const SPIKE_SESSIONS = 3
/** A move this large that stays is a change of scale, not of value: no index member has ever made it in a day. */
const ABSURD_LOG = Math.log(4)

/**
 * Makes a daily series fit to compute with (F25): drops rows that contradict themselves, mends rows left at the other
 * scale of a split, takes out misprints, and cuts history at a jump that only a missed split can explain. Moves that a
 * company's news can make, earnings jumps of 50 % included, stay as they are.
 */
export function guardBars(rows: readonly DailyBar[], context: BarContext): GuardedBars {
  const consistent = dropContradictions(rows, context)
  const { bars, missing, rescaled, cut } = rescaleMixedSplits(consistent, context.splits)
  if (rescaled > 0) context.reject('bar_rescaled', rescaled)
  if (cut > 0) context.reject('bar_before_split', cut)
  const calm = dropSpikes(bars, context.reject)
  const whole = cutAtAbsurdJump(calm.bars, context.reject)
  return { bars: whole.bars, missing: [...missing, ...calm.missing, ...whole.missing] }
}

function dropContradictions(rows: readonly DailyBar[], { asOfDate, reject }: BarContext): DailyBar[] {
  const kept: DailyBar[] = []
  for (const bar of rows) {
    const last = kept.at(-1)
    const fault = bar.date === '' ? 'malformed' : findBarFault(bar)
    if (fault !== null) reject(fault)
    else if (bar.date > asOfDate) reject('bar_after_as_of')
    else if (last !== undefined && bar.date <= last.date) reject('bar_out_of_order')
    else kept.push(bar)
  }
  return kept
}

/** Why the figures of a bar of any length cannot be true; null where they can. */
export function findBarFault({ open, high, low, close, volume }: Omit<DailyBar, 'date'>): RejectReason | null {
  if (!Number.isFinite(open + high + low + close + volume)) return 'not_a_number'
  if (!(Math.min(open, high, low, close) > 0)) return 'price_not_positive'
  const above = high * (1 + ROUNDING_FRAC)
  const under = low * (1 - ROUNDING_FRAC)
  const isConsistent = volume >= 0 && above >= Math.max(open, close, low) && under <= Math.min(open, close)
  return isConsistent ? null : 'bar_inconsistent'
}

function dropSpikes(bars: readonly DailyBar[], reject: Reject): GuardedBars {
  const kept: DailyBar[] = []
  const dropped: IsoDate[] = []
  let index = 0
  while (index < bars.length) {
    const length = spikeLength(bars, index, kept.at(-1))
    if (length > 0) dropped.push(...bars.slice(index, index + length).map(({ date }) => date))
    const next = bars[index + length]
    if (next !== undefined) kept.push(next)
    index += length + 1
  }
  if (dropped.length > 0) reject('bar_spike', dropped.length)
  return { bars: kept, missing: dropped.map((date) => barGap(`${date} left out: a misprint, the price came back`)) }
}

/** How many bars from `index` on lie far from both the bar before and the bar after them. */
function spikeLength(bars: readonly DailyBar[], index: number, before: DailyBar | undefined): number {
  const first = bars[index]
  if (before === undefined || first === undefined || jump(before, first) < SPIKE_LOG) return 0
  for (let length = 1; length <= SPIKE_SESSIONS; length += 1) {
    const after = bars[index + length]
    if (after === undefined) return 0
    if (jump(before, after) < SPIKE_LOG / 2) return length
  }
  return 0
}

function cutAtAbsurdJump(bars: readonly DailyBar[], reject: Reject): GuardedBars {
  for (let index = bars.length - 1; index > 0; index -= 1) {
    const before = bars[index - 1]
    const after = bars[index]
    if (before === undefined || after === undefined || jump(before, after) < ABSURD_LOG) continue
    const size = `${before.close} to ${after.close} on ${after.date}, possibly a split`
    const unconfirmed = bars.length - index <= SPIKE_SESSIONS
    const kept = unconfirmed ? bars.slice(0, index) : bars.slice(index)
    reject('bar_spike', bars.length - kept.length)
    const side = unconfirmed ? `from ${after.date} on` : `before ${after.date}`
    return { bars: kept, missing: [barGap(`sessions ${side} left out: a jump from ${size}`)] }
  }
  return { bars, missing: [] }
}

function jump(from: DailyBar, to: DailyBar): number {
  return Math.abs(Math.log(to.close / from.close))
}

function barGap(reason: string): Missing {
  return { field: 'bars', reason }
}
