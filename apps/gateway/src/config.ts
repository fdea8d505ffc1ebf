import { isIP } from 'node:net'
import type { Owner } from '@callwright/contracts'
import {
  baseReaders,
  type ConfigOf,
  folder,
  integer,
  type Reader,
  redisCacheUrl,
  serviceAddresses,
  text,
  url,
} from '@callwright/service'

export type Upstream = Exclude<Owner, 'gateway'>

export const upstreams = ['auth', 'market-data', 'screener', 'portfolio', 'coach'] as const satisfies Upstream[]

export const gatewayReaders = {
  ...baseReaders({ port: 8080, opsPort: 8100 }),
  auth: serviceAddresses('AUTH'),
  'market-data': serviceAddresses('MARKET_DATA'),
  screener: serviceAddresses('SCREENER'),
  portfolio: serviceAddresses('PORTFOLIO'),
  coach: serviceAddresses('COACH'),
  redisCacheUrl: url('REDIS_CACHE_URL', ['redis', 'rediss']),
  /** Redis where workers register. Defaults to REDIS_CACHE_URL. */
  redisQueueUrl,
  redisNamespace: text('REDIS_NAMESPACE', { default: 'callwright', pattern: /^[a-z0-9-]{1,64}$/ }),
  webRoot: folder('WEB_ROOT', { default: 'apps/web/dist' }),
  trustedProxies: addressList('TRUSTED_PROXIES'),
  /** Usual requests that one user may send per minute. */
  requestsPerMinute: integer('REQUESTS_PER_MINUTE', { default: 1_200, min: 60, max: 100_000_000 }),
  upstreamTimeoutMs: integer('UPSTREAM_TIMEOUT_MS', { default: 5_000, min: 100, max: 60_000 }),
  coachTimeoutMs: integer('COACH_TIMEOUT_MS', { default: 35_000, min: 100, max: 120_000 }),
}

export type GatewayConfig = ConfigOf<typeof gatewayReaders>

function redisQueueUrl(env: Parameters<Reader<string>>[0]): ReturnType<Reader<string>> {
  return env.REDIS_QUEUE_URL?.trim() ? url('REDIS_QUEUE_URL', ['redis', 'rediss'])(env) : redisCacheUrl(env)
}

/** Comma-separated addresses or networks (`10.0.0.0/8`). Only these proxies may set the client address. */
function addressList(name: string): Reader<readonly string[]> {
  return (env) => {
    const entries = (env[name] ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return entries.every(isNetwork)
      ? { ok: true, value: entries }
      : { ok: false, problem: `${name} must list addresses or networks such as 10.0.0.0/8, separated by commas` }
  }
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}
