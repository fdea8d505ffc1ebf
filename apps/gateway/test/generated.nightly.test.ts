import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPath, type Success } from '@callwright/contracts'
import { buildOpenApi, listOperations } from '@callwright/contracts/openapi'
import { seed } from '@callwright/properties'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Pool } from 'undici'
import { type Account, openAccount } from './generated/accounts.ts'
import { createJudge, type ReceivedAnswer } from './generated/answers.ts'
import { type GeneratedRequest, generateRequests, type SignIn } from './generated/requests.ts'
import { createTally } from './generated/tally.ts'
import { openRealStack, type RealStack } from './real-stack/stack.ts'
import { bearer, signToken } from './support.ts'

/**
 * Requests generated from the OpenAPI document: valid ones, and ones with wrong types, missing, additional and hostile
 * values, other users' identifiers, wrong content types and bad tokens. PROPERTY_SEED repeats a run.
 */
const REQUESTS = Number(process.env.GENERATED_REQUESTS ?? 20_000)
const CONNECTIONS = 12
/** Each part is a test, which has a time limit. */
const PARTS = 10
const MINUTE_MS = 60_000
/** On a busy machine. The bar on an idle one is 2 s, and the table has the number of slower answers. */
const SLOWEST_MS = 25_000

let stack: RealStack
let pool: Pool
/** `own` and `other` send requests, also with the identifiers of `victim`, which sends none. */
let accounts: Record<'own' | 'other' | 'victim' | 'leaving', Account>
const document = buildOpenApi()
const tally = createTally()
let requests: readonly GeneratedRequest[]
let rowsBefore: string
let tokens: Record<Exclude<SignIn, 'own' | 'other' | 'none'>, string>

beforeAll(async () => {
  stack = await openRealStack({
    REGISTRATIONS_PER_HOUR: '1000000',
    DEMOS_PER_HOUR: '1000000',
    // A busy machine then gives slow answers instead of timeouts.
    UPSTREAM_TIMEOUT_MS: '30000',
  })
  pool = new Pool(stack.url, { connections: CONNECTIONS, bodyTimeout: MINUTE_MS, headersTimeout: MINUTE_MS })
  accounts = {
    own: await openAccount(stack.url, 'own'),
    other: await openAccount(stack.url, 'other'),
    victim: await openAccount(stack.url, 'victim'),
    leaving: await openAccount(stack.url, 'leaving'),
  }
  const authorization = bearer(accounts.own.token())
  await waitFor(
    'the first run to end',
    async () => {
      const answer = await fetch(stack.url + buildPath('screener.enrichmentStatus'), { headers: authorization })
      return ((await answer.json()) as Success<'screener.enrichmentStatus'>).finished_at !== null
    },
    MINUTE_MS,
  )
  tokens = await createBadTokens()
  rowsBefore = await accounts.victim.readRows()
  const { own, other, victim } = accounts
  const ids = [...own.ids, ...other.ids, ...victim.ids, 'app', 'new-1', 'new-2', 'new-3']
  const operations = listOperations(document).length
  expect(operations).toBeGreaterThan(100)
  requests = generateRequests(document, { ids, perEndpoint: Math.ceil(REQUESTS / operations), seed })
})
afterAll(async () => {
  await pool?.destroy()
  await stack?.close()
})

async function createBadTokens(): Promise<typeof tokens> {
  const [header = '', claims = '', signature = ''] = accounts.victim.token().split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, string>
  const { kid = '' } = read(header)
  const key = {
    kid,
    privateKey: readFileSync(join(stack.dataDir, 'secrets', 'access-token.pem'), 'utf8'),
    publicKey: '',
  }
  const { sub, sid } = read(claims)
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const forged = Buffer.from(JSON.stringify({ ...read(claims), sub: 'someone-else' })).toString('base64url')
  return {
    junk: 'a.b.c',
    expired: signToken(key, { sub, sid, iat: nowSeconds - 1_000, exp: nowSeconds - 100 }),
    forged: `${header}.${forged}.${signature}`,
    revoked: await accounts.own.openRevoked(),
  }
}

/** The endpoint that ends its own session has an account of its own. */
const accountOf = ({ id, signIn }: GeneratedRequest): Account =>
  id === 'auth.logout' ? accounts.leaving : accounts[signIn as 'own' | 'other']

function tokenOf(request: GeneratedRequest): string | null {
  const { signIn } = request
  if (signIn === 'none') return null
  return signIn === 'own' || signIn === 'other' ? accountOf(request).token() : tokens[signIn]
}

async function send(request: GeneratedRequest): Promise<ReceivedAnswer> {
  const token = tokenOf(request)
  const { statusCode, headers, body } = await pool.request({
    path: request.target,
    method: request.method.toUpperCase() as 'GET',
    headers: {
      accept: request.accept,
      ...(request.type === '' ? {} : { 'content-type': request.type }),
      ...(token === null ? {} : bearer(token)),
    },
    body: request.body,
  })
  const received = new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]))
  const isEndless = request.id === 'screener.enrichmentEvents' && statusCode === 200
  if (isEndless) body.on('error', () => undefined).destroy()
  return { status: statusCode, headers: received, text: isEndless ? null : await body.text() }
}

describe(`${REQUESTS} generated requests (S01, S05, S07, S18, S29)`, () => {
  const parts = Array.from({ length: PARTS }, (_, index) => index + 1)

  test.each(parts)(
    `part %i of ${PARTS}: no 5xx, no foreign data, no false sign-out, answers as documented`,
    async (part) => {
      const { own, other, victim, leaving } = accounts
      const judge = createJudge(document, {
        canaries: { own: own.canary, other: other.canary, victim: victim.canary },
        secrets: [own, other, victim, leaving].flatMap((account) => account.secrets()),
      })
      const size = Math.ceil(requests.length / PARTS)
      const waiting = requests.slice((part - 1) * size, part * size)
      const faultsBefore = tally.faults().length
      async function work(): Promise<void> {
        for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
          await Promise.all([own.renew(), other.renew()])
          const startedMs = performance.now()
          const answer = await send(request)
          tally.add(request, answer, performance.now() - startedMs, judge.findFault(request, answer))
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, work))
      expect(tally.faults().slice(faultsBefore)).toEqual([])
    },
  )

  test('changed no row of an account that sent none, and none took too long', async () => {
    await tally.publish(seed)
    expect(tally.requests()).toBeGreaterThanOrEqual(REQUESTS)
    expect(tally.slowestMs()).toBeLessThan(SLOWEST_MS)
    await accounts.victim.renew()
    expect(await accounts.victim.readRows()).toBe(rowsBefore)
  })
})
