import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPath, endpointTable, getSchemas, problemTitle } from '@callwright/contracts'
import { buildOpenApi, listOperations, type OpenApiDocument } from '@callwright/contracts/openapi'
import { createKeyPair } from '@callwright/service'
import { addressesOf, DEAD_PORT_URL } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { requestText, sendRaw } from './raw.ts'
import { APP_HTML, bearer, LANDING_HTML, openGateway, readProblem, type TestGateway } from './support.ts'

describe('web app', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway({ portfolio: addressesOf(DEAD_PORT_URL) })
  })
  afterAll(() => gateway.close())

  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  describe('the documents', () => {
    test.each([
      ['/', LANDING_HTML],
      ['/?from=a-letter', LANDING_HTML],
      ['/login', APP_HTML],
      ['/dashboard', APP_HTML],
      ['/analysis?symbol=BRK.B', APP_HTML],
      ['/a/b/c', APP_HTML],
    ])('serves %s uncached', async (path, text) => {
      const answer = await fetch(gateway.url + path, { headers: html })
      expect([answer.status, await answer.text()]).toEqual([200, text])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    })

    test.each(['/index.html', '/index.html?from=a-letter'])('redirects %s to the landing page', async (path) => {
      const answer = await fetch(gateway.url + path, { headers: html, redirect: 'manual' })
      const seen = ['location', 'cache-control'].map((name) => answer.headers.get(name))
      expect([answer.status, ...seen]).toEqual([302, '/', 'no-store'])
    })

    test('returns a problem for an unknown API path, even to a browser', async () => {
      const answer = await fetch(`${gateway.url}/api/nowhere`, { headers: html, redirect: 'manual' })
      expect([answer.status, (await readProblem(answer)).code]).toEqual([404, 'not_found'])
    })

    test('serves hashed assets as immutable and makes browsers revalidate other files', async () => {
      const asset = await fetch(`${gateway.url}/assets/index-abcdefgh.js`)
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      expect(asset.headers.get('content-type')).toContain('javascript')
      const icon = await fetch(`${gateway.url}/favicon.svg`)
      expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    })

    test.each([
      ['/sw.js', 'application/javascript; charset=utf-8'],
      ['/manifest.webmanifest', 'application/manifest+json'],
    ])('serves %s with its type, and makes browsers look for a new version', async (path, type) => {
      const answer = await fetch(gateway.url + path)
      const seen = ['content-type', 'cache-control'].map((name) => answer.headers.get(name))
      expect([answer.status, ...seen]).toEqual([200, type, 'no-cache'])
    })

    test.each([
      ['/assets/index-abcdefgh.js', 'export {}', 'public, max-age=31536000, immutable'],
      ['/', LANDING_HTML, 'no-cache'],
      ['/dashboard', APP_HTML, 'no-cache'],
    ])('serves the precompressed %s to clients that accept it', async (path, text, cacheControl) => {
      for (const [accepted, encoding] of [
        ['gzip, br', 'br'],
        ['identity', null],
      ] as const) {
        const answer = await fetch(gateway.url + path, { headers: { ...html, 'accept-encoding': accepted } })
        const seen = ['content-encoding', 'cache-control', 'vary'].map((name) => answer.headers.get(name))
        expect(seen).toEqual([encoding, cacheControl, 'accept-encoding'])
        expect(await answer.text()).toBe(text)
      }
    })

    test('answers HEAD like GET, without a body', async () => {
      const answer = await fetch(`${gateway.url}/dashboard`, { method: 'HEAD', headers: html })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
    })

    test.each([
      ['an asset of an older build', '/assets/index-oldoldol.js', { accept: '*/*' }],
      ['an asset requested as a page', '/assets/index-oldoldol.js', html],
      ['a page requested as JSON', '/dashboard', { accept: 'application/json' }],
      ['a hidden file', '/.env', { accept: '*/*' }],
      ['a folder', '/assets', { accept: '*/*' }],
    ])('returns 404 for %s', async (_name, path, headers) => {
      const answer = await fetch(gateway.url + path, { headers })
      expect([answer.status, (await readProblem(answer)).code]).toEqual([404, 'not_found'])
    })

    test('never serves a hidden file, not even for a page request', async () => {
      const answer = await fetch(`${gateway.url}/.env`, { headers: html })
      expect(await answer.text()).not.toContain('SECRET')
    })

    test('without a build, starts, logs a warning and returns 503 for pages', async () => {
      const webRoot = mkdtempSync(join(tmpdir(), 'callwright-empty-'))
      const own = await openGateway({ webRoot })
      try {
        expect(own.sink.lines().filter(({ event }) => event === 'web.not_built')).toHaveLength(1)
        for (const path of ['/', '/login']) {
          const answer = await fetch(own.url + path, { headers: html })
          expect([answer.status, await answer.text()]).toEqual([
            503,
            'The web app has not been built yet. Run `npm run build`.',
          ])
        }
        expect((await fetch(own.url + buildPath('gateway.health'))).status).toBe(200)
        writeFileSync(join(webRoot, 'app.html'), APP_HTML)
        expect((await fetch(`${own.url}/login`, { headers: html })).status).toBe(503)
        writeFileSync(join(webRoot, 'index.html'), LANDING_HTML)
        expect((await fetch(`${own.url}/login`, { headers: html })).status).toBe(200)
        expect(await (await fetch(`${own.url}/`, { headers: html })).text()).toBe(LANDING_HTML)
      } finally {
        await own.close()
      }
    })
  })

  test('the public health page returns only the status', async () => {
    const answer = await fetch(gateway.url + buildPath('gateway.health'))
    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"pass"}'])
  })

  describe('the public port does not serve the ops port (S31)', () => {
    const paths = [
      '/metrics',
      '/readyz',
      '/livez',
      '/startupz',
      '/ops',
      '/ops/',
      '/ops/api/summary',
      '/OPS',
      '/Metrics',
    ]

    test.each(paths)('%s returns 404 to programs and redirects browsers to the landing page', async (path) => {
      for (const token of [{}, bearer('test-ops-token')]) {
        const answer = await fetch(gateway.url + path, { headers: token })
        expect([answer.status, (await readProblem(answer)).code]).toEqual([404, 'not_found'])
        const page = await fetch(gateway.url + path, { headers: { ...html, ...token }, redirect: 'manual' })
        expect([page.status, page.headers.get('location')]).toEqual([302, '/'])
      }
    })

    test('the ops port does serve them, and requires the token for details', async () => {
      const ops = `http://127.0.0.1:${await gateway.runtime.startOps()}`
      const ask = (path: string, token?: string) => fetch(ops + path, token ? { headers: bearer(token) } : {})
      expect((await ask('/metrics')).status).toBe(401)
      expect((await ask('/metrics', 'guess')).status).toBe(401)
      const metrics = await (await ask('/metrics', 'test-ops-token')).text()
      for (const name of [
        'http_server_request_duration_seconds',
        'http_server_active_requests',
        'upstream_request_duration_seconds',
        'gateway_auth_failures_total',
        'client_errors_total',
      ]) {
        expect(metrics).toContain(`# TYPE ${name} `)
      }
    })
  })

  describe('headers of every route class (S18)', () => {
    const csp = {
      "default-src 'self'": true,
      "script-src 'self'": true,
      "style-src 'self' 'unsafe-inline'": true,
      "img-src 'self' data:": true,
      "font-src 'self'": true,
      "manifest-src 'self'": true,
      "worker-src 'self'": true,
      "connect-src 'self'": true,
      "object-src 'none'": true,
      "base-uri 'none'": true,
      "frame-ancestors 'none'": true,
      "form-action 'self'": true,
    }
    const token = () => bearer(gateway.token())
    const classes: readonly [string, number, () => Promise<Response>][] = [
      ['a page', 200, () => fetch(`${gateway.url}/login`, { headers: html })],
      ['an asset', 200, () => fetch(`${gateway.url}/assets/index-abcdefgh.js`)],
      ['a missing file', 404, () => fetch(`${gateway.url}/nothing.js`)],
      ['the health page', 200, () => fetch(gateway.url + buildPath('gateway.health'))],
      ['an API response', 200, () => fetch(gateway.url + buildPath('stocks.sp500'), { headers: token() })],
      ['a public API response', 200, () => fetch(gateway.url + buildPath('auth.login'), { method: 'POST' })],
      ['an API rejection', 401, () => fetch(gateway.url + buildPath('stocks.sp500'))],
      ['an unknown API path', 404, () => fetch(`${gateway.url}/api/x`)],
      ['a wrong method', 405, () => fetch(gateway.url + buildPath('stocks.sp500'), { method: 'PATCH' })],
      ['the API page', 200, () => fetch(gateway.url + buildPath('gateway.docs'), { headers: html })],
      ['its script', 200, () => fetch(gateway.url + buildPath('gateway.docsScript'))],
      [
        'a rejected error report',
        400,
        () =>
          fetch(gateway.url + buildPath('gateway.reportError'), {
            method: 'POST',
            body: '{}',
            headers: { 'content-type': 'application/json' },
          }),
      ],
      ['an ops page that is not here', 404, () => fetch(`${gateway.url}/metrics`)],
    ]

    const cached = ['a page', 'an asset', 'the API page', 'its script']

    test.each(classes)('%s', async (name, status, ask) => {
      const answer = await ask()
      expect(answer.status).toBe(status)
      const directives = (answer.headers.get('content-security-policy') ?? '').split(';').map((text) => text.trim())
      expect(Object.fromEntries(directives.map((text) => [text, true]))).toEqual(csp)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(answer.headers.get('x-frame-options')).toBe('DENY')
      expect(answer.headers.get('strict-transport-security')).toBeNull()
      expect(answer.headers.get('server')).toBeNull()
      expect(answer.headers.get('x-powered-by')).toBeNull()
      if (!cached.includes(name)) expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    test('also sets them for a path that is rejected before routing', async () => {
      const { text } = await sendRaw(gateway.port, requestText('GET', '/api/%zz'))
      expect(text).toMatch(/content-security-policy: default-src 'self';/i)
    })

    test('the production profile adds strict transport security', async () => {
      const own = await openGateway({ profile: 'production', identityPrivateKey: createKeyPair().privateKey })
      try {
        const answer = await fetch(`${own.url}/login`, { headers: html })
        expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
      } finally {
        await own.close()
      }
    })

    test('the production profile does not generate keys', async () => {
      await expect(openGateway({ profile: 'production' })).rejects.toThrow('identity-gateway.pem')
    })
  })
})

describe('docs', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await openGateway({ coach: addressesOf(DEAD_PORT_URL) })
  })
  afterAll(() => gateway.close())

  const ask = (id: 'gateway.docs' | 'gateway.openapi' | 'gateway.docsScript', headers: Record<string, string> = {}) =>
    fetch(gateway.url + buildPath(id), { headers })

  function findExample(document: OpenApiDocument, code: string, status: number) {
    const examples = Object.values(document.components.examples).map(({ value }) => value as Record<string, unknown>)
    return examples.filter((value) => value.code === code && value.status === status)
  }

  describe('the document', () => {
    test('is public and matches the contracts', async () => {
      const answer = await ask('gateway.openapi')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      const document = (await answer.json()) as OpenApiDocument
      expect(document).toEqual(buildOpenApi())
      const schema = getSchemas('gateway.openapi').responses[200]
      expect(schema && Compile(schema).Check(document)).toBe(true)
      expect(gateway.hits).toEqual([])
    })

    test.each([
      ['application/json', 'application/json; charset=utf-8'],
      ['application/vnd.oai.openapi+json', 'application/json; charset=utf-8'],
      ['text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['*/*', 'text/html; charset=utf-8'],
    ])('at the URL of the page, Accept: %s returns %s', async (accept, type) => {
      const answer = await ask('gateway.docs', { accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('vary')).toContain('accept')
    })

    test('lists only paths that the gateway routes', async () => {
      const token = bearer(gateway.token())
      for (const { method, path, operation } of listOperations(buildOpenApi())) {
        const given = path.replaceAll('{symbol}', 'AAPL').replaceAll('{id}', 'x1')
        const answer = await fetch(gateway.url + given, { method, headers: token })
        expect([operation.operationId, [404, 405].includes(answer.status)]).toEqual([operation.operationId, false])
        await answer.body?.cancel()
      }
    })

    test('requires a token for operations marked as signed in, and returns the message in the example', async () => {
      const document = buildOpenApi()
      const [example] = findExample(document, 'token_missing', 401)
      const guarded = listOperations(document).filter(({ operation }) => operation.security.length > 0)
      expect(guarded.length).toBeGreaterThan(30)
      for (const { method, path } of guarded) {
        const answer = await fetch(gateway.url + path.replaceAll(/\{[^}]+\}/g, 'X1'), { method })
        const problem = await readProblem(answer)
        expect({ ...problem, request_id: null }).toEqual({ ...example, request_id: null })
      }
    })

    test('documents the response during an outage', async () => {
      const answer = await fetch(gateway.url + buildPath('coach.status'), { headers: bearer(gateway.token()) })
      const problem = await readProblem(answer)
      const [example] = findExample(buildOpenApi(), 'upstream_unavailable', 503)
      expect(Object.keys(problem).sort()).toEqual(Object.keys(example ?? {}).sort())
      expect(problem).toMatchObject({ status: 503, code: example?.code, title: problemTitle(503) })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    })
  })

  describe("the gateway's own endpoints", () => {
    const own = [
      ['gateway.health', {}],
      ['gateway.openapi', {}],
      ['gateway.docs', { accept: 'application/json' }],
    ] as const

    test.each(own)('%s matches its schema', async (id, headers) => {
      const answer = await fetch(gateway.url + endpointTable[id].path, { headers })
      const schema = getSchemas(id).responses[200]
      expect(schema && [...Compile(schema).Errors(await answer.json())]).toEqual([])
    })
  })

  describe('the page', () => {
    test('is complete, and its compressed version decompresses to the same bytes', async () => {
      const plain = await ask('gateway.docs', { accept: 'text/html', 'accept-encoding': 'identity' })
      const compressed = await ask('gateway.docs', { accept: 'text/html', 'accept-encoding': 'gzip' })
      expect([plain, compressed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
      const text = await plain.text()
      expect(await compressed.text()).toBe(text)
      expect(text).toContain('<h1>API')
      expect(text).toContain(`src="${buildPath('gateway.docsScript')}"`)
    })

    test.each(['gateway.docs', 'gateway.openapi', 'gateway.docsScript'] as const)(
      '%s returns 304 if the ETag matches',
      async (id) => {
        const first = await ask(id)
        const etag = first.headers.get('etag') ?? ''
        await first.body?.cancel()
        const again = await ask(id, { 'if-none-match': etag })
        expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([304, '', 'no-cache'])
        const other = await ask(id, { 'if-none-match': 'W/"another"' })
        expect(other.status).toBe(200)
        await other.body?.cancel()
      },
    )

    test('serves its script', async () => {
      const answer = await ask('gateway.docsScript')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect(await answer.text()).toContain('addEventListener')
    })
  })
})
