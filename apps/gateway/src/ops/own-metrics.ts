import { statfs } from 'node:fs/promises'
import type { Runtime } from '@callwright/service'

export type OwnMetrics = ReturnType<typeof createOwnMetrics>

/** What the gateway measures of the stack's surroundings, since no service would. */
export function createOwnMetrics({ metrics, config }: Pick<Runtime, 'metrics' | 'config'>) {
  const disk = metrics.gauge('data_disk_free_ratio', 'Part of the disk under the data folder that is free')
  const drift = metrics.gauge(
    'process_clock_drift_seconds',
    "How far the clock of a service's machine is from the gateway's; within a second of it nothing can be told",
    ['process'],
  )
  return {
    async refresh(): Promise<void> {
      const { bavail, blocks } = await statfs(config.dataDir).catch(() => ({ bavail: 0, blocks: 0 }))
      if (blocks > 0) disk.set(bavail / blocks)
    },
    /** `date` is the answer's header: a whole second that was under way at `atMs` by our clock. */
    noteClock(process: string, date: string | null, atMs: number): void {
      const second = Date.parse(date ?? '')
      if (!Number.isNaN(second)) drift.set({ process }, distance(atMs, second, second + 1_000) / 1_000)
    },
  }
}

const distance = (at: number, from: number, to: number) => Math.max(0, from - at, at - to)
