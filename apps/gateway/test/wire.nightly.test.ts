import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPath, type EndpointId, endpointIds, endpointTable, type Success } from '@callwright/contracts'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openRealStack, type RealStack } from './real-stack/stack.ts'
import { type WireRequest, wireRequests } from './real-stack/wire-requests.ts'
import { bearer } from './support.ts'

/**
 * The answers of every endpoint on the invented market, whose clock is fixed. The snapshot has their status and a digest
 * of the text, which makes a change of the wire visible. To see the difference, set WIRE_ANSWERS to a folder, run the
 * test before and after the change, and compare the folders.
 */

/**
 * Endpoints without an answer that can be compared: pages, scripts, streams, keys, secrets, a log of recent calls, a
 * search with a deadline, and runs that a clock drives.
 */
const excluded: readonly EndpointId[] = [
  'auth.demo',
  'gateway.docs',
  'gateway.openapi',
  'gateway.docsScript',
  'marketData.status',
  'portfolio.alertPushKey',
  'portfolio.renewCalendar',
  'portfolio.seedDemo',
  'screener.enrichmentEvents',
  'screener.refresh',
  'screener.startEnrichment',
]
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const credentials = { username: 'trader', email: 'trader@example.invalid', password: 'long enough 1' }

let stack: RealStack
let token: string

beforeAll(async () => {
  stack = await openRealStack()
  const answer = await fetch(stack.url + buildPath('auth.register'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  expect(answer.status).toBe(201)
  token = ((await answer.json()) as Success<'auth.register'>).access_token
  await waitFor('the first run to end', hasRunEnded, MINUTE_MS)
})
afterAll(() => stack?.close())

async function hasRunEnded(): Promise<boolean> {
  const answer = await ask({ name: '', id: 'screener.enrichmentStatus' })
  return (JSON.parse(answer.text) as Success<'screener.enrichmentStatus'>).finished_at !== null
}

async function ask({ id, params = {}, query = {}, body, headers = {}, issuer }: WireRequest) {
  const { method, owner } = endpointTable[id]
  const signer = {
    dataDir: stack.dataDir,
    profile: 'test',
    identityPrivateKey: null,
    identityPublicKeys: null,
  } as const
  const answer = await fetch(
    `${issuer === undefined ? stack.url : stack.urlOf(owner)}${buildPath(id, params)}?${new URLSearchParams(query)}`,
    {
      method,
      headers: {
        ...(issuer === undefined
          ? bearer(token)
          : { [IDENTITY_HEADER]: createIdentitySigner(signer, issuer)(owner, { kind: 'service' }) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  )
  return { status: answer.status, text: await answer.text() }
}

/** Replaces times of the test run, random ids and tokens, and the last digits of numbers. */
function normalize(text: string): string {
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (instant) =>
      Math.abs(Date.parse(instant) - Date.now()) < DAY_MS ? '<now>' : instant,
    )
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(
      /"(request_id|run_id|last_symbol|expires_at|next_refresh_at|kid|x|cursor|open_as_of)":"[^"]*"/g,
      '"$1":"<random>"',
    )
    .replaceAll(/"(\w+_seconds|rate_per_second)":[\d.]+/g, '"$1":"<duration>"')
    .replaceAll(/-?\d+\.\d{8,}(e-?\d+)?/g, (number) => String(Number(Number(number).toPrecision(8))))
}

test('the requests cover every endpoint with a JSON or CSV answer', () => {
  const asked = new Set<EndpointId>(wireRequests.map(({ id }) => id))
  expect(endpointIds.filter((id) => !asked.has(id))).toEqual(endpointIds.filter((id) => excluded.includes(id)))
})

test('every answer is the same as before', async () => {
  const folder = process.env.WIRE_ANSWERS
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const digests: Record<string, string> = {}
  for (const [index, request] of wireRequests.entries()) {
    const answer = await ask(request)
    const text = normalize(answer.text)
    const name = `${request.id} ${request.name}`
    digests[name] = `${answer.status} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    if (folder === undefined) continue
    const file = `${String(index).padStart(3, '0')} ${name.replaceAll(/[^\w. -]/g, '_')}.txt`
    writeFileSync(join(folder, file), `${answer.status}\n${text}\n`)
  }
  expect(Object.keys(digests)).toHaveLength(wireRequests.length)
  expect(digests).toMatchSnapshot()
})
