import { statfs } from 'node:fs/promises'
import { openRedis, type Runtime, readOpsToken, waitForRedis } from '@callwright/service'
import type { GatewayConfig } from '../config.ts'
import { upstreams } from '../config.ts'
import type { ServiceName } from './services.ts'

export interface Target {
  /** Name of the service, or id of the worker. */
  readonly id: string
  readonly service: ServiceName
  readonly scrape: () => Promise<string>
}

const SCRAPE_TIMEOUT_MS = 3_000
const REDIS_TIMEOUT_MS = 1_000
/** Maximum size of a response, ten times the size of a process's metrics. */
const MAX_BYTES = 4 * 1_024 * 1_024

/** Lists the processes of the stack: the gateway, the configured services and the registered workers. */
export function createTargetList(runtime: Runtime, config: GatewayConfig): () => Promise<Target[]> {
  const listWorkers = openWorkerList(runtime, config)
  const disk = runtime.metrics.gauge('data_disk_free_ratio', 'Free share of the disk that holds the data folder')
  const drift = runtime.metrics.gauge(
    'process_clock_drift_seconds',
    "Clock difference between a service's host and the gateway; differences below a second are not measurable",
    ['process'],
  )

  async function scrape(service: string, opsUrl: string): Promise<string> {
    const sentAtMs = Date.now()
    const response = await fetch(`${opsUrl}/metrics`, {
      headers: { authorization: `Bearer ${readOpsToken(config)}` },
      redirect: 'error',
      signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS),
    })
    // The header has whole seconds, so any time within that second agrees with it.
    const atMs = (sentAtMs + Date.now()) / 2
    const second = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(second)) {
      drift.set({ process: service }, Math.max(0, second - atMs, atMs - second - 1_000) / 1_000)
    }
    if (!response.ok) throw new Error(`/metrics returned ${response.status}`)
    return readText(response)
  }

  async function readOwn(): Promise<string> {
    const { bavail, blocks } = await statfs(config.dataDir).catch(() => ({ bavail: 0, blocks: 0 }))
    if (blocks > 0) disk.set(bavail / blocks)
    return runtime.metrics.registry.metrics()
  }

  return async () => [
    { id: 'gateway', service: 'gateway', scrape: readOwn },
    ...upstreams.flatMap((name) =>
      config[name].map(({ url, opsUrl }) => {
        const id = config[name].length === 1 ? name : `${name} ${new URL(url).host}`
        return { id, service: name, scrape: () => scrape(id, opsUrl) }
      }),
    ),
    ...(await listWorkers()).map(({ id, opsAddress }) => ({
      id,
      service: 'workers' as const,
      scrape: () => scrape('workers', opsAddress),
    })),
  ]
}

/** Reads at most `MAX_BYTES`, so that no server can exhaust memory. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BYTES) throw new Error('The metrics response is too large')
  }
  return text
}

interface Worker {
  readonly id: string
  readonly opsAddress: string
}

/**
 * Reads the workers' registrations in the queue's Redis (D50). Returns the last known workers while that Redis is
 * unreachable.
 */
function openWorkerList(runtime: Runtime, { redisQueueUrl, redisNamespace }: GatewayConfig) {
  const redis = openRedis(runtime, redisQueueUrl, 'cache')
  let known: readonly Worker[] = []
  return async (): Promise<readonly Worker[]> => {
    if (!(await waitForRedis(redis, REDIS_TIMEOUT_MS))) return known
    try {
      const ids = await redis.smembers(`${redisNamespace}:workers`)
      const found = ids.length === 0 ? [] : await redis.mget(ids.map((id) => `${redisNamespace}:worker:${id}`))
      known = found.map(readRegistration).filter((worker) => worker !== null)
    } catch (error) {
      runtime.log.debug({ err: error }, 'ops.workers_unreadable')
    }
    return known
  }
}

/** Null if the value is not a valid registration. */
function readRegistration(value: string | null): Worker | null {
  try {
    const { id, opsAddress } = (JSON.parse(value ?? 'null') ?? {}) as Record<string, unknown>
    if (typeof id !== 'string' || typeof opsAddress !== 'string') return null
    return /^https?:$/.test(new URL(opsAddress).protocol) ? { id, opsAddress } : null
  } catch {
    return null
  }
}
