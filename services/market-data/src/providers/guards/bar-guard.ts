import { usDate } from '@callwright/scoring'
import type { DailyBar, IsoDate, Missing, StockSplit } from '../provider.ts'
import type { Reject, RejectReason } from './rejections.ts'
import { rescaleMixedSplits } from './split-scale.ts'

interface GuardedBars {
  readonly bars: readonly DailyBar[]
  /** Rows that were repaired or left out, described for users. */
  readonly missing: readonly Missing[]
}

interface BarContext {
  readonly asOfDate: IsoDate
  readonly splits: readonly StockSplit[]
  readonly reject: Reject
}

/** Vendors round each price separately, so a price outside the range by no more than this fraction is not an error. */
const ROUNDING_FRAC = 1e-4
/**
 * An open or close outside the range by at most this fraction is a late print; if it is further out, the session is not
 * credible (D57).
 */
const WIDENED_FRAC = 0.01
/** Tolerance for floating-point error when comparing with 1 %. */
const FLOAT_FRAC = 1e-9
/** Maximum number of days that a message names; a longer list becomes a count. */
const NAMED_DAYS = 5
/** A move at least this large that reverses within days is a misprint. */
const SPIKE_LOG = Math.log(2.5)
const SPIKE_SESSIONS = 3
/**
 * A move at least this large that does not reverse is a change of scale, not of value: no index member has ever moved
 * that much in a day.
 */
const ABSURD_LOG = Math.log(4)

/**
 * Repairs a daily series before it is used in calculations (F25). If an open or close is slightly out of range, widens
 * the range. Drops inconsistent rows, rescales rows left on the wrong side of a split, removes misprints, and cuts
 * history at a jump that only a missed split can explain. Keeps moves that company news can cause, including earnings
 * jumps of 50 %.
 */
export function guardBars(rows: readonly DailyBar[], context: BarContext): GuardedBars {
  const consistent = dropContradictions(rows, context)
  const { bars, missing, rescaled, cut } = rescaleMixedSplits(consistent.bars, context.splits)
  if (rescaled > 0) context.reject('bar_rescaled', rescaled)
  if (cut > 0) context.reject('bar_before_split', cut)
  const calm = dropSpikes(bars, context.reject)
  const whole = cutAtAbsurdJump(calm.bars, context.reject)
  return { bars: whole.bars, missing: [...consistent.missing, ...missing, ...calm.missing, ...whole.missing] }
}

function dropContradictions(rows: readonly DailyBar[], { asOfDate, reject }: BarContext): GuardedBars {
  const kept: DailyBar[] = []
  const widened: IsoDate[] = []
  const dropped: IsoDate[] = []
  for (const row of rows) {
    const last = kept.at(-1)
    const { bar, fault, isWidened } = fitBar(row)
    if (row.date === '') reject('malformed')
    else if (row.date > asOfDate) reject('bar_after_as_of')
    else if (last !== undefined && row.date <= last.date) reject('bar_out_of_order')
    else if (fault !== null) {
      reject(fault)
      dropped.push(row.date)
    } else {
      if (isWidened) widened.push(row.date)
      kept.push(bar)
    }
  }
  if (widened.length > 0) reject('bar_widened', widened.length)
  return {
    bars: kept,
    missing: [
      ...describeDays(dropped, 'left out: inconsistent prices'),
      ...describeDays(widened, 'with a widened range: the open or close was outside the high and low'),
    ],
  }
}

function describeDays(dates: readonly IsoDate[], what: string): Missing[] {
  if (dates.length === 0) return []
  const days = dates.length > NAMED_DAYS ? `${dates.length} sessions` : dates.map(usDate).join('; ')
  return [barGap(`${days} ${what}`)]
}

type Prices = Omit<DailyBar, 'date'>

interface FittedBar<B> {
  readonly bar: B
  /** Why the bar's values are impossible; null if they are plausible. */
  readonly fault: RejectReason | null
  /** Whether the open or close was out of range by more than rounding. */
  readonly isWidened: boolean
}

/** Checks a bar of any length, and widens its range if the open or close is slightly outside (D57). */
export function fitBar<B extends Prices>(bar: B): FittedBar<B> {
  const { open, high, low, close, volume } = bar
  const refuse = (fault: RejectReason) => ({ bar, fault, isWidened: false })
  if (!Number.isFinite(open + high + low + close + volume)) return refuse('not_a_number')
  if (!(Math.min(open, high, low, close) > 0)) return refuse('price_not_positive')
  const outside = Math.max(Math.max(open, close) / high - 1, 1 - Math.min(open, close) / low)
  if (volume < 0 || low > high * (1 + ROUNDING_FRAC) || outside > WIDENED_FRAC + FLOAT_FRAC)
    return refuse('bar_inconsistent')
  if (outside <= 0 && low <= high) return { bar, fault: null, isWidened: false }
  const widened = { ...bar, high: Math.max(open, high, close, low), low: Math.min(open, low, close, high) }
  return { bar: widened, fault: null, isWidened: outside > ROUNDING_FRAC }
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
  return { bars: kept, missing: describeDays(dropped, 'left out: the price came back, so it was a misprint') }
}

/**
 * Length of the spike that starts at `index`: the number of bars that are far from both the bar before them and the bar
 * after them. 0 if there is no spike.
 */
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
    const size = `${before.close} to ${after.close} on ${usDate(after.date)}, possibly a split`
    const unconfirmed = bars.length - index <= SPIKE_SESSIONS
    const kept = unconfirmed ? bars.slice(0, index) : bars.slice(index)
    reject('bar_spike', bars.length - kept.length)
    const side = unconfirmed ? `from ${usDate(after.date)} on` : `before ${usDate(after.date)}`
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
