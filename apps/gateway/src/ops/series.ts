/** How values in the same slot are merged. */
export type Merge = 'mean' | 'sum' | 'max'

const FINE_MS = 10_000
const COARSE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface Series {
  push(atMs: number, value: number): void
  /** Sum of the values in the last `windowMs`, with a resolution of ten seconds up to an hour and one minute beyond. */
  sum(nowMs: number, windowMs: number): number
  /** Maximum over the last day, or null. */
  max(nowMs: number): number | null
  /** The last `windowMs` as `points` evenly spaced values; null where there is no value. */
  read(nowMs: number, windowMs: number, points: number): (number | null)[]
}

/** Stores one day of a figure in 7 KB: a value every ten seconds for the last hour, and every minute before that. */
export function createSeries(merge: Merge): Series {
  const fine = createRing(FINE_MS, HOUR_MS / FINE_MS, merge)
  const coarse = createRing(COARSE_MS, DAY_MS / COARSE_MS, merge)
  const ringFor = (windowMs: number) => (windowMs <= HOUR_MS ? fine : coarse)
  return {
    push(atMs, value) {
      if (!Number.isFinite(value)) return
      fine.push(atMs, value)
      coarse.push(atMs, value)
    },
    sum(nowMs, windowMs) {
      return ringFor(windowMs).fold(nowMs, windowMs, 0, (total, value) => total + value)
    },
    max(nowMs) {
      const most = coarse.fold(nowMs, DAY_MS, Number.NEGATIVE_INFINITY, Math.max)
      return most === Number.NEGATIVE_INFINITY ? null : most
    },
    read(nowMs, windowMs, points) {
      const values = ringFor(windowMs).slice(nowMs, windowMs)
      const width = values.length / points
      return Array.from({ length: points }, (_, index) =>
        mean(values.slice(Math.floor(index * width), Math.max(Math.floor(index * width) + 1, (index + 1) * width))),
      )
    },
  }
}

function mean(values: readonly number[]): number | null {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0) / known.length
}

function createRing(stepMs: number, length: number, merge: Merge) {
  const values = new Float32Array(length).fill(Number.NaN)
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let inLast = 0
  const place = (slot: number) => ((slot % length) + length) % length
  const isKept = (slot: number) => slot <= last && slot > last - length

  function forward(slot: number): void {
    const first = Math.max(last + 1, slot - length + 1)
    for (let skipped = first; skipped <= slot; skipped += 1) values[place(skipped)] = Number.NaN
    last = slot
    inLast = 0
  }

  return {
    /** Ignores values older than the newest slot. */
    push(atMs: number, value: number): void {
      const slot = Math.floor(atMs / stepMs)
      if (slot < last) return
      if (slot > last) forward(slot)
      first = Math.min(first, slot)
      const before = values[place(slot)] ?? Number.NaN
      values[place(slot)] = inLast === 0 ? value : mergeValues(merge, before, inLast, value)
      inLast += 1
    },
    fold(nowMs: number, windowMs: number, start: number, join: (total: number, value: number) => number): number {
      const newest = Math.floor(nowMs / stepMs)
      const count = Math.min(length, Math.max(1, Math.round(windowMs / stepMs)))
      let total = start
      for (
        let slot = Math.max(newest - count, last - length, first - 1) + 1;
        slot <= Math.min(newest, last);
        slot += 1
      ) {
        const value = values[place(slot)] ?? Number.NaN
        if (!Number.isNaN(value)) total = join(total, value)
      }
      return total
    },
    /** Slots of the last `windowMs`, oldest first. NaN for empty slots. */
    slice(nowMs: number, windowMs: number): number[] {
      const newest = Math.floor(nowMs / stepMs)
      const count = Math.min(length, Math.max(1, Math.round(windowMs / stepMs)))
      return Array.from({ length: count }, (_, index) => {
        const slot = newest - count + 1 + index
        return isKept(slot) ? (values[place(slot)] ?? Number.NaN) : Number.NaN
      })
    },
  }
}

function mergeValues(merge: Merge, before: number, count: number, value: number): number {
  if (merge === 'sum') return before + value
  if (merge === 'max') return Math.max(before, value)
  return before + (value - before) / (count + 1)
}
