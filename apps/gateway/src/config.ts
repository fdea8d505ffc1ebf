import { isIP } from 'node:net'
import { baseReaders, type ConfigOf, folder, integer, type Reader, url } from '@callwright/service'

const http = ['http', 'https'] as const

export const gatewayReaders = {
  ...baseReaders({ port: 8080, opsPort: 8100 }),
  authUrl: url('AUTH_URL', http),
  marketDataUrl: url('MARKET_DATA_URL', http),
  screenerUrl: url('SCREENER_URL', http),
  portfolioUrl: url('PORTFOLIO_URL', http),
  coachUrl: url('COACH_URL', http),
  redisCacheUrl: url('REDIS_CACHE_URL', ['redis', 'rediss']),
  webRoot: folder('WEB_ROOT', { default: 'apps/web/dist' }),
  trustedProxies: addressList('TRUSTED_PROXIES'),
  upstreamTimeoutMs: integer('UPSTREAM_TIMEOUT_MS', { default: 5_000, min: 100, max: 60_000 }),
  coachTimeoutMs: integer('COACH_TIMEOUT_MS', { default: 35_000, min: 100, max: 120_000 }),
}

export type GatewayConfig = ConfigOf<typeof gatewayReaders>

/** Addresses or networks (`10.0.0.0/8`), separated by commas. Only these may name another client address. */
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
