/**
 * The HTTP endpoints that the web app may call, as plain data: owner, method, path and access rule. This file imports no
 * schemas, so the browser can load it without schema code; `program-endpoints.ts` has the others.
 */
export type Owner = 'gateway' | 'auth' | 'market-data' | 'screener' | 'portfolio' | 'coach'
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** `public`: no token. `user`: a signed-in user. `service`: one of our own processes, never through the gateway. */
export type Access = 'public' | 'user' | 'service'

export interface EndpointRow {
  readonly method: HttpMethod
  readonly path: string
  readonly owner: Owner
  readonly access: Access
  /** Maximum body size for this endpoint, if larger than the default 256 KB. */
  readonly maxBodyBytes?: number
  /** Maximum time for the response, if longer than the default. */
  readonly deadlineMs?: number
}

const MIB = 1_024 * 1_024

/**
 * Maximum entries in `failures` and in `incomplete` of the enrichment status. At this limit, the web app adds "or
 * more".
 */
export const SHORTFALLS_LISTED = 500

const authEndpoints = {
  'auth.login': { method: 'POST', path: '/api/auth/login', owner: 'auth', access: 'public' },
  'auth.register': { method: 'POST', path: '/api/auth/register', owner: 'auth', access: 'public' },
  'auth.refresh': { method: 'POST', path: '/api/auth/refresh', owner: 'auth', access: 'public' },
  'auth.demo': { method: 'POST', path: '/api/auth/demo', owner: 'auth', access: 'public' },
  'auth.me': { method: 'GET', path: '/api/auth/me', owner: 'auth', access: 'user' },
  'auth.logout': { method: 'POST', path: '/api/auth/logout', owner: 'auth', access: 'user' },
  'auth.password': { method: 'POST', path: '/api/auth/password', owner: 'auth', access: 'user' },
  'auth.listSessions': { method: 'GET', path: '/api/auth/sessions', owner: 'auth', access: 'user' },
  'auth.revokeSessions': { method: 'DELETE', path: '/api/auth/sessions', owner: 'auth', access: 'user' },
  'auth.activity': { method: 'GET', path: '/api/auth/activity', owner: 'auth', access: 'user' },
  'auth.export': { method: 'GET', path: '/api/auth/export', owner: 'auth', access: 'user' },
  'auth.deleteMe': { method: 'DELETE', path: '/api/auth/me', owner: 'auth', access: 'user' },
} as const satisfies Record<string, EndpointRow>

const stockEndpoints = {
  'stocks.data': { method: 'GET', path: '/api/stocks/data/:symbol', owner: 'market-data', access: 'user' },
  'stocks.quote': { method: 'GET', path: '/api/stocks/quote/:symbol', owner: 'market-data', access: 'user' },
  'stocks.profile': { method: 'GET', path: '/api/stocks/profile/:symbol', owner: 'market-data', access: 'user' },
  'stocks.symbolsWithOptions': {
    method: 'GET',
    path: '/api/stocks/symbols/with-options',
    owner: 'market-data',
    access: 'user',
  },
  'marketData.status': { method: 'GET', path: '/api/market-data/status', owner: 'market-data', access: 'user' },
} as const satisfies Record<string, EndpointRow>

const optionEndpoints = {
  'options.chain': { method: 'GET', path: '/api/options/chain/:symbol', owner: 'market-data', access: 'user' },
  'options.expirations': {
    method: 'GET',
    path: '/api/options/expirations/:symbol',
    owner: 'market-data',
    access: 'user',
  },
  'options.iv': { method: 'GET', path: '/api/options/iv/:symbol', owner: 'market-data', access: 'user' },
  'options.volatility': {
    method: 'GET',
    path: '/api/options/volatility/:symbol',
    owner: 'market-data',
    access: 'user',
  },
  'options.backtest': { method: 'GET', path: '/api/options/backtest/:symbol', owner: 'market-data', access: 'user' },
  'options.recommendations': {
    method: 'POST',
    path: '/api/options/recommendations/:symbol',
    owner: 'market-data',
    access: 'user',
  },
  'options.customRecommendations': {
    method: 'POST',
    path: '/api/options/recommendations/:symbol/custom',
    owner: 'market-data',
    access: 'user',
  },
} as const satisfies Record<string, EndpointRow>

const screenerEndpoints = {
  'screener.view': { method: 'GET', path: '/api/phase1/views/stock-screener', owner: 'screener', access: 'user' },
  'screener.calls': { method: 'GET', path: '/api/phase1/views/option-screener', owner: 'screener', access: 'user' },
  'screener.refresh': { method: 'POST', path: '/api/stocks/screener/refresh', owner: 'screener', access: 'user' },
  'screener.startEnrichment': {
    method: 'POST',
    path: '/api/stocks/screener/start-background-enrichment',
    owner: 'screener',
    access: 'user',
  },
  'screener.stopEnrichment': {
    method: 'POST',
    path: '/api/stocks/screener/stop-background-enrichment',
    owner: 'screener',
    access: 'user',
  },
  'screener.enrichmentStatus': {
    method: 'GET',
    path: '/api/stocks/screener/enrichment-status',
    owner: 'screener',
    access: 'user',
  },
  'screener.enrichmentEvents': {
    method: 'GET',
    path: '/api/stocks/screener/enrichment-events',
    owner: 'screener',
    access: 'user',
  },
  'screener.getWeights': { method: 'GET', path: '/api/stocks/screener/weights', owner: 'screener', access: 'user' },
  'screener.putWeights': { method: 'PUT', path: '/api/stocks/screener/weights', owner: 'screener', access: 'user' },
  'screener.listScreens': { method: 'GET', path: '/api/stocks/screener/screens', owner: 'screener', access: 'user' },
  'screener.putScreen': { method: 'PUT', path: '/api/stocks/screener/screens/:id', owner: 'screener', access: 'user' },
  'screener.removeScreen': {
    method: 'DELETE',
    path: '/api/stocks/screener/screens/:id',
    owner: 'screener',
    access: 'user',
  },
  'screener.listWatchlists': { method: 'GET', path: '/api/stocks/screener/lists', owner: 'screener', access: 'user' },
  'screener.putWatchlist': { method: 'PUT', path: '/api/stocks/screener/lists/:id', owner: 'screener', access: 'user' },
  'screener.changeWatchlist': {
    method: 'POST',
    path: '/api/stocks/screener/lists/:id/symbols',
    owner: 'screener',
    access: 'user',
  },
  'screener.removeWatchlist': {
    method: 'DELETE',
    path: '/api/stocks/screener/lists/:id',
    owner: 'screener',
    access: 'user',
  },
} as const satisfies Record<string, EndpointRow>

const portfolioEndpoints = {
  'portfolio.list': { method: 'GET', path: '/api/portfolio/positions', owner: 'portfolio', access: 'user' },
  'portfolio.add': { method: 'POST', path: '/api/portfolio/positions', owner: 'portfolio', access: 'user' },
  'portfolio.update': { method: 'PUT', path: '/api/portfolio/positions/:id', owner: 'portfolio', access: 'user' },
  'portfolio.remove': { method: 'DELETE', path: '/api/portfolio/positions/:id', owner: 'portfolio', access: 'user' },
  'portfolio.migrate': { method: 'POST', path: '/api/portfolio/positions/migrate', owner: 'portfolio', access: 'user' },
  'portfolio.attention': { method: 'GET', path: '/api/portfolio/attention', owner: 'portfolio', access: 'user' },
  'portfolio.export': { method: 'GET', path: '/api/portfolio/export', owner: 'portfolio', access: 'user' },
  'portfolio.import': {
    method: 'POST',
    path: '/api/portfolio/import',
    owner: 'portfolio',
    access: 'user',
    // Large enough for an exported ledger of 15,000,000 characters in JSON, with quotation marks escaped.
    maxBodyBytes: 24 * MIB,
    deadlineMs: 30_000,
  },
  'portfolio.undoImport': { method: 'DELETE', path: '/api/portfolio/imports/:id', owner: 'portfolio', access: 'user' },
  'portfolio.saveImportMap': { method: 'PUT', path: '/api/portfolio/import/maps', owner: 'portfolio', access: 'user' },
  'portfolio.removeImportMap': {
    method: 'DELETE',
    path: '/api/portfolio/import/maps/:id',
    owner: 'portfolio',
    access: 'user',
  },
  'portfolio.recordCallEvent': {
    method: 'POST',
    path: '/api/portfolio/positions/:id/events',
    owner: 'portfolio',
    access: 'user',
  },
  'portfolio.listChains': { method: 'GET', path: '/api/portfolio/chains', owner: 'portfolio', access: 'user' },
  'portfolio.getChain': { method: 'GET', path: '/api/portfolio/chains/:id', owner: 'portfolio', access: 'user' },
  'portfolio.updateChain': { method: 'PUT', path: '/api/portfolio/chains/:id', owner: 'portfolio', access: 'user' },
  'portfolio.recordChainEvent': {
    method: 'POST',
    path: '/api/portfolio/chains/:id/events',
    owner: 'portfolio',
    access: 'user',
  },
  'portfolio.joinChain': {
    method: 'POST',
    path: '/api/portfolio/chains/:id/join',
    owner: 'portfolio',
    access: 'user',
  },
  'portfolio.income': { method: 'GET', path: '/api/portfolio/income', owner: 'portfolio', access: 'user' },
  'portfolio.holdings': { method: 'GET', path: '/api/portfolio/holdings', owner: 'portfolio', access: 'user' },
  'portfolio.tax': { method: 'GET', path: '/api/portfolio/tax', owner: 'portfolio', access: 'user' },
  'portfolio.previewRolls': {
    method: 'POST',
    path: '/api/portfolio/rolls/preview',
    owner: 'portfolio',
    access: 'user',
  },
  'portfolio.suggestions': { method: 'GET', path: '/api/portfolio/suggestions', owner: 'portfolio', access: 'user' },
  'portfolio.confirmSuggestions': {
    method: 'POST',
    path: '/api/portfolio/suggestions/confirm',
    owner: 'portfolio',
    access: 'user',
  },
  'portfolio.dismissSuggestion': {
    method: 'POST',
    path: '/api/portfolio/suggestions/dismiss',
    owner: 'portfolio',
    access: 'user',
  },
} as const satisfies Record<string, EndpointRow>

const coachEndpoints = {
  'coach.chat': { method: 'POST', path: '/api/ai-coach/chat', owner: 'coach', access: 'user' },
  'coach.status': { method: 'GET', path: '/api/ai-coach/status', owner: 'coach', access: 'user' },
  'coach.listHistory': { method: 'GET', path: '/api/ai-coach/history', owner: 'coach', access: 'user' },
  'coach.clearHistory': { method: 'DELETE', path: '/api/ai-coach/history', owner: 'coach', access: 'user' },
} as const satisfies Record<string, EndpointRow>

const gatewayEndpoints = {
  'gateway.reportError': { method: 'POST', path: '/api/errors', owner: 'gateway', access: 'public' },
} as const satisfies Record<string, EndpointRow>

/** Endpoints that the web app may call, except those of alerts, which it loads with their page. */
export const browserEndpoints = {
  ...authEndpoints,
  ...stockEndpoints,
  ...optionEndpoints,
  ...screenerEndpoints,
  ...portfolioEndpoints,
  ...coachEndpoints,
  ...gatewayEndpoints,
} as const

/** Fills in a path's parameters, percent-encoded. Throws if one is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path
    .split('/')
    .map((segment) => {
      if (!segment.startsWith(':')) return segment
      const value = params[segment.slice(1)]
      if (value === undefined || value === '') throw new Error(`${path} needs the parameter ${segment.slice(1)}`)
      return encodeURIComponent(value)
    })
    .join('/')
}
