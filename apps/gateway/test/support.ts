import { createPublicKey, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import {
  ACCESS_TOKEN_AUDIENCE,
  ACCESS_TOKEN_ISSUER,
  ACCESS_TOKEN_SECONDS,
  endpointTable,
  type Success,
} from '@callwright/contracts'
import { createKeyPair, schemaController } from '@callwright/service'
import { addressesOf, buildTestConfig, createLogSink, readTestUrl } from '@callwright/service/testing'
import { createSigner } from 'fast-jwt'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { buildApp } from '../src/app.ts'
import type { GatewayConfig } from '../src/config.ts'
import { type Upstream, upstreams } from '../src/config.ts'
import type { OpsOverrides } from '../src/ops/ops.ts'

export interface Hit {
  readonly upstream: Upstream
  readonly method: string
  readonly url: string
  readonly headers: FastifyRequest['headers']
  readonly body: unknown
}
type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Stub service that sends one fixed response and records the requests. */
export async function openStub(upstream: Upstream, hits: Hit[]) {
  let answer: Answer = () => ({ upstream })
  const app = Fastify({ schemaController, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('/*', (request, reply) => {
    const { method, url, headers, body } = request
    hits.push({ upstream, method, url, headers, body })
    return answer(request, reply)
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    answerWith(next: Answer) {
      answer = next
    },
    close: () => app.close(),
  }
}

export interface SigningKey {
  readonly kid: string
  readonly privateKey: string
  readonly publicKey: string
}

export function createSigningKey(kid: string = randomUUID()): SigningKey {
  return { kid, ...createKeyPair() }
}

export function toJwk({ kid, publicKey }: SigningKey) {
  const { kty, crv, x } = createPublicKey(publicKey).export({ format: 'jwk' })
  return { kid, kty, crv, x, alg: 'EdDSA', use: 'sig' }
}

type Claims = Record<string, unknown>

export function buildClaims(changes: Claims = {}): Claims {
  const nowSeconds = Math.floor(Date.now() / 1_000)
  return {
    iss: ACCESS_TOKEN_ISSUER,
    aud: ACCESS_TOKEN_AUDIENCE,
    sub: 'user-1',
    sid: randomUUID(),
    jti: randomUUID(),
    iat: nowSeconds,
    exp: nowSeconds + ACCESS_TOKEN_SECONDS,
    ...changes,
  }
}

export function signToken(key: SigningKey, changes: Claims = {}): string {
  return createSigner({ algorithm: 'EdDSA', key: key.privateKey, kid: key.kid })(buildClaims(changes))
}

/** Stub of auth's internal endpoints: real keys, a paged revocation list and request counters. */
export function createAuthStub(hits: Hit[]) {
  const key = createSigningKey()
  let keys = [key]
  const revocations: Success<'auth.revocations'>['revocations'] = []
  const counts = { jwks: 0, revocations: 0 }
  let publicAnswer: Answer = () => ({ upstream: 'auth' })

  const answer: Answer = (request, reply) => {
    if (request.url === endpointTable['auth.jwks'].path) {
      counts.jwks += 1
      hits.pop()
      return { keys: keys.map(toJwk) }
    }
    if (request.url.startsWith(endpointTable['auth.revocations'].path)) {
      counts.revocations += 1
      hits.pop()
      const after = Number((request.query as { after?: string }).after ?? 0)
      return { revocations: revocations.slice(after), cursor: String(revocations.length) }
    }
    return publicAnswer(request, reply)
  }

  return {
    key,
    counts,
    answer,
    answerPublicWith(next: Answer) {
      publicAnswer = next
    },
    publish(...next: SigningKey[]) {
      keys = next
    },
    revoke(sid: string) {
      revocations.push({ sid, revoked_at: new Date().toISOString() })
    },
  }
}

export type Stubs = Record<Upstream, Awaited<ReturnType<typeof openStub>>>

export const LANDING_HTML = '<!doctype html><title>Covered calls</title><h1>Covered Calls, Made Simple.</h1>'
export const APP_HTML = '<!doctype html><title>Callwright</title><div id="root"></div>'

export function buildWebRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'callwright-web-'))
  mkdirSync(join(root, 'assets'))
  for (const [name, html] of [
    ['index.html', LANDING_HTML],
    ['app.html', APP_HTML],
  ] as const) {
    writeFileSync(join(root, name), html)
    writeFileSync(join(root, `${name}.br`), brotliCompressSync(html))
  }
  writeFileSync(join(root, 'sw.js'), 'self.skipWaiting()')
  writeFileSync(join(root, 'manifest.webmanifest'), '{}')
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, 'assets', 'index-abcdefgh.js'), 'export {}')
  writeFileSync(join(root, 'assets', 'index-abcdefgh.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(root, '.env'), 'SECRET=1')
  return root
}

/** A complete gateway on a loopback port, with five stub services. */
export async function openGateway(overrides: Partial<GatewayConfig> = {}, ops: OpsOverrides = {}) {
  const hits: Hit[] = []
  const auth = createAuthStub(hits)
  const opened = await Promise.all(upstreams.map(async (name) => [name, await openStub(name, hits)] as const))
  const stubs = Object.fromEntries(opened) as Stubs
  stubs.auth.answerWith(auth.answer)
  const sink = createLogSink()
  const config: GatewayConfig = {
    ...buildTestConfig(),
    auth: addressesOf(stubs.auth.url),
    'market-data': addressesOf(stubs['market-data'].url),
    screener: addressesOf(stubs.screener.url),
    portfolio: addressesOf(stubs.portfolio.url),
    coach: addressesOf(stubs.coach.url),
    redisCacheUrl: readTestUrl('TEST_REDIS_URL'),
    redisQueueUrl: readTestUrl('TEST_REDIS_URL'),
    redisNamespace: `ops-${randomUUID()}`,
    webRoot: buildWebRoot(),
    trustedProxies: [],
    requestsPerMinute: 1_000_000,
    upstreamTimeoutMs: 5_000,
    coachTimeoutMs: 35_000,
    ...overrides,
  }
  const closeStubs = () => Promise.all(Object.values(stubs).map((stub) => stub.close()))
  const {
    app,
    runtime,
    ops: pages,
  } = await buildApp(config, { logStream: sink.stream, ops }).catch(async (error: unknown) => {
    await closeStubs()
    throw error
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })

  return {
    app,
    runtime,
    monitor: pages.monitor,
    config,
    auth,
    stubs,
    hits,
    sink,
    url,
    port: Number(new URL(url).port),
    token: (changes: Claims = {}) => signToken(auth.key, changes),
    async readMetric(name: string, labels: Record<string, string> = {}): Promise<number> {
      const metric = await runtime.metrics.registry.getSingleMetric(name)?.get()
      const matches = metric?.values.filter((value) =>
        Object.entries(labels).every(([label, text]) => (value.labels as Record<string, unknown>)[label] === text),
      )
      return matches?.reduce((sum, { value }) => sum + value, 0) ?? 0
    },
    async close() {
      await runtime.close()
      await closeStubs()
    },
  }
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function readProblem(answer: Response) {
  expectProblemType(answer)
  return (await answer.json()) as { status: number; code: string; detail: string; request_id: string }
}

function expectProblemType(answer: Response): void {
  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('application/problem+json')) throw new Error(`${answer.status} has no problem body: ${type}`)
}
