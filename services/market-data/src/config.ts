import { resolve } from 'node:path'
import { baseReaders, type ConfigOf, choice, type Reader, readConfig, text, url } from '@callwright/service'
import type { Env } from './env.ts'
import { type LiveMarketConfig, liveVariables, readLiveMarket } from './live-market-config.ts'
import { providerDefinitions } from './providers/registry.ts'

/** Where prices come from: a market that does not exist, one recorded day, or real providers. Never two of them. */
export type MarketConfig = SimulatedMarketConfig | RecordedMarketConfig | LiveMarketConfig

export interface SimulatedMarketConfig {
  readonly kind: 'simulated'
  readonly seed: string
  readonly universe: 'large_cap' | 'extended'
}

export interface RecordedMarketConfig {
  readonly kind: 'recorded'
  /** The pack folder, absolute. */
  readonly folder: string
}

const DEFAULT_SEED = 'callwright'

/** The market, chosen by name: a wrong or unset setting is an error, never a silent fallback to invented data (D39). */
const market: Reader<MarketConfig> = (env) => {
  const chosen = (env.MARKET_DATA_PROVIDER ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const [first = 'simulated'] = chosen
  if ((chosen.includes('simulated') || chosen.includes('recorded')) && chosen.length > 1) {
    return fail(
      `MARKET_DATA_PROVIDER is ${chosen.join(',')}: simulated and recorded stand alone, never beside real data`,
    )
  }
  if (first === 'recorded') return readRecorded(env)
  if (first !== 'simulated') return readLiveMarket(env, chosen)
  const unused =
    chosen.length === 0 ? ['RECORDED_DATA_DIR', ...keyVariables].find((name) => isSet(env, name)) : undefined
  if (unused === undefined) return readSimulated(env)
  return fail(`${unused} is set but MARKET_DATA_PROVIDER is not: name the provider, or simulated`)
}

/** Whoever sets one of these means a provider. */
const keyVariables = providerDefinitions.flatMap(({ keyless, variables }) => (keyless ? [] : variables))

function readSimulated(env: Env) {
  const seed = text('SIMULATED_SEED', { default: DEFAULT_SEED, pattern: /^[\w-]{1,64}$/ })(env)
  const universe = choice('SIMULATED_UNIVERSE', ['large_cap', 'extended'], { default: 'large_cap' })(env)
  if (!seed.ok) return seed
  if (!universe.ok) return universe
  return { ok: true, value: { kind: 'simulated', seed: seed.value, universe: universe.value } } as const
}

function readRecorded(env: Env) {
  const folder = env.RECORDED_DATA_DIR?.trim() ?? ''
  if (folder === '') {
    return fail('RECORDED_DATA_DIR is not set; MARKET_DATA_PROVIDER=recorded needs a pack folder')
  }
  return { ok: true, value: { kind: 'recorded', folder: resolve(folder) } } as const
}

const isSet = (env: Env, name: string) => (env[name]?.trim() ?? '') !== ''

const fail = (problem: string) => ({ ok: false, problem }) as const

/** The variables that choose and open a market. */
export const marketVariables = [
  'MARKET_DATA_PROVIDER',
  'RECORDED_DATA_DIR',
  'SIMULATED_SEED',
  'SIMULATED_UNIVERSE',
  ...liveVariables,
]

const readers = {
  ...baseReaders({ port: 8082, opsPort: 8102 }),
  redisCacheUrl: (env: Env) =>
    url('REDIS_CACHE_URL', ['redis', 'rediss'])({ REDIS_CACHE_URL: env.REDIS_CACHE_URL ?? env.REDIS_URL }),
  market,
}

export type Config = ConfigOf<typeof readers>

export function readMarketDataConfig(env: Env): Config {
  return readConfig(env, readers)
}

/** The market alone, for the commands that need no service round it. */
export function readMarketConfig(env: Env): MarketConfig {
  return readConfig(env, { market }).market
}

export function readMigrateConfig(env: Env) {
  return readConfig(env, { databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']) })
}
