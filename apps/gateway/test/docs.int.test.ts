import { buildPath, endpointTable, getSchemas, problemTitle } from '@callwright/contracts'
import { buildOpenApi, listOperations, type OpenApiDocument } from '@callwright/contracts/openapi'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { bearer, DEAD_PORT_URL, openGateway, readProblem, type TestGateway } from './support.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openGateway({ coachUrl: DEAD_PORT_URL })
})
afterAll(() => gateway.close())

const ask = (id: 'gateway.docs' | 'gateway.openapi' | 'gateway.docsScript', headers: Record<string, string> = {}) =>
  fetch(gateway.url + buildPath(id), { headers })

/** The sentence and the code that the document promises of a status, as one of its examples has them. */
function findExample(document: OpenApiDocument, code: string, status: number) {
  const examples = Object.values(document.components.examples).map(({ value }) => value as Record<string, unknown>)
  return examples.filter((value) => value.code === code && value.status === status)
}

describe('the document', () => {
  test('is answered to anybody, as the contracts have it', async () => {
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
  ])('at the address of the page, %s gets %s', async (accept, type) => {
    const answer = await ask('gateway.docs', { accept })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.headers.get('vary')).toContain('accept')
  })

  test('names a path that the gateway routes for each of its operations', async () => {
    const token = bearer(gateway.token())
    for (const { method, path, operation } of listOperations(buildOpenApi())) {
      const given = path.replaceAll('{symbol}', 'AAPL').replaceAll('{id}', 'x1')
      const answer = await fetch(gateway.url + given, { method, headers: token })
      expect([operation.operationId, [404, 405].includes(answer.status)]).toEqual([operation.operationId, false])
      await answer.body?.cancel()
    }
  })

  test('refuses without a token what it marks as signed in, in the words of its example', async () => {
    const document = buildOpenApi()
    const [promised] = findExample(document, 'token_missing', 401)
    const guarded = listOperations(document).filter(({ operation }) => operation.security.length > 0)
    expect(guarded.length).toBeGreaterThan(30)
    for (const { method, path } of guarded) {
      const answer = await fetch(gateway.url + path.replaceAll(/\{[^}]+\}/g, 'X1'), { method })
      const problem = await readProblem(answer)
      expect({ ...problem, request_id: null }).toEqual({ ...promised, request_id: null })
    }
  })

  test('shows an outage as it is answered', async () => {
    const answer = await fetch(gateway.url + buildPath('coach.status'), { headers: bearer(gateway.token()) })
    const problem = await readProblem(answer)
    const [promised] = findExample(buildOpenApi(), 'upstream_unavailable', 503)
    expect(Object.keys(problem).sort()).toEqual(Object.keys(promised ?? {}).sort())
    expect(problem).toMatchObject({ status: 503, code: promised?.code, title: problemTitle(503) })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })
})

describe('what the gateway answers by itself', () => {
  const own = [
    ['gateway.health', {}],
    ['gateway.openapi', {}],
    ['gateway.docs', { accept: 'application/json' }],
  ] as const

  test.each(own)('%s is on its schema', async (id, headers) => {
    const answer = await fetch(gateway.url + endpointTable[id].path, { headers })
    const schema = getSchemas(id).responses[200]
    expect(schema && [...Compile(schema).Errors(await answer.json())]).toEqual([])
  })
})

describe('the page', () => {
  test('is whole, compressed for who takes it, and the same afterwards', async () => {
    const plain = await ask('gateway.docs', { accept: 'text/html', 'accept-encoding': 'identity' })
    const compressed = await ask('gateway.docs', { accept: 'text/html', 'accept-encoding': 'gzip' })
    expect([plain, compressed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
    const text = await plain.text()
    expect(await compressed.text()).toBe(text)
    expect(text).toContain('<h1>API')
    expect(text).toContain(`src="${buildPath('gateway.docsScript')}"`)
  })

  test.each(['gateway.docs', 'gateway.openapi', 'gateway.docsScript'] as const)(
    '%s: who has it already is told so',
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

  test('its script is one', async () => {
    const answer = await ask('gateway.docsScript')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(await answer.text()).toContain('addEventListener')
  })
})
