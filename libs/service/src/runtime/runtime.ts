import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { BaseConfig } from '../config.ts'
import { readOpsToken } from '../secrets.ts'
import { type CheckResult, createHealth, type Health } from './health.ts'
import { createLogger, type Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { buildOpsServer, type OpsScope } from './ops-server.ts'

/** The port that a server listens on. It differs from a `configured` port of 0, for which the system chooses one. */
export function readPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : configured
}

/** Exports check results as gauges, which are computed when the metrics are scraped. */
export function exposeHealth(registry: Registry, health: Pick<Health, 'read'>): void {
  const registers = [registry]
  new Gauge({
    name: 'process_ready',
    help: '1 while the process accepts work, 0 while a hard dependency is down or the process is stopping',
    registers,
    collect() {
      this.set(health.read().status === 'fail' ? 0 : 1)
    },
  })
  new Gauge({
    name: 'dependency_up',
    help: '1 while the health check of a dependency passes',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const [dependency, { status }] of listChecks(health)) this.set({ dependency }, status === 'pass' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'dependency_check_duration_seconds',
    help: 'Duration of the last health check of a dependency',
    labelNames: ['dependency'],
    registers,
    collect() {
      for (const [dependency, { observedUnit, observedValue }] of listChecks(health)) {
        if (observedUnit === 'ms' && observedValue !== undefined) this.set({ dependency }, observedValue / 1_000)
      }
    },
  })
}

function listChecks(health: Pick<Health, 'read'>): [string, CheckResult][] {
  return Object.entries(health.read().checks).flatMap(([name, results]) => results.map((result) => [name, result]))
}

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

const STOP_DEADLINE_MS = 18_000
const STOP_WITH_INPUT = '--stop-with-input'

/**
 * Runs a process until a signal stops it. If it cannot start, prints the reason and exits with 1. On SIGTERM or SIGINT,
 * closes everything in order and exits with 0, within 18 s. With --stop-with-input, the end of standard input has
 * the same effect, so that no process outlives a supervisor that was killed.
 */
export async function runProcess(start: () => Promise<Runtime>): Promise<void> {
  let started: Runtime | null = null
  const stop = (code: number) => {
    // The signal arrived during startup, so there is nothing to close yet.
    if (started === null) process.exit(code)
    setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_DEADLINE_MS).unref()
    void started.close().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  // Install these before start() resolves: the process is already listening by then.
  process.once('SIGTERM', () => stop(0))
  process.once('SIGINT', () => stop(0))
  if (process.argv.includes(STOP_WITH_INPUT)) {
    process.stdin.resume()
    for (const event of ['end', 'error']) process.stdin.once(event, () => stop(0))
  }
  try {
    started = await start()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
  const { log } = started
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.uncaught_exception')
    stop(1)
  })
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'process.unhandled_rejection')
    stop(1)
  })
}
