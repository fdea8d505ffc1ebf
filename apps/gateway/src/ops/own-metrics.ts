import { statfs } from 'node:fs/promises'
import type { Runtime } from '@callwright/service'

export type OwnMetrics = ReturnType<typeof createOwnMetrics>

/** Metrics of the host, which no service measures. */
export function createOwnMetrics({ metrics, config }: Pick<Runtime, 'metrics' | 'config'>) {
  const disk = metrics.gauge('data_disk_free_ratio', 'Free share of the disk that holds the data folder')
  const drift = metrics.gauge(
    'process_clock_drift_seconds',
    "Clock difference between a service's host and the gateway; differences below a second are not measurable",
    ['process'],
  )
  return {
    async refresh(): Promise<void> {
      const { bavail, blocks } = await statfs(config.dataDir).catch(() => ({ bavail: 0, blocks: 0 }))
      if (blocks > 0) disk.set(bavail / blocks)
    },
    /** `date` is the response's `Date` header, with a resolution of one second. `atMs` is the gateway's time. */
    noteClock(process: string, date: string | null, atMs: number): void {
      const second = Date.parse(date ?? '')
      if (!Number.isNaN(second)) drift.set({ process }, distance(atMs, second, second + 1_000) / 1_000)
    },
  }
}

const distance = (at: number, from: number, to: number) => Math.max(0, from - at, at - to)
