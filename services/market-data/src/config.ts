import { resolve } from 'node:path'
import {
  baseReaders,
  type ConfigOf,
  choice,
  integer,
  type Reader,
  readConfig,
  redisCacheUrl,
  text,
  url,
} from '@callwright/service'
import { type Env, isSet } from './env.ts'
import {
  type LiveMarketConfig,
  type LiveProviders,
  liveVariables,
  orderVariables,
  readLiveMarket,
  readLiveProviders,
} from './live-market-config.ts'
import { providerDefinitions } from './providers/registry.ts'
import { DEFAULT_SEED } from './providers/simulated/random.ts'

type MarketConfig = LocalMarketConfig | LiveMarketConfig

/** Market configuration for commands that use no stores. */
type MarketSourceConfig = LocalMarketConfig | LiveProviders

export type LocalMarketConfig = SimulatedMarketConfig | RecordedMarketConfig

export interface SimulatedMarketConfig {
  readonly kind: 'simulated'
  readonly seed: string
  readonly universe: 'large_cap' | 'extended'
  /** Delay added to each response, in ms, to imitate a network; 0 by default. */
  readonly delayMs: number
}

export interface RecordedMarketConfig {
  readonly kind: 'recorded'
  /** Absolute path of the pack folder. */
  readonly folder: string
}

export interface MarketChoice {
  readonly kind: MarketConfig['kind']
  readonly named: readonly string[]
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

/**
 * Reads the kind of market. An unknown name, or provider settings without a provider name, is an error; the service
 * never falls back silently to invented data (D39).
 */
export function readMarketChoice(env: Env): Read<MarketChoice> {
  const named = (env.MARKET_DATA_PROVIDER ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const [first = 'simulated'] = named
  if ((named.includes('simulated') || named.includes('recorded')) && named.length > 1) {
    return fail(
      `MARKET_DATA_PROVIDER is ${named.join(',')}: simulated and recorded cannot be combined with other providers`,
    )
  }
  const unused =
    named.length === 0
      ? ['RECORDED_DATA_DIR', ...keyVariables, ...orderVariables].find((name) => isSet(env, name))
      : undefined
  if (unused !== undefined) {
    return fail(`${unused} is set but MARKET_DATA_PROVIDER is not: set it to a provider, or to simulated`)
  }
  return { ok: true, value: { kind: first === 'simulated' || first === 'recorded' ? first : 'live', named } }
}

/** Reads the provider settings of a live market, with or without its store settings. */
type ReadLive<L> = (
  env: Env,
  named: readonly string[],
) => { readonly ok: true; readonly value: L } | { readonly ok: false; readonly problems: readonly string[] }

function marketReader<L>(readLive: ReadLive<L>): Reader<LocalMarketConfig | L> {
  return (env) => {
    const choice = readMarketChoice(env)
    if (!choice.ok) return choice
    const { kind, named } = choice.value
    if (kind !== 'live') return readLocalMarket(env, kind)
    const live = readLive(env, named)
    return live.ok ? live : fail(live.problems.join('\n  - '))
  }
}

/** Settings of providers that need a key. Setting one of them implies that the operator wants that provider. */
const keyVariables = providerDefinitions.flatMap(({ keyless, variables }) => (keyless ? [] : variables))

export function readLocalMarket(env: Env, kind: LocalMarketConfig['kind']): Read<LocalMarketConfig> {
  return kind === 'recorded' ? readRecorded(env) : readSimulated(env)
}

const SEED = /^[\w-]{1,64}$/
const LONGEST_DELAY_MS = 10_000

function readSimulated(env: Env) {
  const seed = text('SIMULATED_SEED', { default: DEFAULT_SEED })(env)
  const universe = choice('SIMULATED_UNIVERSE', ['large_cap', 'extended'], { default: 'large_cap' })(env)
  if (!seed.ok) return seed
  if (!SEED.test(seed.value)) return fail('SIMULATED_SEED must be 1 to 64 letters, digits, hyphens or underscores')
  if (!universe.ok) return universe
  const delay = integer('SIMULATED_DELAY_MS', { default: 0, min: 0, max: LONGEST_DELAY_MS })(env)
  if (!delay.ok) return delay
  const value = { kind: 'simulated', seed: seed.value, universe: universe.value, delayMs: delay.value } as const
  return { ok: true, value } as const
}

function readRecorded(env: Env) {
  const folder = env.RECORDED_DATA_DIR?.trim() ?? ''
  if (folder === '') {
    return fail('RECORDED_DATA_DIR is not set; MARKET_DATA_PROVIDER=recorded needs a pack folder')
  }
  return { ok: true, value: { kind: 'recorded', folder: resolve(folder) } } as const
}

const fail = (problem: string) => ({ ok: false, problem }) as const

export const marketVariables = [
  'MARKET_DATA_PROVIDER',
  'RECORDED_DATA_DIR',
  'SIMULATED_SEED',
  'SIMULATED_UNIVERSE',
  'SIMULATED_DELAY_MS',
  ...liveVariables,
]

const readers = {
  ...baseReaders({ port: 8082, opsPort: 8102 }),
  redisCacheUrl,
  market: marketReader(readLiveMarket),
}

export type Config = ConfigOf<typeof readers>

export function readMarketDataConfig(env: Env): Config {
  return readConfig(env, readers)
}

/** Reads only the market settings, for commands that do not run the service. */
export function readMarketConfig(env: Env): MarketConfig {
  return readConfig(env, { market: marketReader(readLiveMarket) }).market
}

/** Reads the market settings, but not the store settings of a live market. */
export function readMarketSource(env: Env): MarketSourceConfig {
  return readConfig(env, { market: marketReader(readLiveProviders) }).market
}

export function readMigrateConfig(env: Env) {
  return readConfig(env, { databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']) })
}
