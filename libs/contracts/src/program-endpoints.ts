import { accountEndpoints } from './account-endpoints.ts'
import { alertEndpoints } from './alert-endpoints.ts'
import { browserEndpoints, type EndpointRow } from './public-endpoints.ts'

/** Endpoints behind links that work without signing in. */
const linkEndpoints = {
  'portfolio.showUnsubscribe': {
    method: 'GET',
    path: '/api/portfolio/alerts/unsubscribe/:token',
    owner: 'portfolio',
    access: 'public',
  },
  'portfolio.unsubscribe': {
    method: 'POST',
    path: '/api/portfolio/alerts/unsubscribe/:token',
    owner: 'portfolio',
    access: 'public',
  },
  'portfolio.calendarFeed': {
    method: 'GET',
    path: '/api/portfolio/calendar/:token',
    owner: 'portfolio',
    access: 'public',
  },
} as const satisfies Record<string, EndpointRow>

/** Endpoints that other programs call and the web app does not; its first load leaves them out. */
const otherEndpoints = {
  'stocks.search': { method: 'GET', path: '/api/stocks/search', owner: 'market-data', access: 'user' },
  'stocks.indicators': { method: 'GET', path: '/api/stocks/indicators/:symbol', owner: 'market-data', access: 'user' },
  'stocks.sp500': { method: 'GET', path: '/api/stocks/sp500', owner: 'market-data', access: 'user' },
  'options.analyze': { method: 'GET', path: '/api/options/analyze/:symbol', owner: 'market-data', access: 'user' },
  'options.greeks': { method: 'GET', path: '/api/options/greeks/:symbol', owner: 'market-data', access: 'user' },
  'options.snapshot': { method: 'GET', path: '/api/options/snapshot/:symbol', owner: 'market-data', access: 'user' },
  'screener.status': { method: 'GET', path: '/api/stocks/screener/status', owner: 'screener', access: 'user' },
  'portfolio.listImportMaps': { method: 'GET', path: '/api/portfolio/import/maps', owner: 'portfolio', access: 'user' },
  'portfolio.listCallEvents': {
    method: 'GET',
    path: '/api/portfolio/positions/:id/events',
    owner: 'portfolio',
    access: 'user',
  },
  'gateway.health': { method: 'GET', path: '/api/health', owner: 'gateway', access: 'public' },
  'gateway.docs': { method: 'GET', path: '/api/docs', owner: 'gateway', access: 'public' },
  'gateway.openapi': { method: 'GET', path: '/api/docs/openapi.json', owner: 'gateway', access: 'public' },
  'gateway.docsScript': { method: 'GET', path: '/api/docs/page.js', owner: 'gateway', access: 'public' },
} as const satisfies Record<string, EndpointRow>

/** Every endpoint that a client outside may call. */
export const publicEndpoints = {
  ...browserEndpoints,
  ...accountEndpoints,
  ...alertEndpoints,
  ...linkEndpoints,
  ...otherEndpoints,
} as const
