import { buildPath, type EndpointId, endpointIds, endpointTable, getSchemas } from '@callwright/contracts'
import fc from '@callwright/properties'

export interface BadRequest {
  readonly id: EndpointId
  readonly target: string
  readonly method: string
  readonly body: string | null
  readonly type: string
}

/** Hand-picked bad values, used in addition to generated ones. */
const nasty: readonly unknown[] = [
  ...['', ' ', '\u0000', '\u202ecod', '😀', 'é', '１', '../../etc/passwd', '%', '_', "' or '1'='1", '$(id)', '{{7*7}}'],
  ...[
    "'; select pg_sleep(5); --",
    '<img src=x onerror=alert(1)>',
    'NaN',
    '1e309',
    '0x10',
    '2026-02-30',
    '9'.repeat(400),
  ],
  ...[null, true, -0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, [], [[]], {}, { toString: 1 }],
]
const junk = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.anything({ maxDepth: 2, maxKeys: 5 }),
)
const texts = [
  '',
  '{',
  'null',
  '7',
  '"x"',
  '[]',
  '{}',
  '{"a":1}{}',
  '\u0000',
  '{"__proto__":{"isDemo":false}}',
  `[${'['.repeat(5_000)}`,
]
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'x',
]

/** These endpoints end the caller's session. */
const excluded: readonly EndpointId[] = ['auth.logout', 'auth.deleteMe']
export const testedEndpoints = endpointIds.filter(
  (id) => endpointTable[id].access !== 'service' && !excluded.includes(id),
)

export function createBadRequests(count: number): readonly BadRequest[] {
  return fc.sample(fc.tuple(...testedEndpoints.map(badRequest)), count).flat()
}

function badRequest(id: EndpointId): fc.Arbitrary<BadRequest> {
  const { method, path } = endpointTable[id]
  const { params, query, body } = getSchemas(id)
  const names = (schema: unknown) => Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
  const someOf = (keys: readonly string[]) =>
    fc.dictionary(fc.constantFrom(...keys, 'unknown_field', 'constructor'), junk, { maxKeys: 4 })
  const json = fc.oneof(someOf(names(body)).map(write), junk.map(write), fc.constantFrom(...texts))
  return fc
    .record({
      params: fc.record(Object.fromEntries(names(params).map((name) => [name, junk.map(asSegment)]))),
      query: fc.oneof(fc.constant({}), someOf(names(query))),
      body: method === 'GET' ? fc.constant(null) : json,
      type: fc.oneof({ weight: 5, arbitrary: fc.constant('application/json') }, fc.constantFrom(...types)),
    })
    .map((given) => {
      const search = new URLSearchParams(
        Object.entries(given.query).map(([name, value]): [string, string] => [name, asText(value)]),
      )
      const filled = path.includes(':') ? buildPath(id, given.params as Record<string, string>) : path
      return { id, method, target: `${filled}?${search}`, body: given.body, type: given.type }
    })
}

const write = (value: unknown) => JSON.stringify(value) ?? 'null'
const asText = (value: unknown) => (typeof value === 'string' ? value : write(value)).toWellFormed()
/** Clients normalize empty and dot segments away before they send a request. */
const asSegment = (value: unknown) => {
  const text = asText(value)
  return /^\.{0,2}$/.test(text) ? 'x' : text
}
