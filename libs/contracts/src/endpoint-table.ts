import { alertEndpoints } from './alert-endpoints.ts'
import { coreEndpoints, type EndpointRow, fillPath, type Owner } from './public-endpoints.ts'

/** Endpoints that our own processes call directly, never through the gateway. */
const internalEndpoints = {
  'auth.jwks': { method: 'GET', path: '/internal/auth/jwks', owner: 'auth', access: 'service' },
  'auth.revocations': { method: 'GET', path: '/internal/auth/revocations', owner: 'auth', access: 'service' },
  'marketData.universe': {
    method: 'GET',
    path: '/internal/market-data/universe',
    owner: 'market-data',
    access: 'service',
  },
  'marketData.resolveSymbols': {
    method: 'POST',
    path: '/internal/market-data/symbols',
    owner: 'market-data',
    access: 'service',
  },
  'marketData.facts': {
    method: 'GET',
    path: '/internal/market-data/facts/:symbol',
    owner: 'market-data',
    access: 'service',
  },
  'marketData.contractQuotes': {
    method: 'POST',
    path: '/internal/market-data/contract-quotes/:symbol',
    owner: 'market-data',
    access: 'service',
  },
  'screener.erase': { method: 'DELETE', path: '/internal/screener/users/:id', owner: 'screener', access: 'service' },
  'screener.exportUser': { method: 'GET', path: '/internal/screener/users/:id', owner: 'screener', access: 'service' },
  'portfolio.erase': {
    method: 'DELETE',
    path: '/internal/portfolio/users/:id',
    owner: 'portfolio',
    access: 'service',
  },
  'portfolio.exportUser': {
    method: 'GET',
    path: '/internal/portfolio/users/:id',
    owner: 'portfolio',
    access: 'service',
  },
  'portfolio.seedDemo': {
    method: 'POST',
    path: '/internal/portfolio/users/:id/demo-positions',
    owner: 'portfolio',
    access: 'service',
  },
  'coach.erase': { method: 'DELETE', path: '/internal/coach/users/:id', owner: 'coach', access: 'service' },
  'coach.exportUser': { method: 'GET', path: '/internal/coach/users/:id', owner: 'coach', access: 'service' },
} as const satisfies Record<string, EndpointRow>

/** Every endpoint that a client outside may call. */
export const publicEndpoints = { ...coreEndpoints, ...alertEndpoints } as const

/** Every HTTP endpoint of the system. */
export const endpointTable = { ...publicEndpoints, ...internalEndpoints } as const

export type EndpointId = keyof typeof endpointTable

export const endpointIds = Object.keys(endpointTable) as EndpointId[]

/** Path prefixes by owner. If two match a path, the longer one wins. */
export const ownerPrefixes: Readonly<Record<Owner, readonly string[]>> = {
  gateway: ['/api/health', '/api/docs', '/api/errors'],
  auth: ['/api/auth', '/internal/auth'],
  'market-data': ['/api/stocks', '/api/options', '/api/market-data', '/internal/market-data'],
  screener: ['/api/stocks/screener', '/api/phase1/views', '/internal/screener'],
  portfolio: ['/api/portfolio', '/internal/portfolio'],
  coach: ['/api/ai-coach', '/internal/coach'],
}

/** Fills in an endpoint's path parameters, percent-encoded. Throws if one is missing. */
export const buildPath = (id: EndpointId, params: Readonly<Record<string, string>> = {}): string =>
  fillPath(endpointTable[id].path, params)
