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

/** What a handler got, each time that one was reached. */
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

/** The endpoints whose body, or address, has fields of its own. */
const listFields = (part: 'body' | 'query'): Fields[] =>
  owners.flatMap((owner) => {
    const app = openApp(owner)
    return listEndpoints(owner).flatMap((id) => {
      const { properties } = (getSchemas(id)[part] ?? {}) as Partial<Fields>
      return properties === undefined ? [] : [{ id, app, properties }]
    })
  })

/** What an endpoint asked by address and body cannot do without in its body. */
const soundBodies: Partial<Record<EndpointId, string>> = { 'portfolio.import': '{"csv":"ticker"}' }

async function send(
  { id, app }: Fields,
  { body = soundBodies[id], query = '' }: { readonly body?: string; readonly query?: string },
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

/** Values of another type than a field's, as they stand in JSON: nothing is turned into what was meant. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  string: ['1', '1.5', 'true', '[]', '["KO"]', '{}', '{"length":2}', '1e309'],
  number: ['"1"', '"1.5"', '""', 'true', '[]', '[1]', '{}', '1e309', '-1e309', '"NaN"', '"Infinity"'],
  integer: ['"1"', '1.5', '0.1', '""', 'false', '[]', '[1]', '{}', '1e309', '1e-7'],
  boolean: ['"true"', '1', '0', '""', '[]', '{}'],
  array: ['"a"', '1', 'true', '{"length":1}'],
  object: ['"a"', '1', 'true', '[]'],
  undefined: ['{}', '[]', '[[]]', '{"a":1}'],
}

/** Values that some field somewhere takes, and that none may break on. */
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

describe('bad bodies for every endpoint that takes one (S07)', () => {
  test.each(listFields('body').map((fields) => [fields.id, fields] as const))('%s', async (_id, fields) => {
    const { properties } = fields
    const bad = fieldOf(properties).chain((field) =>
      fc.constantFrom(...(foreign[typeOf(properties[field])] ?? [])).map((value) => ({ field, value })),
    )
    await fc.assert(
      fc.asyncProperty(bad, async ({ field, value }) => {
        const { status, problem } = await send(fields, { body: `{"${field}":${value}}` })
        expect({ status, code: problem?.code }).toEqual({ status: 400, code: 'validation' })
        expect(problem?.errors?.map((error) => error.field.split('.')[0])).toContain(field)
      }),
    )
    expect(reached).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.oneof(fieldOf(properties), fc.string()), odd), async (values) => {
        const body = Object.entries(values).map(([field, value]) => `${JSON.stringify(field)}:${value}`)
        const { status, problem } = await send(fields, { body: `{${body.join(',')}}` })
        if (problem !== null) expect([status, problem.detail]).toEqual([400, expect.stringMatching(/\S/)])
      }),
    )
  })
})

/** Texts of an address that are no value of such a field. */
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

describe('bad addresses for every endpoint that is asked by one (S07)', () => {
  test.each(listFields('query').map((fields) => [fields.id, fields] as const))('%s', async (_id, fields) => {
    const { properties } = fields
    const typed = Object.keys(properties).filter((field) => typeOf(properties[field]) in foreignTexts)
    for (const field of typed) {
      for (const text of foreignTexts[typeOf(properties[field])] ?? []) {
        const { status, problem } = await send(fields, { query: queryOf([[field, text]]) })
        expect([field, text, status]).toEqual([field, text, 400])
        expect(problem?.errors?.map((error) => error.field)).toContain(field)
      }
    }
    expect(reached).toEqual([])
    const pairs = fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: fieldOf(properties) }, fc.string()), oddTexts))
    await fc.assert(
      fc.asyncProperty(pairs, async (asked) => {
        const { status, problem } = await send(fields, { query: queryOf(asked) })
        if (problem !== null) expect([status, problem.detail]).toEqual([400, expect.stringMatching(/\S/)])
      }),
    )
  })
})
