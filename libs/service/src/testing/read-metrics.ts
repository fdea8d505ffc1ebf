import type { Runtime } from '../runtime/runtime.ts'

export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface ReadMetrics {
  /** Names of all declared metrics, even those without series. */
  readonly names: ReadonlySet<string>
  readonly series: readonly Series[]
  /** Value of the first series with these labels, or null. */
  find(name: string, labels?: Readonly<Record<string, string>>): number | null
  /** Lists label values that contain one of the words, or that look like a user id, a request id or a URL. */
  findUnbounded(words: readonly string[]): string[]
}

export const commonMetrics = [
  'http_server_request_duration_seconds',
  'http_server_active_requests',
  'load_shed_requests_total',
  'rate_limit_decisions_total',
  'nodejs_eventloop_lag_seconds',
  'process_cpu_seconds_total',
  'app_build_info',
  'upstream_request_duration_seconds',
  'circuit_breaker_state',
  'retries_total',
  'db_client_operation_duration_seconds',
  'db_client_connections',
  'redis_command_duration_seconds',
  'cache_requests_total',
] as const
export const MAX_SERIES = 2_000

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}/i
const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/

/** Starts the ops port and reads `/metrics` through it. */
export async function readMetrics(runtime: Runtime): Promise<ReadMetrics> {
  const port = await runtime.startOps()
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${runtime.config.opsToken}` },
  })
  if (!response.ok) throw new Error(`/metrics returned ${response.status}`)
  return parseMetrics(await response.text())
}

export function parseMetrics(text: string): ReadMetrics {
  const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const series = text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: readLabels(labels), value: Number(value) }]
  })
  return {
    names,
    series,
    find: (name, labels = {}) =>
      series.find(
        (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      )?.value ?? null,
    findUnbounded(words) {
      const values = new Set(series.flatMap(({ labels }) => Object.values(labels)))
      const isUnbounded = (value: string) =>
        UUID.test(value) || /[?@]/.test(value) || words.some((word) => value.split(/[^\w-]/).includes(word))
      return [...values].filter(isUnbounded)
    },
  }
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]))
}
