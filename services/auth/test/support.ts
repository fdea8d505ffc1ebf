import { randomBytes, randomInt } from 'node:crypto'
import { buildPath, type EndpointId, endpointTable, type Problem, type Success } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER, type Principal } from '@callwright/service'
import {
  addressesOf,
  buildTestConfig,
  createLogSink,
  createTestDatabase,
  readTestUrl,
} from '@callwright/service/testing'
import { Secret, TOTP } from 'otpauth'
import type { HashCost } from '../src/accounts/passwords.ts'
import { buildApp } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { migrations } from '../src/db/migrations.ts'
import { startFakeUserData } from './fake-user-data.ts'

export const PASSWORD = 'correct horse battery'
export const PUBLIC_HOST = 'app.example.com'

interface Call {
  readonly body?: Record<string, unknown> | URLSearchParams | FormData | string | undefined
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly as?: Principal
  readonly address?: string
  readonly cookie?: string | undefined
  readonly headers?: Record<string, string>
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  /** Returns the response body as the expected type. */
  read<T>(): T
  /** Returns the response body as a problem; throws if it is not one. */
  problem(): Problem
  /** Value and attributes of the refresh cookie that the response sets. */
  cookie(): { readonly name: string; readonly value: string; readonly attributes: readonly string[] } | null
}

/** Argon2id's minimum cost, for fast tests. */
const CHEAP_HASH: HashCost = { memoryCost: 8, timeCost: 1 }

interface Given extends Partial<Config> {
  readonly now?: () => number
  readonly hashCost?: HashCost
}

export type AuthUnderTest = Awaited<ReturnType<typeof openAuth>>

/** Opens the service with its own database. Requests are sent the way the gateway sends them. */
export async function openAuth({ now, hashCost = CHEAP_HASH, ...configured }: Given = {}) {
  const userData = await startFakeUserData()
  const database = configured.databaseUrl ? null : await createTestDatabase('auth', migrations)
  const config: Config = {
    ...buildTestConfig(),
    databaseUrl: database?.url ?? '',
    redisCacheUrl: readTestUrl('TEST_REDIS_URL'),
    portfolio: addressesOf(userData.url),
    screener: addressesOf(userData.url),
    coach: addressesOf(userData.url),
    accessTokenPrivateKey: null,
    cookieSecure: true,
    passwordMinLength: 6,
    refuseCommonPasswords: false,
    signUp: 'open',
    demo: 'open',
    registrationsPerHour: 1_000,
    demosPerHour: 1_000,
    mail: null,
    oidc: null,
    publicUrl: 'https://calls.example.com',
    ...configured,
  }
  userData.trust(config)
  const log = createLogSink()
  const { app, runtime, closing } = await buildApp(config, { logStream: log.stream, hashCost, ...(now ? { now } : {}) })
  const sign = createIdentitySigner(config, 'gateway')

  async function call(id: EndpointId, given: Call = {}): Promise<Answer> {
    const { method } = endpointTable[id]
    const encoded = await encodeBody(given.body)
    const response = await app.inject({
      method,
      url: buildPath(id, given.params),
      query: given.query ?? {},
      headers: {
        [IDENTITY_HEADER]: sign('auth', given.as ?? { kind: 'anonymous' }),
        'x-client-address': given.address ?? randomAddress(),
        'x-public-host': PUBLIC_HOST,
        'user-agent': 'integration test',
        ...(given.cookie === undefined ? {} : { cookie: given.cookie }),
        ...encoded.headers,
        ...given.headers,
      },
      ...(encoded.payload === undefined ? {} : { payload: encoded.payload }),
    })
    return buildAnswer(response)
  }

  return {
    app,
    runtime,
    catchUp: () => closing.catchUp(),
    config,
    log,
    userData,
    call,
    signIn: (username: string, password: string, address?: string) =>
      call('auth.login', { body: { username, password }, ...(address ? { address } : {}) }),
    async register(username = randomName()) {
      const email = `${username}@example.com`
      const answer = await call('auth.register', { body: { username, email, password: PASSWORD } })
      if (answer.status !== 201) throw new Error(`Registering ${username} returned ${answer.status}: ${answer.text}`)
      const { access_token: token, user } = answer.read<{ access_token: string; user: { id: string } }>()
      return { username, email, id: user.id, token, sid: readClaims(token).sid, cookie: cookieHeader(answer), answer }
    },
    async openDemo(address?: string) {
      const answer = await call('auth.demo', address ? { address } : {})
      if (answer.status !== 201) throw new Error(`Opening a demo returned ${answer.status}: ${answer.text}`)
      const { access_token: token, expires_in: lifeSeconds, user } = answer.read<Success<'auth.demo'>>()
      const { sid } = readClaims(token)
      return { ...user, isDemo: true, token, lifeSeconds, sid, cookie: cookieHeader(answer), answer }
    },
    /** Sum of all series of a metric that match the labels. */
    async readMetric(name: string, labels: Record<string, string> = {}): Promise<number> {
      const values = await readSeries(runtime.metrics.registry.getSingleMetric(name.replace(/_count$/, '')))
      const matching = values.filter(
        (value) =>
          (value.metricName ?? name) === name &&
          Object.entries(labels).every(([key, text]) => value.labels[key] === text),
      )
      return matching.reduce((sum, { value }) => sum + value, 0)
    },
    async close() {
      await runtime.close()
      await userData.close()
      await database?.drop()
    },
  }
}

interface Series {
  readonly metricName?: string
  readonly labels: Record<string, unknown>
  readonly value: number
}

async function readSeries(metric: { get(): Promise<{ values: unknown }> } | undefined): Promise<Series[]> {
  return ((await metric?.get())?.values ?? []) as Series[]
}

async function encodeBody(body: Call['body']): Promise<{ headers: Record<string, string>; payload?: Buffer | string }> {
  if (body === undefined) return { headers: {} }
  if (typeof body === 'string') return { headers: { 'content-type': 'application/json' }, payload: body }
  if (body instanceof FormData || body instanceof URLSearchParams) {
    const response = new Response(body)
    const payload = Buffer.from(await response.arrayBuffer())
    return { headers: { 'content-type': response.headers.get('content-type') ?? '' }, payload }
  }
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
}

function buildAnswer(response: { statusCode: number; headers: Answer['headers']; body: string }): Answer {
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    read: <T>() => JSON.parse(response.body) as T,
    problem() {
      if (response.headers['content-type'] !== 'application/problem+json') {
        throw new Error(`Not a problem: ${response.statusCode} ${response.body}`)
      }
      return JSON.parse(response.body) as Problem
    },
    cookie() {
      const [header] = [response.headers['set-cookie'] ?? []].flat()
      if (typeof header !== 'string') return null
      const [pair = '', ...attributes] = header.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return { name, value, attributes }
    },
  }
}

/** Cookie header that a browser would send after this response. */
export function cookieHeader(answer: Answer): string {
  const cookie = answer.cookie()
  if (cookie === null) throw new Error(`No cookie in ${answer.status} ${answer.text}`)
  return `${cookie.name}=${cookie.value}`
}

export function readClaims(token: string): { sub: string; sid: string; jti: string; exp: number; demo?: true } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

export function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

export function randomName(): string {
  return `user-${randomBytes(6).toString('hex')}`
}

/** Turns two-factor sign-in on, at the time of the service. Returns the app and the recovery codes. */
export async function turnOnSecondFactor(auth: AuthUnderTest, user: { id: string; sid: string }, nowMs: number) {
  const as = asUser(user)
  const begun = await auth.call('auth.beginSecondFactor', { as, body: { current_password: PASSWORD } })
  const { secret } = begun.read<Success<'auth.beginSecondFactor'>>()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const confirmed = await auth.call('auth.confirmSecondFactor', {
    as,
    body: { code: app.generate({ timestamp: nowMs }) },
  })
  if (confirmed.status !== 200) throw new Error(`Confirming returned ${confirmed.status}: ${confirmed.text}`)
  return { secret, app, codes: confirmed.read<Success<'auth.confirmSecondFactor'>>().recovery_codes ?? [] }
}

export function asUser(user: { id: string; sid: string; isDemo?: boolean }): Principal {
  return { kind: 'user', userId: user.id, sessionId: user.sid, isDemo: user.isDemo ?? false }
}
