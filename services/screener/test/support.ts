import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EnrichmentStatus, Problem, Relaxation, ScreenerRow } from '@callwright/contracts'
import { buildPath, type EndpointId, endpointTable, getSchemas, getSuccessStatus } from '@callwright/contracts'
import {
  createIdentitySigner,
  createReader,
  createRuntime,
  IDENTITY_HEADER,
  openDatabase,
  openRedis,
} from '@callwright/service'
import {
  addressesOf,
  buildTestConfig,
  createLogSink,
  createTestDatabase,
  inheritedEnv,
  openTcpProxy,
  readTestUrl,
  waitFor,
} from '@callwright/service/testing'
import type { InjectOptions } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { ApiConfig, WorkerConfig } from '../src/config.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/schema.ts'
import { startWorker } from '../src/worker-app.ts'
import { startFakeMarket } from './fake-market.ts'
import { startFakePortfolio } from './fake-portfolio.ts'

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: unknown
}

/** Opens the test stack. `close` closes everything that was opened through it, in reverse order. */
export async function openStack(
  given: { readonly openMarket?: (dataDir: string) => Promise<{ url: string; close: () => Promise<unknown> }> } = {},
) {
  const closers: (() => Promise<unknown>)[] = []
  const base = buildTestConfig()
  const database = await createTestDatabase('screener', migrations)
  closers.push(() => database.drop())
  const postgres = await openProxied(database.url)
  const redis = await openProxied(readTestUrl('TEST_REDIS_URL'))
  closers.push(postgres.close, redis.close)
  const market = await startFakeMarket(base.dataDir)
  closers.push(() => market.close())
  const portfolio = await startFakePortfolio(base.dataDir)
  closers.push(() => portfolio.close())
  const realMarket = await given.openMarket?.(base.dataDir)
  if (realMarket) closers.push(() => realMarket.close())
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
  closers.push(() => runtime.close())
  const stores = {
    redisNamespace: `test-${randomBytes(6).toString('hex')}`,
    marketData: addressesOf(realMarket?.url ?? market.url),
  }
  const apiConfig: ApiConfig = {
    ...base,
    ...stores,
    databaseUrl: postgres.url,
    redisQueueUrl: redis.url,
    redisCacheUrl: redis.url,
    portfolio: addressesOf(portfolio.url),
    snapshotShareMs: 100,
    refreshCooldownMs: 60_000,
    snapshotPollMs: 100,
    snapshotMaxAgeMs: 1_800_000,
    superviseMs: 100,
    marketCheckMs: 200,
    retryDelayMs: 50,
    chainsPerRun: 0,
    rotationShare: 0.2,
  }
  const workerConfig: WorkerConfig = {
    ...base,
    ...stores,
    databaseUrl: database.url,
    redisQueueUrl: readTestUrl('TEST_REDIS_URL'),
    concurrency: 4,
    advertisedHost: null,
  }
  const sign = createIdentitySigner(base, 'gateway')
  const signUser = (userId: string) =>
    sign('screener', { kind: 'user', userId, sessionId: `session of ${userId}`, isDemo: false })

  return {
    market,
    portfolio,
    apiConfig,
    workerConfig,
    /** Proxies for the API's connections; workers and the test itself connect directly. */
    postgres: postgres.proxy,
    redis: redis.proxy,
    database: openDatabase<Tables>(runtime, { url: database.url }),
    directRedis: openRedis(runtime, readTestUrl('TEST_REDIS_URL'), 'worker'),

    async openApi(change: Partial<ApiConfig> = {}) {
      const sink = createLogSink()
      const api = await buildApp({ ...apiConfig, ...change }, { logStream: sink.stream })
      closers.push(() => api.runtime.close())
      await api.app.ready()
      return { ...api, sink, ask: createAsker(api.app, signUser, sink), sign: signUser }
    },

    async openWorker(change: Partial<WorkerConfig> = {}) {
      const sink = createLogSink()
      const worker = await startWorker({ ...workerConfig, ...change }, { logStream: sink.stream })
      closers.push(() => worker.close())
      return { worker, sink, close: () => worker.close() }
    },

    spawnWorker(concurrency = 4): ChildProcess {
      const child = spawn(process.execPath, [join(import.meta.dirname, '../src/worker.ts')], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...inheritedEnv(),
          DATA_DIR: base.dataDir,
          DATABASE_URL: workerConfig.databaseUrl,
          REDIS_QUEUE_URL: workerConfig.redisQueueUrl,
          REDIS_NAMESPACE: workerConfig.redisNamespace,
          MARKET_DATA_URL: workerConfig.marketData[0]?.url,
          ENRICHMENT_CONCURRENCY: String(concurrency),
          OPS_PORT: '0',
        },
      })
      closers.push(async () => void child.kill('SIGKILL'))
      return child
    },

    /**
     * Simulates a flush of the queue's Redis. It deletes only this stack's keys, because other tests share the server.
     */
    async flushRedis(): Promise<void> {
      const client = this.directRedis
      const keys = await client.keys(`${stores.redisNamespace}:*`)
      if (keys.length > 0) await client.del(keys)
    },

    /** Expires the job locks now. Returns the longest time that one of them had left, in milliseconds. */
    async endLocks(): Promise<number> {
      const client = this.directRedis
      const keys = await client.keys(`${stores.redisNamespace}:*:lock`)
      const leftMs = await Promise.all(keys.map((key) => client.pttl(key)))
      if (keys.length > 0) await client.del(keys)
      return Math.max(0, ...leftMs)
    },

    async close(): Promise<void> {
      market.release()
      for (const close of closers.reverse()) await close()
    },
  }
}
export type Stack = Awaited<ReturnType<typeof openStack>>
export type Api = Awaited<ReturnType<Stack['openApi']>>

async function openProxied(url: string) {
  const address = new URL(url)
  const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  address.port = String(proxy.port)
  return { url: address.href, proxy, close: () => proxy.close() }
}

export interface AskOptions {
  readonly user?: string
  readonly params?: Record<string, string>
  /** Query parameters; use a list of pairs to repeat a name. */
  readonly query?: Record<string, string> | readonly (readonly [string, string])[]
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

function createAsker(
  app: { inject(options: InjectOptions): Promise<{ statusCode: number; headers: unknown; body: string }> },
  sign: (userId: string) => string,
  sink: ReturnType<typeof createLogSink>,
) {
  return async (id: EndpointId, options: AskOptions = {}): Promise<Answer> => {
    const answer = await app.inject({
      method: endpointTable[id].method,
      url: `${buildPath(id, options.params)}?${new URLSearchParams(options.query as Record<string, string>)}`,
      ...(options.body === undefined ? {} : { payload: options.body as object }),
      headers: { [IDENTITY_HEADER]: sign(options.user ?? 'user-1'), ...options.headers },
    })
    if (answer.statusCode === 500) {
      throw new Error(`${id} answered 500: ${JSON.stringify(sink.lines().findLast((line) => line.level === 'error'))}`)
    }
    const headers = answer.headers as Record<string, unknown>
    const body = answer.body === '' ? null : JSON.parse(answer.body)
    if (answer.statusCode < 300) readAnswer(id)(body)
    return { status: answer.statusCode, headers, body }
  }
}

const readers = new Map<EndpointId, (body: unknown) => unknown>()
/**
 * Validates a response, including pages of the view, which the service sends already serialized and does not validate.
 */
function readAnswer(id: EndpointId): (body: unknown) => unknown {
  const schema = getSchemas(id).responses[getSuccessStatus(id)]
  if (schema === undefined) throw new Error(`${id} names no answer`)
  const reader = readers.get(id) ?? createReader(schema, `The answer of ${id}`)
  readers.set(id, reader)
  return reader
}

type Ask = ReturnType<typeof createAsker>

/**
 * Asks again after each 503, as clients do: a process may still be connecting, and on a busy machine its stores may be
 * slow to answer.
 */
export const askAvailable = (ask: Ask, id: EndpointId, options: AskOptions = {}): Promise<Answer> =>
  waitFor(`an answer of ${id}`, async () => {
    const answer = await ask(id, options)
    return answer.status === 503 ? null : answer
  })

export async function readStatus(ask: Ask): Promise<EnrichmentStatus> {
  const answer = await askAvailable(ask, 'screener.enrichmentStatus')
  if (answer.status !== 200) throw new Error(`enrichment-status answered ${answer.status}`)
  return answer.body as EnrichmentStatus
}

export interface ViewBody {
  readonly stocks: readonly ScreenerRow[]
  readonly total: number
  readonly universe_total: number
  readonly relaxations: readonly Relaxation[]
  readonly weights: string
  readonly message: string | null
  readonly cache_status: string
  readonly data_class: string
  readonly source: string
  readonly as_of: string | null
  readonly last_updated: string | null
}

export async function readView(ask: Ask, query: Record<string, string> = {}): Promise<ViewBody> {
  const answer = await askAvailable(ask, 'screener.view', { query: { limit: '500', ...query } })
  if (answer.status !== 200) throw new Error(`the view answered ${answer.status}`)
  return answer.body as ViewBody
}

export const problemOf = (answer: Answer): Problem => answer.body as Problem

/** Waits until a run has ended and none is active. */
export const untilIdle = (ask: Ask): Promise<EnrichmentStatus> =>
  waitFor('the run to end', async () => {
    const status = await readStatus(ask)
    return status.state === 'idle' && status.run_id !== null ? status : null
  })
