import {
  type EndpointId,
  endpointTable,
  getSchemas,
  listEndpoints,
  type Owner,
  type Problem,
} from '@callwright/contracts'
import fc from '@callwright/properties'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../identity.ts'
import { createRuntime, type Runtime } from '../runtime/runtime.ts'
import { buildTestConfig, createLogSink } from '../testing/index.ts'
import { buildHttpApp } from './build-service.ts'
import { type Handlers, registerEndpoints } from './endpoints.ts'

const owners = ['auth', 'market-data', 'screener', 'portfolio', 'coach'] as const satisfies Owner[]

const reached: unknown[] = []
beforeEach(() => void reached.splice(0))

const runtimes: Runtime[] = []
afterAll(async () => {
  for (const runtime of runtimes) await runtime.close()
})

function openApp(owner: Owner): FastifyInstance {
  const runtime = createRuntime(buildTestConfig(), owner, { logStream: createLogSink().stream })
  runtimes.push(runtime)
  const app = buildHttpApp(runtime)
  const note = ({ body, query }: { readonly body: unknown; readonly query: unknown }) => {
    reached.push({ body, query })
    return {}
  }
  const handlers = Object.fromEntries(listEndpoints(owner).map((id) => [id, note])) as unknown as Handlers<Owner>
  const verifyIdentity = (token: string | undefined) => JSON.parse(String(token)) as Identity
  registerEndpoints(app, owner, handlers, { verifyIdentity })
  return app
}

interface Fields {
  readonly id: EndpointId
  readonly app: FastifyInstance
  readonly properties: Readonly<Record<string, unknown>>
}

const listFields = (part: 'body' | 'query'): Fields[] =>
  owners.flatMap((owner) => {
    const app = openApp(owner)
    return listEndpoints(owner).flatMap((id) => {
      const { properties } = (getSchemas(id)[part] ?? {}) as Partial<Fields>
      return properties === undefined ? [] : [{ id, app, properties }]
    })
  })

/** Minimal valid bodies, for tests that vary only the query. */
const minimalBodies: Partial<Record<EndpointId, string>> = { 'portfolio.import': '{"csv":"ticker"}' }

async function send(
  { id, app }: Fields,
  { body = minimalBodies[id], query = '' }: { readonly body?: string; readonly query?: string },
) {
  const { method, path, access } = endpointTable[id]
  const identity = access === 'service' ? { kind: 'service' } : { kind: 'user', userId: 'u', sessionId: 's' }
  const answer = await app.inject({
    method,
    url: `${path.replaceAll(/:\w+/g, 'KO')}${query}`,
    headers: {
      'x-callwright-identity': JSON.stringify({ ...identity, caller: 'gateway' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const problem = answer.statusCode < 300 ? null : answer.json<Problem>()
  return { status: answer.statusCode, problem }
}

const typeOf = (schema: unknown) => String((schema as { readonly type?: unknown }).type)

/** JSON values of the wrong type, by field type. They must not be coerced. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  string: ['1', '1.5', 'true', '[]', '["KO"]', '{}', '{"length":2}', '1e309'],
  number: ['"1"', '"1.5"', '""', 'true', '[]', '[1]', '{}', '1e309', '-1e309', '"NaN"', '"Infinity"'],
  integer: ['"1"', '1.5', '0.1', '""', 'false', '[]', '[1]', '{}', '1e309', '1e-7'],
  boolean: ['"true"', '1', '0', '""', '[]', '{}'],
  array: ['"a"', '1', 'true', '{"length":1}'],
  object: ['"a"', '1', 'true', '[]'],
  undefined: ['{}', '[]', '[[]]', '{"a":1}'],
}

/** Unusual values that are valid for some fields; none may cause a 5xx. */
const odd = fc.oneof(
  fc.constantFrom(
    ...['null', '-0', '-1', '0', '1e300', '-1e300', '9007199254740993', '1.23456', '0.00001', '""', '" "', '"KO "'],
    ...['"2026-02-30"', '"2026-13-01"', '"0000-01-01"', '"9999-12-31"', '"2026-07-24T00:00:00Z"', '"２０２６-07-24"'],
    ...['"a\\u0000b"', '"\\u202ea"', '"\\ud800"', '"😀"', '"é"', '"../a"', '"a\'--"', '"=1+1"', '"__proto__"'],
    ...['{"__proto__":{"a":1}}', '{"constructor":{}}', '{"toString":1}', '[[[[[[[[]]]]]]]]', '[null]'],
  ),
  fc.string({ minLength: 300, maxLength: 3_000 }).map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 3 }),
)

const fieldOf = (properties: Fields['properties']) => fc.constantFrom(...Object.keys(properties))

interface Bad {
  readonly fields: Fields
  readonly field: string
  readonly value: string
}

/** Every value of the wrong type, for every field of every endpoint. */
const listBad = (all: readonly Fields[], values: Readonly<Record<string, readonly string[]>>): Bad[] =>
  all.flatMap((fields) =>
    Object.entries(fields.properties).flatMap(([field, schema]) =>
      (values[typeOf(schema)] ?? []).map((value) => ({ fields, field, value })),
    ),
  )

/** Picks one bad value per field of each endpoint, rotating through the kinds of bad values. */
function pickOnePerField(bad: readonly Bad[]): Bad[] {
  const groups = Object.values(Object.groupBy(bad, ({ fields, field }) => `${fields.id} ${field}`))
  return groups.flatMap((group = [], index) => group.slice(index % group.length).slice(0, 1))
}

const describeAnswer = ({ status, problem }: Awaited<ReturnType<typeof send>>) => ({ status, detail: problem?.detail })

/** Accepts either outcome, except a 5xx or a rejection without an error message. */
function expectAcceptedOrRejected(answer: Awaited<ReturnType<typeof send>>): void {
  if (answer.problem !== null)
    expect(describeAnswer(answer)).toEqual({ status: 400, detail: expect.stringMatching(/\S/) })
}

describe('bad bodies for every endpoint that takes one (S07)', () => {
  const all = listFields('body')
  const bad = listBad(all, foreign)

  async function expectRefused({ fields, field, value }: Bad): Promise<void> {
    const { status, problem } = await send(fields, { body: `{"${field}":${value}}` })
    expect([fields.id, field, value, status, problem?.code]).toEqual([fields.id, field, value, 400, 'validation'])
    expect(problem?.errors?.map((error) => error.field.split('.')[0])).toContain(field)
  }

  test('no field accepts a value of the wrong type', async () => {
    for (const one of pickOnePerField(bad)) await expectRefused(one)
    await fc.assert(fc.asyncProperty(fc.constantFrom(...bad), expectRefused))
    expect(reached).toEqual([])
  })

  test('every body is either accepted or rejected with an error message', async () => {
    const body = fc.constantFrom(...all).chain((fields) =>
      fc
        .dictionary(fc.oneof(fieldOf(fields.properties), fc.string()), odd)
        .map((values) => Object.entries(values).map(([field, value]) => `${JSON.stringify(field)}:${value}`))
        .map((members) => ({ fields, text: `{${members.join(',')}}` })),
    )
    await fc.assert(
      fc.asyncProperty(body, async ({ fields, text }) => expectAcceptedOrRejected(await send(fields, { body: text }))),
    )
  })
})

const foreignTexts: Readonly<Record<string, readonly string[]>> = {
  number: ['', 'x', '1e3', '0x10', '1,5', ' 1', '1.', '.5', '--1', 'NaN', 'Infinity', '1'.repeat(30), '١'],
  integer: ['', 'x', '1.5', '1e3', '0x10', ' 1', '+1', 'true', '1'.repeat(30), '١'],
  boolean: ['', '1', '0', 'TRUE', 'yes', 'null'],
}
const oddTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    "' or 1=1 --",
    '; select pg_sleep(5)',
    '__proto__',
    '\u0000',
    '\u202e',
    '😀',
    '../..',
  ),
  fc.constantFrom(
    '-0',
    '1e309',
    '9007199254740993',
    '2026-02-30',
    'null',
    'undefined',
    '[object Object]',
    'a'.repeat(2_000),
  ),
  fc.string(),
)
const queryOf = (pairs: readonly (readonly [string, string])[]) =>
  `?${new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text.toWellFormed()]))}`

describe('bad queries for every endpoint that takes one (S07)', () => {
  const all = listFields('query')
  const bad = listBad(all, foreignTexts)

  async function expectRefused({ fields, field, value }: Bad): Promise<void> {
    const { status, problem } = await send(fields, { query: queryOf([[field, value]]) })
    expect([fields.id, field, value, status]).toEqual([fields.id, field, value, 400])
    expect(problem?.errors?.map((error) => error.field)).toContain(field)
  }

  test('no field accepts text of the wrong type', async () => {
    for (const one of pickOnePerField(bad)) await expectRefused(one)
    await fc.assert(fc.asyncProperty(fc.constantFrom(...bad), expectRefused))
    expect(reached).toEqual([])
  })

  test('every query is either accepted or rejected with an error message', async () => {
    const pairs = fc
      .constantFrom(...all)
      .chain((fields) =>
        fc
          .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: fieldOf(fields.properties) }, fc.string()), oddTexts))
          .map((asked) => ({ fields, query: queryOf(asked) })),
      )
    await fc.assert(
      fc.asyncProperty(pairs, async ({ fields, query }) => expectAcceptedOrRejected(await send(fields, { query }))),
    )
  })
})
