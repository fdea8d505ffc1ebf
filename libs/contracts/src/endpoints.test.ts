import { describe, expect, test } from '@jest/globals'
import { IsObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { buildPath, type EndpointId, endpointIds, endpointTable, ownerPrefixes } from './endpoint-table.ts'
import {
  type Body,
  getSchemas,
  getSuccessStatus,
  listEndpoints,
  type Params,
  type PublicId,
  type Query,
  type Success,
} from './endpoints.ts'
import { matchEndpoint } from './match-endpoint.ts'
import { Problem } from './problem.ts'
import type { HttpMethod, Owner } from './public-endpoints.ts'
import type { PasskeyAnswer } from './second-factor.ts'

describe('endpoints', () => {
  test('every endpoint has exactly one owner', () => {
    const owners = ['gateway', 'auth', 'market-data', 'screener', 'portfolio', 'coach'] as const
    expect(owners.flatMap(listEndpoints).sort()).toEqual([...endpointIds].sort())
    expect(listEndpoints('gateway')).toEqual([
      'gateway.reportError',
      'gateway.health',
      'gateway.docs',
      'gateway.openapi',
      'gateway.docsScript',
    ])
  })

  describe.each(endpointIds)('the schemas of %s', (id) => {
    const { method, path, access } = endpointTable[id]
    const schemas = getSchemas(id)
    const pathParameters = [...path.matchAll(/:([^/]+)/g)].map(([, name]) => name)

    test('compile, with exactly one success status and a problem as the body of every error', () => {
      const statuses = Object.keys(schemas.responses).map(Number)
      expect(statuses.filter((status) => status < 300)).toEqual([getSuccessStatus(id)])
      for (const status of statuses.filter((candidate) => candidate >= 400)) {
        expect(schemas.responses[status]).toBe(Problem)
      }
      for (const schema of [schemas.params, schemas.query, schemas.body, ...Object.values(schemas.responses)]) {
        if (schema) expect(() => Compile(schema)).not.toThrow()
      }
    })

    test('name the parameters in its path', () => {
      expect(Object.keys(schemas.params?.properties ?? {})).toEqual(pathParameters)
    })

    test('reject unknown keys, and a body on GET', () => {
      for (const schema of [schemas.params, schemas.query, schemas.body]) {
        if (schema && IsObject(schema)) expect(schema).toMatchObject({ additionalProperties: false })
      }
      if (method === 'GET') expect(schemas.body).toBeUndefined()
    })

    test('declare a 401 if they require a user', () => {
      if (access === 'user') expect(Object.keys(schemas.responses)).toContain('401')
    })
  })

  describe('a symbol in a request', () => {
    const schema = getSchemas('stocks.quote').params
    const params = schema ? Compile(schema) : null

    test.each(['AAPL', 'BRK.B', 'BF-B', 'BRK/B', 'BRK B', '$AAPL', 'a', 'AAPL  261218C00250000'])(
      '%s is valid',
      (symbol) => {
        expect(params?.Check({ symbol })).toBe(true)
      },
    )

    test.each(['', "A';--", 'A\n', 'é', 'A%', 'A'.repeat(41)])('%s is rejected', (symbol) => {
      expect(params?.Check({ symbol })).toBe(false)
    })
  })

  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
  const isTrue = <T extends true>(value: T) => value

  test('the types follow the schemas (checked by the compiler)', () => {
    isTrue<Same<Params<'stocks.quote'>['symbol'], string>>(true)
    isTrue<Same<Params<'auth.me'>, Record<never, never>>>(true)
    isTrue<Same<Body<'auth.me'>, undefined>>(true)
    isTrue<Same<Body<'auth.login'>, { username: string; password: string; code?: string; passkey?: PasskeyAnswer }>>(
      true,
    )
    isTrue<Same<Query<'screener.view'>['limit'], number | undefined>>(true)
    isTrue<Same<Success<'gateway.health'>, { status: 'pass' }>>(true)
    isTrue<Same<Success<'auth.me'>['full_name'], string | null>>(true)
    isTrue<Same<Success<'auth.register'>['token_type'], 'bearer'>>(true)
    isTrue<Same<Success<'auth.logout'>, null>>(true)
    isTrue<Same<Extract<PublicId, 'auth.jwks'>, never>>(true)
    isTrue<Same<Extract<PublicId, 'gateway.docs'>, 'gateway.docs'>>(true)
    // @ts-expect-error a symbol is text
    const wrong: Params<'stocks.quote'> = { symbol: 7 }
    // @ts-expect-error no endpoint has that name
    const unknown: EndpointId = 'stocks.nothing'
    expect([typeof wrong, typeof unknown]).toEqual(['object', 'string'])
  })
})

describe('endpoint table', () => {
  /** Endpoints of SPEC section 7 with their owners. */
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

  /** Endpoints added by D48, LIFECYCLE section 2 and the Market data page. */
  const additions: readonly [HttpMethod, string, EndpointId, Owner][] = [
    ['POST', '/api/auth/refresh', 'auth.refresh', 'auth'],
    ['POST', '/api/auth/logout', 'auth.logout', 'auth'],
    ['POST', '/api/auth/password', 'auth.password', 'auth'],
    ['GET', '/api/auth/password/reset', 'auth.resetMeans', 'auth'],
    ['POST', '/api/auth/password/reset', 'auth.requestReset', 'auth'],
    ['POST', '/api/auth/password/reset/complete', 'auth.completeReset', 'auth'],
    ['GET', '/api/auth/second-factor', 'auth.secondFactor', 'auth'],
    ['POST', '/api/auth/second-factor', 'auth.beginSecondFactor', 'auth'],
    ['DELETE', '/api/auth/second-factor', 'auth.removeSecondFactor', 'auth'],
    ['POST', '/api/auth/second-factor/confirm', 'auth.confirmSecondFactor', 'auth'],
    ['GET', '/api/auth/oidc', 'auth.oidc', 'auth'],
    ['POST', '/api/auth/oidc', 'auth.oidcStart', 'auth'],
    ['POST', '/api/auth/oidc/sign-in', 'auth.oidcSignIn', 'auth'],
    ['GET', '/api/auth/oidc/links', 'auth.oidcLinks', 'auth'],
    ['DELETE', '/api/auth/oidc/links', 'auth.removeOidcLinks', 'auth'],
    ['POST', '/api/auth/oidc/challenge', 'auth.oidcChallenge', 'auth'],
    ['POST', '/api/auth/passkeys/challenge', 'auth.passkeyChallenge', 'auth'],
    ['POST', '/api/auth/passkeys/options', 'auth.beginPasskey', 'auth'],
    ['POST', '/api/auth/passkeys', 'auth.addPasskey', 'auth'],
    ['PUT', '/api/auth/passkeys/:id', 'auth.renamePasskey', 'auth'],
    ['DELETE', '/api/auth/passkeys/:id', 'auth.removePasskey', 'auth'],
    ['GET', '/api/auth/sessions', 'auth.listSessions', 'auth'],
    ['DELETE', '/api/auth/sessions', 'auth.revokeSessions', 'auth'],
    ['GET', '/api/auth/activity', 'auth.activity', 'auth'],
    ['GET', '/api/auth/export', 'auth.export', 'auth'],
    ['DELETE', '/api/auth/me', 'auth.deleteMe', 'auth'],
    ['POST', '/api/auth/demo', 'auth.demo', 'auth'],
    ['GET', '/api/market-data/status', 'marketData.status', 'market-data'],
    ['GET', '/api/options/backtest/:symbol', 'options.backtest', 'market-data'],
    ['GET', '/api/options/volatility/:symbol', 'options.volatility', 'market-data'],
    ['GET', '/api/stocks/profile/:symbol', 'stocks.profile', 'market-data'],
    ['GET', '/api/stocks/screener/enrichment-events', 'screener.enrichmentEvents', 'screener'],
    ['GET', '/api/phase1/views/option-screener', 'screener.calls', 'screener'],
    ['GET', '/api/stocks/screener/weights', 'screener.getWeights', 'screener'],
    ['PUT', '/api/stocks/screener/weights', 'screener.putWeights', 'screener'],
    ['GET', '/api/stocks/screener/screens', 'screener.listScreens', 'screener'],
    ['PUT', '/api/stocks/screener/screens/:id', 'screener.putScreen', 'screener'],
    ['DELETE', '/api/stocks/screener/screens/:id', 'screener.removeScreen', 'screener'],
    ['GET', '/api/stocks/screener/lists', 'screener.listWatchlists', 'screener'],
    ['PUT', '/api/stocks/screener/lists/:id', 'screener.putWatchlist', 'screener'],
    ['POST', '/api/stocks/screener/lists/:id/symbols', 'screener.changeWatchlist', 'screener'],
    ['DELETE', '/api/stocks/screener/lists/:id', 'screener.removeWatchlist', 'screener'],
    ['GET', '/api/portfolio/attention', 'portfolio.attention', 'portfolio'],
    ['GET', '/api/portfolio/export', 'portfolio.export', 'portfolio'],
    ['POST', '/api/portfolio/import', 'portfolio.import', 'portfolio'],
    ['DELETE', '/api/portfolio/imports/:id', 'portfolio.undoImport', 'portfolio'],
    ['GET', '/api/portfolio/import/maps', 'portfolio.listImportMaps', 'portfolio'],
    ['PUT', '/api/portfolio/import/maps', 'portfolio.saveImportMap', 'portfolio'],
    ['DELETE', '/api/portfolio/import/maps/:id', 'portfolio.removeImportMap', 'portfolio'],
    ['POST', '/api/portfolio/positions/:id/events', 'portfolio.recordCallEvent', 'portfolio'],
    ['GET', '/api/portfolio/positions/:id/events', 'portfolio.listCallEvents', 'portfolio'],
    ['GET', '/api/portfolio/chains', 'portfolio.listChains', 'portfolio'],
    ['GET', '/api/portfolio/chains/:id', 'portfolio.getChain', 'portfolio'],
    ['PUT', '/api/portfolio/chains/:id', 'portfolio.updateChain', 'portfolio'],
    ['POST', '/api/portfolio/chains/:id/events', 'portfolio.recordChainEvent', 'portfolio'],
    ['POST', '/api/portfolio/chains/:id/join', 'portfolio.joinChain', 'portfolio'],
    ['GET', '/api/portfolio/income', 'portfolio.income', 'portfolio'],
    ['GET', '/api/portfolio/holdings', 'portfolio.holdings', 'portfolio'],
    ['GET', '/api/portfolio/tax', 'portfolio.tax', 'portfolio'],
    ['POST', '/api/portfolio/rolls/preview', 'portfolio.previewRolls', 'portfolio'],
    ['GET', '/api/portfolio/suggestions', 'portfolio.suggestions', 'portfolio'],
    ['POST', '/api/portfolio/suggestions/confirm', 'portfolio.confirmSuggestions', 'portfolio'],
    ['POST', '/api/portfolio/suggestions/dismiss', 'portfolio.dismissSuggestion', 'portfolio'],
    ['GET', '/api/portfolio/alerts/rules', 'portfolio.listAlertRules', 'portfolio'],
    ['PUT', '/api/portfolio/alerts/rules/:id', 'portfolio.putAlertRule', 'portfolio'],
    ['DELETE', '/api/portfolio/alerts/rules/:id', 'portfolio.removeAlertRule', 'portfolio'],
    ['GET', '/api/portfolio/alerts/suggestions', 'portfolio.suggestAlertRules', 'portfolio'],
    ['GET', '/api/portfolio/alerts/channels', 'portfolio.listAlertChannels', 'portfolio'],
    ['PUT', '/api/portfolio/alerts/channels/:id', 'portfolio.putAlertChannel', 'portfolio'],
    ['DELETE', '/api/portfolio/alerts/channels/:id', 'portfolio.removeAlertChannel', 'portfolio'],
    ['POST', '/api/portfolio/alerts/channels/:id/verify', 'portfolio.verifyAlertChannel', 'portfolio'],
    ['POST', '/api/portfolio/alerts/channels/:id/test', 'portfolio.testAlertChannel', 'portfolio'],
    ['GET', '/api/portfolio/alerts/messages', 'portfolio.listAlertMessages', 'portfolio'],
    ['POST', '/api/portfolio/alerts/messages/:id/read', 'portfolio.readAlertMessage', 'portfolio'],
    ['POST', '/api/portfolio/alerts/messages/read', 'portfolio.readAllAlertMessages', 'portfolio'],
    ['GET', '/api/portfolio/alerts/unread', 'portfolio.countUnreadAlerts', 'portfolio'],
    ['GET', '/api/portfolio/alerts/deliveries', 'portfolio.listAlertDeliveries', 'portfolio'],
    ['GET', '/api/portfolio/alerts/settings', 'portfolio.getAlertSettings', 'portfolio'],
    ['PUT', '/api/portfolio/alerts/settings', 'portfolio.putAlertSettings', 'portfolio'],
    ['GET', '/api/portfolio/alerts/push-key', 'portfolio.alertPushKey', 'portfolio'],
    ['GET', '/api/portfolio/alerts/unsubscribe/:token', 'portfolio.showUnsubscribe', 'portfolio'],
    ['POST', '/api/portfolio/alerts/unsubscribe/:token', 'portfolio.unsubscribe', 'portfolio'],
    ['GET', '/api/portfolio/calendar', 'portfolio.getCalendar', 'portfolio'],
    ['POST', '/api/portfolio/calendar', 'portfolio.renewCalendar', 'portfolio'],
    ['DELETE', '/api/portfolio/calendar', 'portfolio.removeCalendar', 'portfolio'],
    ['GET', '/api/portfolio/calendar/:token', 'portfolio.calendarFeed', 'portfolio'],
    ['GET', '/api/ai-coach/status', 'coach.status', 'coach'],
    ['GET', '/api/ai-coach/history', 'coach.listHistory', 'coach'],
    ['DELETE', '/api/ai-coach/history', 'coach.clearHistory', 'coach'],
    ['GET', '/api/health', 'gateway.health', 'gateway'],
    ['GET', '/api/docs', 'gateway.docs', 'gateway'],
    ['GET', '/api/docs/openapi.json', 'gateway.openapi', 'gateway'],
    ['GET', '/api/docs/page.js', 'gateway.docsScript', 'gateway'],
  ]

  /** Finds the owner of the longest prefix of the path, matched segment by segment as a router would. */
  function findOwnerByPrefix(path: string): Owner | null {
    const owners = Object.entries(ownerPrefixes) as [Owner, readonly string[]][]
    const covering = owners.flatMap(([owner, prefixes]) =>
      prefixes
        .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
        .map((prefix) => ({ owner, prefix })),
    )
    return covering.sort((a, b) => b.prefix.length - a.prefix.length)[0]?.owner ?? null
  }

  const anonymous: readonly EndpointId[] = [
    'auth.login',
    'auth.register',
    'auth.refresh',
    'auth.demo',
    'auth.resetMeans',
    'auth.requestReset',
    'auth.completeReset',
    'auth.passkeyChallenge',
    'auth.oidc',
    'auth.oidcStart',
    'auth.oidcSignIn',
    'auth.oidcChallenge',
    'portfolio.showUnsubscribe',
    'portfolio.unsubscribe',
    'portfolio.calendarFeed',
    'gateway.health',
    'gateway.docs',
    'gateway.openapi',
    'gateway.docsScript',
    'gateway.reportError',
  ]

  describe('the endpoint table', () => {
    test.each([...specification, ...additions])('%s %s is %s, owned by %s', (method, path, id, owner) => {
      expect(endpointTable[id]).toMatchObject({ method, path, owner })
    })

    test('contains no other public endpoint', () => {
      const known = [...specification, ...additions].map(([, , id]) => id)
      const publicIds = endpointIds.filter((id) => endpointTable[id].path.startsWith('/api/'))
      expect([...publicIds].sort()).toEqual([...known].sort())
    })

    test('requires a signed-in user except on a short list', () => {
      const publicIds = endpointIds.filter((id) => endpointTable[id].access === 'public')
      expect([...publicIds].sort()).toEqual([...anonymous].sort())
    })

    test('has exactly the service-to-service endpoints under /internal', () => {
      for (const id of endpointIds) {
        expect([id, endpointTable[id].path.startsWith('/internal/')]).toEqual([
          id,
          endpointTable[id].access === 'service',
        ])
      }
    })

    test('contains each method and path once', () => {
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
    test.each(endpointIds)('the longest matching prefix of %s belongs to its owner', (id) => {
      const { owner, path } = endpointTable[id]
      expect(findOwnerByPrefix(path)).toBe(owner)
      expect(findOwnerByPrefix(path.replaceAll(/:[^/]+/g, 'X1'))).toBe(owner)
    })

    test('no prefix belongs to two owners', () => {
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
    ] as const)('the longest prefix of %s belongs to %s', (path, owner) => {
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

    test('rejects a missing or empty parameter', () => {
      expect(() => buildPath('stocks.quote')).toThrow('/api/stocks/quote/:symbol needs the parameter symbol')
      expect(() => buildPath('stocks.quote', { symbol: '' })).toThrow('symbol')
      expect(() => buildPath('stocks.quote', { id: 'x' })).toThrow('symbol')
    })

    test('fills a parameter in the middle', () => {
      expect(buildPath('options.customRecommendations', { symbol: 'AAPL' })).toBe(
        '/api/options/recommendations/AAPL/custom',
      )
    })
  })
})

describe('matchEndpoint', () => {
  test.each(endpointIds)('finds %s by its method and path', (id) => {
    const path = buildPath(id, { symbol: 'BRK.B', id: '17-a_b', token: 'A-b_9' })
    expect(matchEndpoint(endpointTable[id].method, path)).toEqual({ kind: 'endpoint', id })
  })

  test('prefers a literal segment over a parameter for every method', () => {
    expect(matchEndpoint('POST', '/api/portfolio/positions/migrate')).toEqual({
      kind: 'endpoint',
      id: 'portfolio.migrate',
    })
    expect(matchEndpoint('PUT', '/api/portfolio/positions/migrate')).toEqual({
      kind: 'other_method',
      allowed: ['POST'],
    })
    expect(matchEndpoint('DELETE', '/api/portfolio/positions/migrates')).toEqual({
      kind: 'endpoint',
      id: 'portfolio.remove',
    })
  })

  test('lists the allowed methods of a path', () => {
    expect(matchEndpoint('PATCH', '/api/portfolio/positions')).toEqual({
      kind: 'other_method',
      allowed: ['GET', 'POST'],
    })
    expect(matchEndpoint('POST', '/api/auth/me')).toEqual({ kind: 'other_method', allowed: ['GET', 'DELETE'] })
    expect(matchEndpoint('get', '/api/auth/me')).toMatchObject({ kind: 'other_method' })
  })

  test.each([
    '/api/stocks/quote',
    '/api/stocks/quote/',
    '/api/stocks/quote/A/B',
    '/api/auth/me/',
    '//api/auth/me',
    '/API/auth/me',
    '/api/unknown',
    '/',
    '',
  ])('finds no endpoint at %s', (path) => {
    expect(matchEndpoint('GET', path)).toEqual({ kind: 'none' })
  })
})
