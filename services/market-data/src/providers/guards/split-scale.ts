import { usDate } from '@callwright/scoring'
import type { DailyBar, IsoDate, Missing, StockSplit } from '../provider.ts'

/** How far a jump may differ from the split ratio, since the market also moves that day. */
const RATIO_TOLERANCE_LOG = Math.log(1.1)
/** A split and the rows that were not adjusted for it lie within this many sessions of each other. */
const CLUSTER_SESSIONS = 15
/** A single jump counts as a missed split only if a known split is within this many sessions. */
const SPLIT_DATE_SESSIONS = 3
const USUAL_RATIOS = [2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 50]

/** A move between consecutive bars that matches a split ratio; `direction` is 1 for a move up. */
interface Step {
  readonly index: number
  readonly ratio: number
  readonly direction: 1 | -1
}

interface RescaledBars {
  readonly bars: readonly DailyBar[]
  readonly missing: readonly Missing[]
  readonly rescaled: number
  readonly cut: number
}

/**
 * If a vendor left some rows on the other scale of a split, rescales them to the scale of the last bar. The evidence is
 * a jump by the split ratio that is reversed by the same ratio within weeks, which news does not cause. A permanent
 * jump is rescaled only if a known split confirms it. If the jumps do not cancel out and no split is known, the bars
 * before the last jump are cut, since their scale is unknown.
 */
export function rescaleMixedSplits(bars: readonly DailyBar[], splits: readonly StockSplit[]): RescaledBars {
  let result: RescaledBars = { bars, missing: [], rescaled: 0, cut: 0 }
  for (const cluster of findClusters(findSteps(bars, splits)).reverse()) {
    result = mendCluster(result, cluster, splits)
  }
  return result
}

function findSteps(bars: readonly DailyBar[], splits: readonly StockSplit[]): Step[] {
  const known = splits.filter(({ kind }) => kind === 'split').map(({ ratio }) => Math.max(ratio, 1 / ratio))
  const ratios = [...new Set([...known, ...USUAL_RATIOS])]
  const smallest = Math.log(Math.min(...ratios)) - RATIO_TOLERANCE_LOG
  const steps: Step[] = []
  for (let index = 1; index < bars.length; index += 1) {
    const move = Math.log((bars[index]?.close ?? Number.NaN) / (bars[index - 1]?.close ?? Number.NaN))
    if (!(Math.abs(move) >= smallest)) continue
    const ratio = ratios.find((candidate) => isNear(Math.abs(move), candidate))
    if (ratio !== undefined) steps.push({ index, ratio, direction: move > 0 ? 1 : -1 })
  }
  return steps
}

const isNear = (move: number, ratio: number) => Math.abs(move - Math.log(ratio)) <= RATIO_TOLERANCE_LOG

/** Groups steps with the same ratio that alternate between up and down, each within weeks of the previous one. */
function findClusters(steps: readonly Step[]): Step[][] {
  const clusters: Step[][] = []
  for (const step of steps) {
    const cluster = clusters.at(-1)
    const last = cluster?.at(-1)
    const continues =
      last !== undefined &&
      last.ratio === step.ratio &&
      last.direction !== step.direction &&
      step.index - last.index <= CLUSTER_SESSIONS
    if (continues) cluster?.push(step)
    else clusters.push([step])
  }
  return clusters
}

function mendCluster(before: RescaledBars, cluster: readonly Step[], splits: readonly StockSplit[]): RescaledBars {
  const { bars } = before
  const first = cluster[0]
  const last = cluster.at(-1)
  const splitDate = findSplitDate(bars, cluster, splits)
  if (first === undefined || last === undefined || (cluster.length === 1 && splitDate === null)) return before

  const [start, end] = [first, last].map(({ index }) => usDate(bars[index]?.date ?? ''))
  const dates = `${start} to ${end}`
  if (cluster.length % 2 === 1 && splitDate === null) {
    const reason = `sessions before ${end} left out: prices from ${dates} mix the scales before and after a split`
    return note(before, { bars: bars.slice(last.index), cut: last.index }, reason)
  }
  const factors = new Array<number>(bars.length).fill(1)
  let factor = 1
  for (let index = bars.length - 2; index >= 0; index -= 1) {
    const step = cluster.find((candidate) => candidate.index === index + 1)
    if (step !== undefined) factor *= step.direction === 1 ? step.ratio : 1 / step.ratio
    factors[index] = Math.abs(factor - 1) < 1e-9 ? 1 : factor
  }
  const mended = bars.map((bar, index) => rescale(bar, factors[index] ?? 1))
  const rescaled = factors.filter((candidate) => candidate !== 1).length
  const reason = `${rescaled} sessions from ${dates} rescaled by ${first.ratio}: they were not adjusted for a split`
  return note(before, { bars: mended, rescaled }, reason)
}

function note(
  before: RescaledBars,
  { bars, rescaled = 0, cut = 0 }: { bars: readonly DailyBar[]; rescaled?: number; cut?: number },
  reason: string,
): RescaledBars {
  return {
    bars,
    missing: [...before.missing, { field: 'bars', reason }],
    rescaled: before.rescaled + rescaled,
    cut: before.cut + cut,
  }
}

/** Finds the execution date of a known split that explains the cluster's net jump; null if there is none. */
function findSplitDate(
  bars: readonly DailyBar[],
  cluster: readonly Step[],
  splits: readonly StockSplit[],
): IsoDate | null {
  const first = cluster[0]
  const last = cluster.at(-1)
  if (first === undefined || last === undefined) return null
  const reach = cluster.length === 1 ? SPLIT_DATE_SESSIONS : CLUSTER_SESSIONS
  const from = bars[Math.max(0, first.index - reach)]?.date ?? ''
  const to = bars[Math.min(bars.length - 1, last.index + reach)]?.date ?? ''
  const explains = ({ executionDate, ratio, kind }: StockSplit) =>
    kind === 'split' &&
    executionDate >= from &&
    executionDate <= to &&
    isNear(Math.abs(Math.log(ratio)), first.ratio) &&
    ratio > 1 === (last.direction === -1)
  return splits.find(explains)?.executionDate ?? null
}

function rescale(bar: DailyBar, factor: number): DailyBar {
  if (factor === 1) return bar
  const { date, open, high, low, close, volume } = bar
  return {
    date,
    open: open * factor,
    high: high * factor,
    low: low * factor,
    close: close * factor,
    volume: Math.round(volume / factor),
  }
}
