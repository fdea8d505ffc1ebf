import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** Percentile by nearest rank. A `share` of 0.95 is the 95th percentile. */
export function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Average number of busy cores during the next `milliseconds`. */
export async function watchBusyCores(milliseconds) {
  const before = readBusySeconds()
  const startedAt = performance.now()
  await delay(milliseconds)
  return ((readBusySeconds() - before) * 1_000) / (performance.now() - startedAt)
}

/** Total busy seconds of all cores since boot. */
export const readBusySeconds = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000

/**
 * Renders latencies in milliseconds as a Markdown table, relative to the first row's p95. Rows are [name, latencies].
 */
export function renderLatencies(rows) {
  const reference = percentile(rows[0][1], 0.95)
  const figures = rows.map(([name, latencies]) => [
    name,
    latencies.length,
    ...[0.5, 0.95, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1)),
    (percentile(latencies, 0.95) / reference).toFixed(1),
  ])
  const columns = ['response', 'requests', 'p50', 'p95', 'p99', 'max', 'p95 / reference']
  return renderTable(columns, figures)
}

/** The first column is text, all others are figures. */
export function renderTable(columns, rows) {
  const rule = columns.map((_name, index) => (index === 0 ? '---' : '---:'))
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
