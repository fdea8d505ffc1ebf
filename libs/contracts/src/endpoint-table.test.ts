import { describe, expect, test } from '@jest/globals'
import {
  buildPath,
  type EndpointId,
  endpointIds,
  endpointTable,
  type HttpMethod,
  type Owner,
  ownerPrefixes,
} from './endpoint-table.ts'

/** SPEC section 7, row by row, and who answers it. */
const specification: readonly [HttpMethod, string, EndpointId, Owner][] = [
  ['POST', '/api/auth/login', 'auth.login', 'auth'],
  ['POST', '/api/auth/register', 'auth.register', 'auth'],
  ['GET', '/api/auth/me', 'auth.me', 'auth'],
  ['GET', '/api/stocks/search', 'stocks.search', 'market-data'],
  ['GET', '/api/stocks/data/:symbol', 'stocks.data', 'market-data'],
  ['GET', '/api/stocks/quote/:symbol', 'stocks.quote', 'market-data'],
  ['GET', '/api/stocks/indicators/:symbol', 'stocks.indicators', 'market-data'],
  ['GET', '/api/stocks/sp500', 'stocks.sp500', 'market-data'],
  ['GET', '/api/phase1/views/stock-screener', 'screener.view', 'screener'],
  ['POST', '/api/stocks/screener/refresh', 'screener.refresh', 'screener'],
  ['GET', '/api/stocks/screener/status', 'screener.status', 'screener'],
  ['POST', '/api/stocks/screener/start-background-enrichment', 'screener.startEnrichment', 'screener'],
  ['POST', '/api/stocks/screener/stop-background-enrichment', 'screener.stopEnrichment', 'screener'],
  ['GET', '/api/stocks/screener/enrichment-status', 'screener.enrichmentStatus', 'screener'],
  ['GET', '/api/stocks/symbols/with-options', 'stocks.symbolsWithOptions', 'market-data'],
  ['GET', '/api/options/chain/:symbol', 'options.chain', 'market-data'],
  ['GET', '/api/options/expirations/:symbol', 'options.expirations', 'market-data'],
  ['GET', '/api/options/analyze/:symbol', 'options.analyze', 'market-data'],
  ['GET', '/api/options/greeks/:symbol', 'options.greeks', 'market-data'],
  ['GET', '/api/options/snapshot/:symbol', 'options.snapshot', 'market-data'],
  ['GET', '/api/options/iv/:symbol', 'options.iv', 'market-data'],
  ['POST', '/api/options/recommendations/:symbol', 'options.recommendations', 'market-data'],
  ['POST', '/api/options/recommendations/:symbol/custom', 'options.customRecommendations', 'market-data'],
  ['GET', '/api/portfolio/positions', 'portfolio.list', 'portfolio'],
  ['POST', '/api/portfolio/positions', 'portfolio.add', 'portfolio'],
  ['PUT', '/api/portfolio/positions/:id', 'portfolio.update', 'portfolio'],
  ['DELETE', '/api/portfolio/positions/:id', 'portfolio.remove', 'portfolio'],
  ['POST', '/api/portfolio/positions/migrate', 'portfolio.migrate', 'portfolio'],
  ['POST', '/api/ai-coach/chat', 'coach.chat', 'coach'],
  ['POST', '/api/errors', 'gateway.reportError', 'gateway'],
]

/** What decision D48 adds to it. */
const additions: readonly [HttpMethod, string, EndpointId, Owner][] = [
  ['POST', '/api/auth/refresh', 'auth.refresh', 'auth'],
  ['POST', '/api/auth/logout', 'auth.logout', 'auth'],
  ['POST', '/api/auth/password', 'auth.password', 'auth'],
  ['GET', '/api/auth/sessions', 'auth.listSessions', 'auth'],
  ['DELETE', '/api/auth/sessions', 'auth.revokeSessions', 'auth'],
  ['GET', '/api/auth/export', 'auth.export', 'auth'],
  ['DELETE', '/api/auth/me', 'auth.deleteMe', 'auth'],
  ['POST', '/api/auth/demo', 'auth.demo', 'auth'],
  ['GET', '/api/stocks/screener/enrichment-events', 'screener.enrichmentEvents', 'screener'],
  ['GET', '/api/stocks/screener/weights', 'screener.getWeights', 'screener'],
  ['PUT', '/api/stocks/screener/weights', 'screener.putWeights', 'screener'],
  ['GET', '/api/stocks/screener/screens', 'screener.listScreens', 'screener'],
  ['PUT', '/api/stocks/screener/screens/:id', 'screener.putScreen', 'screener'],
  ['DELETE', '/api/stocks/screener/screens/:id', 'screener.removeScreen', 'screener'],
  ['GET', '/api/portfolio/attention', 'portfolio.attention', 'portfolio'],
  ['GET', '/api/portfolio/export', 'portfolio.export', 'portfolio'],
  ['POST', '/api/portfolio/import', 'portfolio.import', 'portfolio'],
  ['GET', '/api/ai-coach/status', 'coach.status', 'coach'],
  ['GET', '/api/ai-coach/history', 'coach.listHistory', 'coach'],
  ['DELETE', '/api/ai-coach/history', 'coach.clearHistory', 'coach'],
  ['GET', '/api/health', 'gateway.health', 'gateway'],
  ['GET', '/api/docs', 'gateway.docs', 'gateway'],
  ['GET', '/api/docs/openapi.json', 'gateway.openapi', 'gateway'],
  ['GET', '/api/docs/page.js', 'gateway.docsScript', 'gateway'],
]

/** What a router makes of the prefixes: the longest that covers the path on whole segments. */
function findOwnerByPrefix(path: string): Owner | null {
  const owners = Object.entries(ownerPrefixes) as [Owner, readonly string[]][]
  const covering = owners.flatMap(([owner, prefixes]) =>
    prefixes.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`)).map((prefix) => ({ owner, prefix })),
  )
  return covering.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.owner ?? null
}

const anonymous: readonly EndpointId[] = [
  'auth.login',
  'auth.register',
  'auth.refresh',
  'auth.demo',
  'gateway.health',
  'gateway.docs',
  'gateway.openapi',
  'gateway.docsScript',
  'gateway.reportError',
]

describe('the endpoint table', () => {
  test.each([...specification, ...additions])('%s %s is %s of %s', (method, path, id, owner) => {
    expect(endpointTable[id]).toMatchObject({ method, path, owner })
  })

  test('holds nothing public beyond them', () => {
    const known = [...specification, ...additions].map(([, , id]) => id)
    const publicIds = endpointIds.filter((id) => endpointTable[id].path.startsWith('/api/'))
    expect([...publicIds].sort()).toEqual([...known].sort())
  })

  test('asks for a signed-in user everywhere but on a short list', () => {
    const publicIds = endpointIds.filter((id) => endpointTable[id].access === 'public')
    expect([...publicIds].sort()).toEqual([...anonymous].sort())
  })

  test('keeps what processes ask each other under /internal, and nothing else', () => {
    for (const id of endpointIds) {
      expect([id, endpointTable[id].path.startsWith('/internal/')]).toEqual([
        id,
        endpointTable[id].access === 'service',
      ])
    }
  })

  test('names each method and path once', () => {
    const pairs = endpointIds.map((id) => {
      const { method, path } = endpointTable[id]
      return `${method} ${path.replaceAll(/:[^/]+/g, ':')}`
    })
    expect(new Set(pairs).size).toBe(endpointIds.length)
  })

  test.each(endpointIds)('%s has a plain path', (id) => {
    expect(endpointTable[id].path).toMatch(/^(\/(:?[a-z][a-z0-9-]*))+(\.(json|js))?$/)
  })
})

describe('owners', () => {
  test.each(endpointIds)('%s is covered by a prefix of its owner, and of nobody longer', (id) => {
    const { owner, path } = endpointTable[id]
    expect(findOwnerByPrefix(path)).toBe(owner)
    expect(findOwnerByPrefix(path.replaceAll(/:[^/]+/g, 'X1'))).toBe(owner)
  })

  test('no prefix belongs to two', () => {
    const prefixes = Object.values(ownerPrefixes).flat()
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  test.each([
    ['/api/stocks/screener', 'screener'],
    ['/api/stocks/screener/status', 'screener'],
    ['/api/stocks/screeners', 'market-data'],
    ['/api/stocks', 'market-data'],
    ['/api/stocksx', null],
    ['/api/phase1/views/x', 'screener'],
    ['/api/phase1', null],
    ['/api', null],
    ['/', null],
    ['', null],
  ] as const)('the longest prefix of %s is of %s', (path, owner) => {
    expect(findOwnerByPrefix(path)).toBe(owner)
  })
})

describe('buildPath', () => {
  test.each([
    ['AAPL', '/api/stocks/quote/AAPL'],
    ['BRK.B', '/api/stocks/quote/BRK.B'],
    ['a/b', '/api/stocks/quote/a%2Fb'],
    ['../x', '/api/stocks/quote/..%2Fx'],
    ['a?b#c;d', '/api/stocks/quote/a%3Fb%23c%3Bd'],
    ['é %', '/api/stocks/quote/%C3%A9%20%25'],
  ])('encodes %s', (symbol, path) => {
    expect(buildPath('stocks.quote', { symbol })).toBe(path)
  })

  test('refuses a parameter that is missing or empty', () => {
    expect(() => buildPath('stocks.quote')).toThrow('stocks.quote needs the path parameter symbol')
    expect(() => buildPath('stocks.quote', { symbol: '' })).toThrow('symbol')
    expect(() => buildPath('stocks.quote', { id: 'x' })).toThrow('symbol')
  })

  test('fills a parameter in the middle', () => {
    expect(buildPath('options.customRecommendations', { symbol: 'AAPL' })).toBe(
      '/api/options/recommendations/AAPL/custom',
    )
  })
})
