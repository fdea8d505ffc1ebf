import { type Runtime, readOpsToken } from '@callwright/service'
import type { GatewayConfig } from '../config.ts'
import { createMonitor, type Monitor, SCRAPE_INTERVAL_MS } from './monitor.ts'
import { createOwnMetrics } from './own-metrics.ts'
import type { Target } from './processes.ts'
import { registerOpsRoutes } from './routes.ts'
import { createTargetList } from './targets.ts'
import { openWorkerList } from './worker-list.ts'

export interface Ops {
  readonly monitor: Monitor
  /** Scrapes immediately, then every ten seconds until the process stops. */
  start(): void
}

export interface OpsOverrides {
  readonly now?: () => number
  readonly listTargets?: () => Promise<readonly Target[]>
}

/** Health pages of the whole stack, served on the gateway's ops port. */
export function openOps(runtime: Runtime, config: GatewayConfig, overrides: OpsOverrides = {}): Ops {
  const { now = Date.now } = overrides
  const { log } = runtime
  const own = createOwnMetrics(runtime)
  const monitor = createMonitor({
    now,
    listTargets:
      overrides.listTargets ??
      createTargetList({
        runtime,
        opsUrls: config.opsUrls,
        opsToken: () => readOpsToken(config),
        workers: openWorkerList(runtime, { redisUrl: config.redisQueueUrl, namespace: config.redisNamespace }),
        own,
      }),
    onChange({ id, service, isUp }) {
      if (isUp) log.info({ process: id, process_of: service }, 'process.answers')
      else log.warn({ process: id, process_of: service }, 'process.silent')
    },
  })
  registerOpsRoutes(runtime.ops, monitor)
  return { monitor, start: () => startScraping(runtime, monitor) }
}

function startScraping(runtime: Runtime, monitor: Monitor): void {
  let timer: NodeJS.Timeout | null = null
  let isClosing = false
  async function scrapeLoop(): Promise<void> {
    await monitor.scrape().catch((error: unknown) => runtime.log.error({ err: error }, 'ops.look_failed'))
    if (isClosing) return
    timer = setTimeout(() => void scrapeLoop(), SCRAPE_INTERVAL_MS)
    timer.unref()
  }
  void scrapeLoop()
  runtime.onClose('ops', () => {
    isClosing = true
    if (timer !== null) clearTimeout(timer)
  })
}
