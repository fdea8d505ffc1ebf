import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** Nearest rank; a `share` of 0.95 is the 95th percentile. */
export function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Cores that anything at all keeps busy over some time from now on. */
export async function watchBusyCores(milliseconds) {
  const before = readBusySeconds()
  const startedAt = performance.now()
  await delay(milliseconds)
  return ((readBusySeconds() - before) * 1_000) / (performance.now() - startedAt)
}

/** Seconds that all cores together have been busy since the machine's start. */
export const readBusySeconds = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000

/** A Markdown table of latencies in milliseconds, rows of [name, latencies], each beside the p95 of the first. */
export function renderLatencies(rows) {
  const reference = percentile(rows[0][1], 0.95)
  const figures = rows.map(([name, latencies]) => [
    name,
    latencies.length,
    ...[0.5, 0.95, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1)),
    (percentile(latencies, 0.95) / reference).toFixed(1),
  ])
  const columns = ['answer', 'requests', 'p50', 'p95', 'p99', 'max', 'p95 / reference']
  return renderTable(columns, figures)
}

/** A Markdown table, the first column of words and the others of figures. */
export function renderTable(columns, rows) {
  const rule = columns.map((_name, index) => (index === 0 ? '---' : '---:'))
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
