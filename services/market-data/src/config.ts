import { resolve } from 'node:path'
import { baseReaders, type ConfigOf, type Reader, readConfig, url } from '@callwright/service'

type Env = Parameters<Reader<unknown>>[0]

/** Where prices come from. */
export interface ProviderConfig {
  readonly name: 'recorded'
  /** The pack folder, absolute. */
  readonly folder: string
}

const CHOICES = 'recorded'

/** One source, chosen by name: an unset or wrong one is an error, never a silent fallback to invented data (D39). */
const provider: Reader<ProviderConfig> = (env) => {
  const name = env.MARKET_DATA_PROVIDER?.trim() ?? ''
  const folder = env.RECORDED_DATA_DIR?.trim() ?? ''
  if (name === '') return { ok: false, problem: `MARKET_DATA_PROVIDER is not set; choose one of: ${CHOICES}` }
  if (name !== 'recorded') {
    return { ok: false, problem: `MARKET_DATA_PROVIDER is ${name}; it must be one of: ${CHOICES}` }
  }
  if (folder === '') {
    return { ok: false, problem: 'RECORDED_DATA_DIR is not set; MARKET_DATA_PROVIDER=recorded needs a pack folder' }
  }
  return { ok: true, value: { name, folder: resolve(folder) } }
}

const readers = {
  ...baseReaders({ port: 8082, opsPort: 8102 }),
  redisCacheUrl: (env: Env) =>
    url('REDIS_CACHE_URL', ['redis', 'rediss'])({ REDIS_CACHE_URL: env.REDIS_CACHE_URL ?? env.REDIS_URL }),
  provider,
}

export type Config = ConfigOf<typeof readers>

export function readMarketDataConfig(env: Env): Config {
  return readConfig(env, readers)
}
