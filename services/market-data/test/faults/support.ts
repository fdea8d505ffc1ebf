import { buildPath, type EndpointId, endpointTable } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER, type Principal } from '@callwright/service'
import { buildTestConfig, createLogSink, createTestDatabase, readTestUrl, waitFor } from '@callwright/service/testing'
import { Redis } from 'ioredis'
import { buildApp } from '../../src/app.ts'
import { readMarketConfig } from '../../src/config.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../../src/providers/simulated/simulated-provider.ts'
import { startFakeProvider } from '../fake-provider/fake-provider.ts'

/** A Tuesday, an hour and a half after the open. */
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
/** Whose answers rest on prices, which are old after three quarters of an hour. */
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
/** Every question of the product about one symbol that may need a provider. */
export const asks: readonly Ask[] = [...pricedAsks, expirations, search, { id: 'stocks.sp500' }]

const USER: Principal = { kind: 'user', userId: 'user-1', sessionId: 'session-1', isDemo: false }
const API_KEY = 'canary-key-4f1c'
/** An address at which nothing listens. */
export const NOBODY = 'redis://127.0.0.1:1'
/** The furthest expirations, in days. */
const LAST_DAYS = 70
/** Of the sixteen of a Redis, the first is everybody's. */
const REDIS_DATABASES = 15

/**
 * A fake provider whose prices stand still, so that whatever figure differs from a good answer is wrong; stores of its
 * own; and a clock for as many replicas as are opened.
 */
export async function openWorld() {
  let nowMs = IN_SESSION_MS
  still ??= openStillMarket()
  const market = still
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
    /** So long passes for the service and on the provider's own clock; its prices stay as they are. */
    async pass(ms: number): Promise<void> {
      nowMs += ms
      await emptyShortCache(redisUrl)
    },
    /** As at first: replicas closed, the provider sound, nothing kept, the clock put back. What is stored stays. */
    async startOver(): Promise<void> {
      await closeReplicas()
      fake.heal()
      fake.forgetCalls()
      nowMs = IN_SESSION_MS
      await dropKeys(redisUrl, '*')
    },
    /** What replicas know together of the provider's limits: they may call again. */
    forgetLimits: () => dropKeys(redisUrl, 'callwright:market:calls:*'),
    /** Whatever is kept reads like this from now on. */
    async spoilRedis(garbage: string): Promise<void> {
      const redis = new Redis(redisUrl)
      for (const key of await redis.keys('*')) await redis.set(key, garbage)
      redis.disconnect()
    },
    openReplica,
    /** All that logs and answers told so far, and what none of it may tell. */
    listReported: () => replicas.map(({ log, told }) => `${log.text()}${told()}`).join('\n'),
    secrets: [API_KEY, fake.host, new URL(database.url).password],
    async close(): Promise<void> {
      await closeReplicas()
      await fake.close()
      await database.drop()
    },
  }
}

/** Of all worlds of a test file: what it says of an instant is worked out once. */
let still: SimulatedMarket | null = null

/** Options of the next months alone: it is the kind of a fault that matters, not how many contracts meet it. */
function openStillMarket(): SimulatedMarket {
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

/** A database of the tests' Redis for each test process, emptied. */
async function openEmptyRedis(): Promise<string> {
  const url = new URL(readTestUrl('TEST_REDIS_URL'))
  url.pathname = `/${1 + (Number(process.env.JEST_WORKER_ID ?? 1) % REDIS_DATABASES)}`
  await dropKeys(url.href, '*')
  return url.href
}

/** The answers that the service repeats for a minute, which is one of the wall clock. */
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
  /** Further settings of the market. */
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
    // The jobs that fill the store ask the provider by themselves: they are kept out of what is counted here.
    REDIS_QUEUE_URL: NOBODY,
    ...env,
  })
  const config = { ...buildTestConfig({ logLevel: 'debug' }), redisCacheUrl: redisUrl, market }
  const log = createLogSink()
  const { app, runtime } = await buildApp(config, { logStream: log.stream, now })
  // From here on what other replicas keep can be seen.
  await waitFor('word of Redis', () =>
    log.lines().some(({ event, role }) => role === 'cache' && /^redis\.(connected|lost)$/.test(String(event))),
  )
  const user = createIdentitySigner(config, 'gateway')
  const service = createIdentitySigner(config, 'screener')
  const told: string[] = []

  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, identity: string): Promise<Reply> {
    const response = await app.inject({ method, url, headers: { [IDENTITY_HEADER]: identity } })
    told.push(`${JSON.stringify(response.headers)} ${response.body}`)
    return { status: response.statusCode, text: response.body, body: response.json(), headers: response.headers }
  }

  return {
    log,
    told: () => told.join('\n'),
    async ask({ id, query = {} }: Ask, symbol: string): Promise<Reply> {
      const { method, path, access } = endpointTable[id]
      const identity = access === 'service' ? service('market-data', { kind: 'service' }) : user('market-data', USER)
      const search = new URLSearchParams(id === 'stocks.search' ? { q: symbol, ...query } : query).toString()
      const url = `${path.includes(':symbol') ? buildPath(id, { symbol }) : path}${search === '' ? '' : `?${search}`}`
      return send(method, url, identity)
    },
    /** Asks for an address as it is. */
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
