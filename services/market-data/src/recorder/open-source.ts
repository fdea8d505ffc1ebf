import { baseReaders, createRuntime, openRedis, readConfig, redisCacheUrl, waitForRedis } from '@callwright/service'
import { Redis } from 'ioredis'
import { acceptRefusals, chooseSources } from '../composition/choose-sources.ts'
import { guardSources } from '../composition/guard-sources.ts'
import { buildMarketData, openProviders, toCandidates } from '../composition/open-live-market.ts'
import { readMarketSource } from '../config.ts'
import { type Env, isSet } from '../env.ts'
import type { LiveProviders } from '../live-market-config.ts'
import { openLocalMarket } from '../open-local-market.ts'
import { createAccessTokens } from '../providers/http/access-tokens.ts'
import { createLocalFiles } from '../providers/http/vendor-files.ts'
import { createProviderMetrics } from '../providers/observed-market-data.ts'
import type { MarketData } from '../providers/provider.ts'
import type { Capabilities, ConfiguredProvider } from '../providers/provider-definition.ts'
import { createRecentFiles, PackError } from '../providers/recorded/pack.ts'
import { SIMULATED_NOTICE } from '../providers/simulated/simulated-provider.ts'
import { MAX_TURN_WAIT_MS, waitForRateLimit } from './record-symbol.ts'

interface RecordingSource {
  readonly market: MarketData
  /** Identifies the market, since a recording can only be resumed from the same one. */
  readonly name: string
  readonly simulated: boolean
  /** Terms of use of the data, one sentence each. */
  readonly terms: readonly string[]
  readonly close: () => Promise<void>
}

interface SourceDeps {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Instant at which a simulated market's clock is fixed during the recording. */
  readonly startedAtMs: number
}

/** Opens the configured market for recording. Throws a `ConfigError` or `PackError` with a message for the operator. */
export async function openRecordingSource(env: Env, { now, wait, startedAtMs }: SourceDeps): Promise<RecordingSource> {
  const config = readMarketSource(env)
  if (config.kind === 'recorded') {
    throw new PackError('MARKET_DATA_PROVIDER=recorded is already a recording: copy its folder')
  }
  if (config.kind === 'live') {
    const { unstorable } = config
    if (unstorable.length > 0) {
      const names = unstorable.join(' and ')
      throw new PackError(
        `The terms of ${names} forbid storing the data: remove ${names} from MARKET_DATA_PROVIDER to record the rest`,
      )
    }
    return openLiveSource(config, { now, wait, redisUrl: readRedisUrl(env), logLevel: env.LOG_LEVEL ?? 'silent' })
  }
  const { background: market } = await openLocalMarket(config, { reject: () => undefined, now: () => startedAtMs })
  return {
    market,
    name: market.revision,
    simulated: true,
    terms: [SIMULATED_NOTICE.reason],
    close: async () => undefined,
  }
}

/** URL of the service's Redis, or null. Without it, the limits apply to this process only. */
function readRedisUrl(env: Env): string | null {
  if (!isSet(env, 'REDIS_CACHE_URL') && !isSet(env, 'REDIS_URL')) return null
  const read = redisCacheUrl(env)
  if (!read.ok) throw new PackError(read.problem)
  return read.value
}

interface LiveSourceDeps {
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Redis in which a running service keeps its rate limits; null if there is no service to share them with. */
  readonly redisUrl: string | null
  readonly logLevel: string
}

const CONNECT_MS = 2_000
const TERMS_NOTICE = 'Recorded data stays under these terms: do not share it unless they allow it.'

/**
 * Opens real providers for a recording: in the configured order, behind the service's rate limiter and guards, with the
 * priority of jobs. Nothing is cached, and a partial answer is treated as a failure.
 */
async function openLiveSource(config: LiveProviders, deps: LiveSourceDeps): Promise<RecordingSource> {
  const { now, wait, redisUrl, logLevel } = deps
  const runtime = createRuntime(readConfig({ LOG_LEVEL: logLevel }, baseReaders({ port: 0, opsPort: 0 })), 'record')
  // This client never connects, so the limits apply to this process only.
  const redis = redisUrl === null ? new Redis({ lazyConnect: true }) : openRedis(runtime, redisUrl, 'cache')
  if (redisUrl !== null) await waitForRedis(redis, CONNECT_MS)

  const metrics = createProviderMetrics(runtime.metrics)
  const { fetch } = globalThis
  const patient = config.providers.map((configured) => allowLongWaits(configured, wait))
  const providers = openProviders(runtime, patient, { redis, metrics, now, fetch })
  const chosen = rememberSymbol(acceptRefusals(chooseSources(toCandidates(providers, 'background'), config.order)))
  const sources = guardSources(chosen, {
    now,
    reject: metrics.reject,
    findLastQuote: async () => null,
    async findSpot(symbol) {
      const quote = (await chosen.quotes?.findQuote(symbol))?.value ?? null
      return quote === null ? null : { priceUsd: quote.lastPrice, isStale: false }
    },
    listSplits: async (symbol) => (await chosen.splits?.listSplits(symbol))?.value ?? [],
  })
  const name = config.providers.map((provider) => provider.name).join(', ')
  const market = buildMarketData(sources, {
    revision: name,
    stamp: () => ({ source: name, dataClass: 'delayed', asOfMs: now() }),
    now,
    ping: async () => undefined,
  })
  const describe = (configured: LiveProviders['providers'][number]) =>
    configured
      .open({
        now,
        reject: metrics.reject,
        universe: [],
        fetch,
        files: createLocalFiles(configured.name),
        tokens: createAccessTokens(configured.name, now),
        timeoutMs: 0,
      })
      .describe()
  const terms = config.providers
    .map(describe)
    .flatMap(({ title, terms: own }) => own.map((term) => `${title}: ${term}`))
  return { market, name, simulated: false, terms: [...terms, TERMS_NOTICE], close: () => runtime.close() }
}

/** Replaces the limiter's short wait with a long one, since a recording can wait. */
function allowLongWaits(configured: ConfiguredProvider, wait: LiveSourceDeps['wait']): ConfiguredProvider {
  const open: ConfiguredProvider['open'] = (deps) =>
    configured.open({ ...deps, fetch: waitForRateLimit(deps.fetch, wait), timeoutMs: MAX_TURN_WAIT_MS })
  return { ...configured, open }
}

/** Caches the current symbol's price and splits, which the guards read repeatedly. */
function rememberSymbol({ quotes, splits, ...others }: Partial<Capabilities>): Partial<Capabilities> {
  const quoteOf = quotes && createRecentFiles(1, quotes.findQuote)
  const splitsOf = splits && createRecentFiles(1, splits.listSplits)
  return {
    ...others,
    ...(quoteOf && { quotes: { findQuote: quoteOf.get } }),
    ...(splitsOf && { splits: { listSplits: splitsOf.get } }),
  }
}
