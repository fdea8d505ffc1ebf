import { randomBytes } from 'node:crypto'
import { createRuntime, openRedis, waitForRedis } from '@callwright/service'
import { buildTestConfig, createLogSink, readTestUrl } from '@callwright/service/testing'
import { type AnswerStore, openLiveMarket } from '../../src/composition/open-live-market.ts'
import { createProviderClient } from '../../src/providers/http/provider-client.ts'
import { createProviderMetrics } from '../../src/providers/observed-market-data.ts'
import type { Answer, OptionChain, OptionQuote, Stamp, StockQuote } from '../../src/providers/provider.ts'
import type {
  CallLimit,
  Capabilities,
  CapabilityName,
  ConfiguredProvider,
  ProviderDeps,
} from '../../src/providers/provider-definition.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** Wednesday 11:00 in New York, during a session. */
export const IN_SESSION = Date.parse('2026-07-08T15:00:00Z')

export interface Clock {
  ms: number
}

export interface ScriptedProvider extends ConfiguredProvider {
  readonly capabilities: readonly CapabilityName[]
}

interface Script {
  readonly name?: string
  readonly limit?: CallLimit
  /** Two compositions with the same key id are replicas: they share limits and cached answers. */
  readonly keyId?: string
  readonly dataClass?: Stamp['dataClass']
}

const ampleLimit: CallLimit = { burst: 1_000, perSecond: 1_000 }

/** Creates a unique key id, so that tests share nothing in Redis. */
export const newKeyId = () => randomBytes(6).toString('hex')

export function scriptProvider(
  capabilities: readonly CapabilityName[],
  build: (deps: ProviderDeps) => Partial<Capabilities>,
  { name = 'scripted', limit = ampleLimit, keyId = newKeyId(), dataClass = 'live' }: Script = {},
): ScriptedProvider {
  return {
    name,
    limit,
    keyId,
    capabilities,
    open: (deps) => ({
      name,
      stamp: () => ({ source: name, dataClass, asOfMs: deps.now() }),
      capabilities: build(deps),
      ping: async () => undefined,
      describe: () => ({ title: name, limits: [], terms: [] }),
    }),
  }
}

/**
 * Creates a price provider over a scripted wire: each request makes one call and returns its JSON as the answer's
 * value.
 */
export function scriptWireProvider(script: Script = {}): ScriptedProvider {
  const { name = 'scripted', dataClass = 'live' } = script
  return scriptProvider(
    ['quotes', 'chains', 'bars', 'splits'],
    ({ fetch, timeoutMs, now }) => {
      const client = createProviderClient({
        provider: name,
        baseUrl: 'https://provider.test',
        headers: { authorization: `Bearer ${CANARY}` },
        fetch,
        timeoutMs,
      })
      const ask = async <T>(path: string): Promise<Answer<T>> => {
        const value = ((await client.getJson(path)) as { value: T }).value
        return answerOf(value, { source: name, dataClass, asOfMs: now() })
      }
      return {
        quotes: { findQuote: (symbol) => ask(`/quote/${symbol}`) },
        chains: { findChain: (symbol) => ask(`/chain/${symbol}`) },
        bars: { listDailyBars: (symbol) => ask(`/bars/${symbol}`) },
        splits: { listSplits: (symbol) => ask(`/splits/${symbol}`) },
      }
    },
    script,
  )
}

/** Key sent on every scripted wire, which must never leak. */
export const CANARY = 'canary-key-4f1c9d7e'

export type Reply = Response | Promise<Response>

export function createWire(reply: (path: string, call: number) => Reply) {
  const calls: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    calls.push(pathname)
    const answered = reply(pathname, calls.length)
    return init?.signal ? raceSignal(answered, init.signal) : answered
  }
  return { calls, fetch, count: (path: string) => calls.filter((call) => call.startsWith(path)).length }
}

async function raceSignal<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const cut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, cut])
}

/** An answer from a source, stamped with the current time. */
export function answerOf<T>(value: T, stamp: Partial<Stamp> = {}): Answer<T> {
  return { source: 'scripted', dataClass: 'live', asOfMs: IN_SESSION, ...stamp, value, missing: [] }
}

export const json = (value: unknown, init: ResponseInit = {}) => new Response(JSON.stringify({ value }), init)
export const status = (code: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response('{}', { status: code, headers })

export function quoteOf(lastPrice: number, change: Partial<StockQuote> = {}): StockQuote {
  return { lastPrice, previousClose: lastPrice, bid: null, ask: null, volume: null, ...change }
}

export function contractOf(strike: number, change: Partial<OptionQuote> = {}): OptionQuote {
  return {
    contractSymbol: `ACME260821C${String(strike * 1_000).padStart(8, '0')}`,
    type: 'call',
    expiration: '2026-08-21',
    strike,
    bid: 1,
    ask: 1.1,
    last: 1.05,
    volume: 10,
    openInterest: 100,
    vendorGreeks: { delta: 0.3, gamma: 0.02, theta: -0.03, vega: 0.1, rho: null },
    ...change,
  }
}

export function chainOf(contracts: readonly OptionQuote[], quotedAtMs: number | null = null): OptionChain {
  return { contracts, quotedAtMs, underlyingPriceUsd: null }
}

interface CompositionOptions {
  readonly providers: readonly ScriptedProvider[]
  /** Defaults to a fixed time during a session. */
  readonly clock?: Clock
  readonly fetch?: typeof globalThis.fetch
  readonly order?: Readonly<Partial<Record<CapabilityName, readonly string[]>>>
  readonly store?: AnswerStore
  readonly redisUrl?: string
}

export type Composition = Awaited<ReturnType<typeof compose>>

/** Opens a live market on the test's Redis; two with the same providers are replicas. */
export async function compose(options: CompositionOptions) {
  const { providers, clock = { ms: IN_SESSION }, fetch, order, store, redisUrl } = options
  const log = createLogSink()
  const runtime = createRuntime(buildTestConfig({ logLevel: 'debug' }), 'market-data', { logStream: log.stream })
  const redis = openRedis(runtime, redisUrl ?? readTestUrl('TEST_REDIS_URL'), 'cache')
  await waitForRedis(redis, 2_000)
  const market = openLiveMarket(
    runtime,
    { providers, order: order ?? orderOf(providers) },
    {
      redis,
      metrics: createProviderMetrics(runtime.metrics),
      now: () => clock.ms,
      ...(store ? { store } : {}),
      ...(fetch ? { fetch } : {}),
    },
  )
  return {
    ...market,
    redis,
    log,
    async readMetric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
      const metric = await runtime.metrics.registry.getSingleMetric(name)?.get()
      return (metric?.values ?? [])
        .filter((entry) => Object.entries(labels).every(([label, value]) => entry.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0)
    },
    close: () => runtime.close(),
  }
}

/** Puts the providers in the given order for every capability. */
function orderOf(providers: readonly ScriptedProvider[]) {
  const order: Partial<Record<CapabilityName, readonly string[]>> = {}
  for (const { name, capabilities } of providers) {
    for (const capability of capabilities) order[capability] = [...(order[capability] ?? []), name]
  }
  return order
}

/** Makes this many requests concurrently and returns their results. */
export function times<T>(count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
}

/** Opens compositions for a test file; `close` closes the open ones after each test. */
export function createOpener() {
  const opened: Composition[] = []
  async function open(options: CompositionOptions): Promise<Composition> {
    const composition = await compose(options)
    opened.push(composition)
    return composition
  }
  return {
    open,
    async openWired(reply: Parameters<typeof createWire>[0], options: Partial<CompositionOptions> = {}) {
      const wire = createWire(reply)
      return { wire, market: await open({ providers: [scriptWireProvider()], fetch: wire.fetch, ...options }) }
    },
    async openReplicas(reply: Parameters<typeof createWire>[0], script: Script = {}) {
      const wire = createWire(reply)
      const clock = { ms: IN_SESSION }
      const keyId = newKeyId()
      const replica = () => open({ providers: [scriptWireProvider({ keyId, ...script })], clock, fetch: wire.fetch })
      return { wire, clock, first: await replica(), second: await replica() }
    },
    async close(): Promise<void> {
      await Promise.all(opened.splice(0).map((composition) => composition.close()))
    },
  }
}

export const symbolOf = (index: number) => `T${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`
