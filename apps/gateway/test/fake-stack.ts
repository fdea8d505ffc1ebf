import { createMonitor, SCRAPE_INTERVAL_MS, type ServiceSummary } from '../src/ops/monitor.ts'
import { type ServiceName, serviceNames } from '../src/ops/services.ts'
import type { Target } from '../src/ops/targets.ts'

const START_MS = Date.UTC(2026, 6, 10, 14)
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, Number.POSITIVE_INFINITY]
const kinds = { ok: ['200', 0.01], failed: ['503', 0.01], refused: ['404', 0.01], slow: ['200', 0.75] } as const
type Counts = Partial<Record<keyof typeof kinds, number>>

export type FakeProcess = ReturnType<typeof createFakeProcess>

/** Exposes the series that a test sets in the Prometheus text format. */
function createFakeProcess(id: string, service: ServiceName) {
  const series = new Map<string, number>()
  let startSeconds = START_MS / 1_000 - 3_600
  const add = (key: string, value: number) => series.set(key, (series.get(key) ?? 0) + value)
  const basics = {
    'app_build_info{version="1.2.3",commit="abc"}': 1,
    process_ready: 1,
    process_resident_memory_bytes: 80_000_000,
  }
  const reset = () => {
    series.clear()
    for (const [key, value] of Object.entries(basics)) series.set(key, value)
  }
  reset()

  return {
    id,
    service,
    isUp: true,
    answerWith: null as string | null,
    /** `key` is the full name with labels. */
    gauge(key: string, value: number): void {
      series.set(key, value)
    },
    count(_what: 'requests', counts: Counts, route = '/api/x'): void {
      for (const [kind, count] of Object.entries(counts) as [keyof typeof kinds, number][]) {
        const [status, seconds] = kinds[kind]
        const labels = `method="GET",route="${route}",status="${status}"`
        add(`http_server_request_duration_seconds_count{${labels}}`, count)
        for (const bound of BOUNDS) {
          const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound)
          add(`http_server_request_duration_seconds_bucket{le="${le}",${labels}}`, seconds <= bound ? count : 0)
        }
      }
    },
    restart(nowMs: number): void {
      startSeconds = nowMs / 1_000
      reset()
    },
    write: () =>
      [`process_start_time_seconds ${startSeconds}`, ...[...series].map(([key, value]) => `${key} ${value}`), ''].join(
        '\n',
      ),
  }
}

/** The whole stack, with a clock that only tests advance. */
export function createFakeStack({ workers = 1 } = {}) {
  let nowMs = START_MS
  const services = serviceNames.filter((name) => name !== 'workers')
  const names = Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)
  const processes = new Map<string, FakeProcess>([
    ...services.map((name) => [name, createFakeProcess(name, name)] as const),
    ...names.map((name) => [name, createFakeProcess(name, 'workers')] as const),
  ])
  const listTargets = async (): Promise<Target[]> =>
    [...processes.values()].map((process) => ({
      id: process.id,
      service: process.service,
      scrape: async () => {
        if (!process.isUp) throw new Error('refused')
        return process.answerWith ?? process.write()
      },
    }))
  const now = () => nowMs
  const monitor = createMonitor({ now, listTargets })
  const { summarize } = monitor

  return {
    now,
    listTargets,
    summarize,
    /** Advances the clock and scrapes every ten seconds. `work` runs on every process before each scrape. */
    async run(milliseconds: number, work: (process: FakeProcess) => void = () => undefined): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += SCRAPE_INTERVAL_MS) {
        nowMs += SCRAPE_INTERVAL_MS
        for (const process of processes.values()) work(process)
        await monitor.scrape()
      }
    },
    skip(milliseconds: number): void {
      nowMs += milliseconds
    },
    process(id: string): FakeProcess {
      const found = processes.get(id)
      if (found === undefined) throw new Error(`No process ${id}`)
      return found
    },
    remove: (id: string) => processes.delete(id),
    find(name: ServiceName): ServiceSummary {
      const found = summarize().services.find((service) => service.name === name)
      if (found === undefined) throw new Error(`No service ${name}`)
      return found
    },
    /** Points of a chart's line, oldest first. */
    points(name: ServiceName, title: string, line = 0): readonly (number | null)[] {
      const chart = monitor.readCharts(name)?.charts.find((candidate) => candidate.title === title)
      if (chart === undefined) throw new Error(`${name} has no chart ${title}`)
      return chart.lines[line]?.points ?? []
    },
    charts: (name: ServiceName) => monitor.readCharts(name),
  }
}
