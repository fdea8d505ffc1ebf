import type { Query } from './catalogue/types.ts'
import type { Value } from './evaluate.ts'
import { createSeries, type Series } from './series.ts'

export interface Line {
  readonly legend: string
  readonly points: readonly (number | null)[]
}

/** More lines say less, and a label that grows must not fill the memory. */
const MOST_LINES = 16

interface Kept {
  readonly legend: string
  readonly series: Series
}

/** A day of every line of one panel. */
export function createPanelHistory(queries: readonly Query[]) {
  const lines = queries.map(() => new Map<string, Kept>())

  function keep(index: number, legend: string, value: Value): void {
    const kept = lines[index]
    if (kept === undefined) return
    const key = Object.values(value.labels).join('\0')
    const found = kept.get(key)
    if (found) {
      found.series.push(atMs, value.value)
      return
    }
    // One of many that has never been anything but 0 is not worth its memory.
    const isOneOfMany = Object.keys(value.labels).length > 0
    if ((isOneOfMany && value.value === 0) || kept.size >= MOST_LINES) return
    const series = createSeries('mean')
    series.push(atMs, value.value)
    kept.set(key, { legend: fill(legend, value.labels), series })
  }

  let atMs = 0
  return {
    push(nowMs: number, values: readonly (readonly Value[])[]): void {
      atMs = nowMs
      queries.forEach(({ legend }, index) => {
        for (const value of values[index] ?? []) keep(index, legend, value)
      })
    },
    read: (nowMs: number, windowMs: number, points: number): Line[] =>
      lines.flatMap((kept) =>
        [...kept.values()]
          .map(({ legend, series }) => ({ legend, points: series.read(nowMs, windowMs, points) }))
          .filter((line) => line.points.some((point) => point !== null)),
      ),
  }
}

function fill(legend: string, labels: Value['labels']): string {
  return legend.replace(/\{(\w+)\}/g, (_all, label: string) => labels[label] || 'none')
}
