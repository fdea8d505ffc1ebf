import { type Runtime, readOpsToken } from '@callwright/service'
import type { GatewayConfig } from '../config.ts'
import { createObservatory, LOOK_EVERY_MS, type Observatory } from './observatory.ts'
import { createOwnMetrics } from './own-metrics.ts'
import type { Target } from './processes.ts'
import { registerOpsRoutes } from './routes.ts'
import { createTargetList } from './targets.ts'
import { openWorkerList } from './worker-list.ts'

export interface Ops {
  readonly observatory: Observatory
  /** Looks at once, and then every ten seconds until the process stops. */
  start(): void
}

export interface OpsOverrides {
  readonly now?: () => number
  readonly listTargets?: () => Promise<readonly Target[]>
}

/** The health pages of the whole stack, on the ops port of the gateway. */
export function openOps(runtime: Runtime, config: GatewayConfig, overrides: OpsOverrides = {}): Ops {
  const { now = Date.now } = overrides
  const { log } = runtime
  const own = createOwnMetrics(runtime)
  const observatory = createObservatory({
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
  registerOpsRoutes(runtime.ops, observatory)
  return { observatory, start: () => startLooking(runtime, observatory) }
}

function startLooking(runtime: Runtime, observatory: Observatory): void {
  let timer: NodeJS.Timeout | null = null
  let isClosing = false
  async function lookOn(): Promise<void> {
    await observatory.look().catch((error: unknown) => runtime.log.error({ err: error }, 'ops.look_failed'))
    if (isClosing) return
    timer = setTimeout(() => void lookOn(), LOOK_EVERY_MS)
    timer.unref()
  }
  void lookOn()
  runtime.onClose('ops', () => {
    isClosing = true
    if (timer !== null) clearTimeout(timer)
  })
}
