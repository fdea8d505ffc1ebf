import { buildPath, type EndpointId, endpointTable } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER, type Principal } from '@callwright/service'
import { buildTestConfig, createLogSink, createTestDatabase, readTestUrl, waitFor } from '@callwright/service/testing'
import { Redis } from 'ioredis'
import { buildApp } from '../../src/app.ts'
import { readMarketConfig } from '../../src/config.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../../src/providers/simulated/simulated-provider.ts'
import { startFakeProvider } from '../fake-provider/fake-provider.ts'

/** Tuesday, an hour and a half after the open. */
export const IN_SESSION_MS = Date.parse('2026-07-14T11:00:00-04:00')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export interface Ask {
  readonly id: EndpointId
  readonly query?: Readonly<Record<string, string>>
}
export interface Reply {
  readonly status: number
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
}
export type World = Awaited<ReturnType<typeof openWorld>>
export type Replica = Awaited<ReturnType<World['openReplica']>>

export const quote: Ask = { id: 'stocks.quote' }
export const bars: Ask = { id: 'stocks.data' }
export const atmVolatility: Ask = { id: 'options.iv' }
export const calls: Ask = { id: 'options.chain', query: { type: 'call' } }
export const chain: Ask = { id: 'options.chain', query: { type: 'all' } }
export const expirations: Ask = { id: 'options.expirations' }
export const facts: Ask = { id: 'marketData.facts' }
export const search: Ask = { id: 'stocks.search' }
/** Requests that depend on prices, which are old after 45 minutes. */
export const pricedAsks: readonly Ask[] = [
  quote,
  bars,
  { id: 'stocks.indicators', query: { indicator: 'bollinger' } },
  chain,
  atmVolatility,
  { id: 'options.snapshot', query: { strike_min: '112', strike_max: '114' } },
  { id: 'options.analyze' },
  { id: 'options.recommendations', query: { expiration_date: '2026-08-21' } },
  facts,
]
export const asks: readonly Ask[] = [...pricedAsks, expirations, search, { id: 'stocks.sp500' }]

const USER: Principal = { kind: 'user', userId: 'user-1', sessionId: 'session-1', isDemo: false }
const API_KEY = 'canary-key-4f1c'
export const UNREACHABLE_REDIS = 'redis://127.0.0.1:1'
/** Number of days to the last expiration. */
const LAST_DAYS = 70
/** Number of Redis databases for tests: Redis has sixteen, and the first is shared. */
const REDIS_DATABASES = 15

/**
 * Opens a fake provider, separate stores, and one clock for all replicas. The provider's prices never change, so any
 * figure that differs from a good response is wrong.
 */
export async function openWorld() {
  let nowMs = IN_SESSION_MS
  frozenMarket ??= openFrozenMarket()
  const market = frozenMarket
  const fake = await startFakeProvider({ market, now: () => nowMs })
  const database = await createTestDatabase('market-data', migrations)
  const redisUrl = await openEmptyRedis()
  const replicas: OpenReplica[] = []

  async function openReplica(change: Partial<ReplicaOptions> = {}) {
    const usual = { now: () => nowMs, fakeUrl: fake.url, databaseUrl: database.url, redisUrl, apiKey: API_KEY, env: {} }
    const replica = await openService({ ...usual, ...change })
    replicas.push(replica)
    return replica
  }

  const closeReplicas = () => Promise.all(replicas.map(({ close }) => close()))

  return {
    fake,
    market,
    redisUrl,
    databaseUrl: database.url,
    now: () => nowMs,
    /** Advances the clocks of the service and the provider; prices do not change. */
    async pass(ms: number): Promise<void> {
      nowMs += ms
      await emptyShortCache(redisUrl)
    },
    /** Resets everything but the database: closes replicas, removes faults, clears caches, resets the clock. */
    async startOver(): Promise<void> {
      await closeReplicas()
      fake.heal()
      fake.forgetCalls()
      nowMs = IN_SESSION_MS
      await dropKeys(redisUrl, '*')
    },
    /** Clears the shared rate-limit state, so that replicas can call again. */
    forgetLimits: () => dropKeys(redisUrl, 'callwright:market:calls:*'),
    async spoilRedis(garbage: string): Promise<void> {
      const redis = new Redis(redisUrl)
      for (const key of await redis.keys('*')) await redis.set(key, garbage)
      redis.disconnect()
    },
    openReplica,
    listOutput: () => replicas.map(({ log, output }) => `${log.text()}${output()}`).join('\n'),
    secrets: [API_KEY, fake.host, new URL(database.url).password],
    async close(): Promise<void> {
      await closeReplicas()
      await fake.close()
      await database.drop()
    },
  }
}

/** Shared by all worlds of a test file, so that its data is computed once. */
let frozenMarket: SimulatedMarket | null = null

/** Opens a market with options for the next few months only, because the tests don't need more contracts. */
function openFrozenMarket(): SimulatedMarket {
  const market = openSimulatedMarket({ seed: 'faults', universe: 'large_cap', now: () => IN_SESSION_MS })
  const { bars, quotes, chains } = market
  const findNear: SimulatedMarket['chains']['findChain'] = (symbol, filter = {}) =>
    chains.findChain(symbol, { ...filter, maxDays: Math.min(filter.maxDays ?? LAST_DAYS, LAST_DAYS) })
  return {
    ...market,
    bars: { listDailyBars: remember(bars.listDailyBars) },
    quotes: { findQuote: remember(quotes.findQuote) },
    chains: { findChain: remember(findNear) },
  }
}

function remember<Asked extends unknown[], T>(ask: (...asked: Asked) => T): (...asked: Asked) => T {
  const answers = new Map<string, T>()
  return (...asked) => {
    const key = JSON.stringify(asked)
    const answer = answers.get(key) ?? ask(...asked)
    answers.set(key, answer)
    return answer
  }
}

/** Empties and returns the Redis database of this test process. */
async function openEmptyRedis(): Promise<string> {
  const url = new URL(readTestUrl('TEST_REDIS_URL'))
  url.pathname = `/${1 + (Number(process.env.JEST_WORKER_ID ?? 1) % REDIS_DATABASES)}`
  await dropKeys(url.href, '*')
  return url.href
}

/** Clears the service's one-minute cache, which uses the wall clock. */
function emptyShortCache(redisUrl: string): Promise<void> {
  return dropKeys(redisUrl, 'callwright:market-data:*')
}

async function dropKeys(redisUrl: string, pattern: string): Promise<void> {
  const redis = new Redis(redisUrl)
  const keys = await redis.keys(pattern)
  if (keys.length > 0) await redis.del(keys)
  redis.disconnect()
}

interface ReplicaOptions {
  readonly now: () => number
  readonly fakeUrl: string
  readonly apiKey: string
  readonly redisUrl: string
  readonly databaseUrl: string
  readonly env: Readonly<Record<string, string>>
}
type OpenReplica = Awaited<ReturnType<typeof openService>>

async function openService({ now, fakeUrl, databaseUrl, redisUrl, apiKey, env }: ReplicaOptions) {
  const market = readMarketConfig({
    MARKET_DATA_PROVIDER: 'massive',
    MARKET_DATA_ORDER_RATES: 'massive',
    MASSIVE_API_KEY: apiKey,
    MASSIVE_BASE_URL: fakeUrl,
    MASSIVE_CALLS_PER_MINUTE: '60000',
    TREASURY_BASE_URL: fakeUrl,
    DATABASE_URL: databaseUrl,
    // Disables the background jobs, whose calls would be counted too.
    REDIS_QUEUE_URL: UNREACHABLE_REDIS,
    ...env,
  })
  const config = { ...buildTestConfig({ logLevel: 'debug' }), redisCacheUrl: redisUrl, market }
  const log = createLogSink()
  const { app, runtime } = await buildApp(config, { logStream: log.stream, now })
  // From here on, values cached by other replicas are visible.
  await waitFor('the Redis connection', () =>
    log.lines().some(({ event, role }) => role === 'cache' && /^redis\.(connected|lost)$/.test(String(event))),
  )
  const user = createIdentitySigner(config, 'gateway')
  const service = createIdentitySigner(config, 'screener')
  const output: string[] = []

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, identity: string): Promise<Reply> {
    const response = await app.inject({ method, url, headers: { [IDENTITY_HEADER]: identity } })
    output.push(`${JSON.stringify(response.headers)} ${response.body}`)
    return { status: response.statusCode, text: response.body, body: response.json(), headers: response.headers }
  }

  return {
    log,
    output: () => output.join('\n'),
    async ask({ id, query = {} }: Ask, symbol: string): Promise<Reply> {
      const { method, path, access } = endpointTable[id]
      const identity = access === 'service' ? service('market-data', { kind: 'service' }) : user('market-data', USER)
      const search = new URLSearchParams(id === 'stocks.search' ? { q: symbol, ...query } : query).toString()
      const url = `${path.includes(':symbol') ? buildPath(id, { symbol }) : path}${search === '' ? '' : `?${search}`}`
      return send(method, url, identity)
    },
    /** Requests a URL exactly as given. */
    get: (url: string): Promise<Reply> => send('GET', url, user('market-data', USER)),
    async readCounter(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
      const metric = await runtime.metrics.registry.getSingleMetric(name)?.get()
      const matches = (given: Readonly<Record<string, unknown>>) =>
        Object.entries(labels).every(([label, value]) => given[label] === value)
      return (metric?.values ?? [])
        .filter(({ labels: given }) => matches(given))
        .reduce((sum, { value }) => sum + value, 0)
    },
    close: () => runtime.close(),
  }
}
