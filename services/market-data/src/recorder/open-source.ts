import { redisCacheUrl } from '@callwright/service'
import { readMarketSource } from '../config.ts'
import { type Env, isSet } from '../env.ts'
import { openLocalMarket } from '../open-market.ts'
import type { MarketData } from '../providers/provider.ts'
import { PackError } from '../providers/recorded/pack-error.ts'
import { SIMULATED_NOTICE } from '../providers/simulated/simulated-provider.ts'
import { openLiveSource } from './open-live-source.ts'

export interface RecordingSource {
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
