import type { DestinationStream } from 'pino'
import type { BaseConfig } from '../config.ts'
import { readOpsToken } from '../secrets.ts'
import { createHealth, type Health } from './health.ts'
import { exposeHealth } from './health-metrics.ts'
import { createLogger, type Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { buildOpsServer, type OpsScope } from './ops-server.ts'
import { readPort } from './read-port.ts'

type ClosePhase = 'front' | 'resource'

interface Closer {
  readonly name: string
  readonly close: () => Promise<void> | void
  readonly phase: ClosePhase
}

export interface Runtime {
  readonly name: string
  readonly config: BaseConfig
  readonly log: Logger
  readonly metrics: Metrics
  readonly health: Health
  /**
   * Registers a function that closes a resource at shutdown. Servers (`front`) close first and finish their requests in
   * flight; then the other resources close, last registered first.
   */
  onClose(name: string, close: () => Promise<void> | void, phase?: ClosePhase): void
  /** Ops server. Add routes before calling `startOps`. */
  readonly ops: OpsScope
  /** Starts the health checks, opens the ops port and returns the actual port. */
  startOps(): Promise<number>
  close(): Promise<void>
}

const CLOSER_DEADLINE_MS = 8_000

export function createRuntime(
  config: BaseConfig,
  name: string,
  overrides: { logStream?: DestinationStream } = {},
): Runtime {
  const log = createLogger({
    service: name,
    level: config.logLevel,
    ...(overrides.logStream ? { stream: overrides.logStream } : {}),
  })
  const metrics = createMetrics(name, { version: config.version, commit: config.commit })
  const health = createHealth(log)
  exposeHealth(metrics.registry, health)
  const closers: Closer[] = []
  const ops = buildOpsServer({
    serviceName: name,
    version: config.version,
    releaseId: `${config.version}+${config.commit}`,
    health,
    metrics,
    token: () => readOpsToken(config),
  })
  let closing: Promise<void> | null = null

  async function closeAll(): Promise<void> {
    health.drain()
    if (config.drainMs > 0) await new Promise((resolve) => setTimeout(resolve, config.drainMs))
    const ordered = closers.toReversed()
    for (const phase of ['front', 'resource']) {
      for (const closer of ordered) if (closer.phase === phase) await closeOne(closer)
    }
    health.stop()
    await ops.app.close()
  }

  async function closeOne(closer: Closer): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), CLOSER_DEADLINE_MS)
    })
    try {
      const outcome = await Promise.race([Promise.resolve(closer.close()), deadline])
      if (outcome === 'late') log.warn({ resource: closer.name }, 'resource.close_late')
    } catch (error) {
      log.warn({ err: error, resource: closer.name }, 'resource.close_failed')
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    name,
    config,
    log,
    metrics,
    health,
    ops,
    onClose(resource, close, phase = 'resource') {
      closers.push({ name: resource, close, phase })
    },
    async startOps() {
      readOpsToken(config)
      await health.start()
      await ops.app.listen({ host: config.host, port: config.opsPort })
      return readPort(ops.app, config.opsPort)
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
