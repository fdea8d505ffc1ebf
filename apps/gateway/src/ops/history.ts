import type { Query } from './catalogue/types.ts'
import type { Value } from './evaluate.ts'
import { createSeries, type Series } from './series.ts'

export interface Line {
  readonly legend: string
  readonly points: readonly (number | null)[]
}

/**
 * Maximum lines per panel. More would make the chart unreadable, and a label with unbounded values must not exhaust
 * memory.
 */
const MAX_LINES = 16

interface StoredLine {
  readonly legend: string
  readonly series: Series
}

/** Stores one day of data for each line of a panel. */
export function createPanelHistory(queries: readonly Query[]) {
  const lines = queries.map(() => new Map<string, StoredLine>())

  function keep(index: number, legend: string, value: Value): void {
    const stored = lines[index]
    if (stored === undefined) return
    const key = Object.values(value.labels).join('\0')
    const found = stored.get(key)
    if (found) {
      found.series.push(atMs, value.value)
      return
    }
    // In a panel with many lines, store a line only once its value has been above 0.
    const isOneOfMany = Object.keys(value.labels).length > 0
    if ((isOneOfMany && value.value === 0) || stored.size >= MAX_LINES) return
    const series = createSeries('mean')
    series.push(atMs, value.value)
    stored.set(key, { legend: fill(legend, value.labels), series })
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
      lines.flatMap((stored) =>
        [...stored.values()]
          .map(({ legend, series }) => ({ legend, points: series.read(nowMs, windowMs, points) }))
          .filter((line) => line.points.some((point) => point !== null)),
      ),
  }
}

function fill(legend: string, labels: Value['labels']): string {
  return legend.replace(/\{(\w+)\}/g, (_all, label: string) => labels[label] || 'none')
}
