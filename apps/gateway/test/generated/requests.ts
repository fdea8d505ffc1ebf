import type { EndpointId } from '@callwright/contracts'
import { listOperations, type OpenApiDocument, type OpenApiOperation } from '@callwright/contracts/openapi'
import fc from '@callwright/properties'
import { badValues, createValues, localize } from './values.ts'

/** How a request is signed in. `own` and `other` are two accounts with valid tokens; a request of the rest has none. */
export const signIns = ['own', 'other', 'none', 'junk', 'expired', 'forged', 'revoked'] as const
export type SignIn = (typeof signIns)[number]

export interface GeneratedRequest {
  readonly id: EndpointId
  readonly group: string
  readonly template: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly target: string
  readonly body: string | null
  readonly type: string
  readonly accept: string
  readonly signIn: SignIn
}

/** Parts of a request before they are written. */
interface Draft {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const JSON_TYPE = 'application/json'
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'x',
  'application/json; charset=utf-16',
]
const accepts = ['application/json', 'text/event-stream', 'text/html', 'text/csv', '*/*;q=0']
/** Texts that are not JSON, or not the JSON that a parser expects. */
const texts = [
  ...['', '{', 'null', '7', '"x"', '[]', '{}', '{"a":1}{}', '\u0000', '\ufeff{}', '{"a":1,"a":2}', '{"a":1e999}'],
  ...[
    '{"__proto__":{"isDemo":false}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '['.repeat(5_000),
    `${'{"a":'.repeat(3_000)}1`,
  ],
]
const WEIGHTS: Readonly<Record<SignIn, number>> = {
  own: 12,
  other: 5,
  none: 1,
  junk: 1,
  expired: 1,
  forged: 1,
  revoked: 1,
}

/** `perEndpoint` requests to each operation of the document in random order, the same for the same seed. */
export function generateRequests(
  document: OpenApiDocument,
  { ids, perEndpoint, seed }: { readonly ids: readonly string[]; readonly perEndpoint: number; readonly seed: number },
): GeneratedRequest[] {
  const { valuesOf } = createValues(document, ids)
  const requests = listOperations(document).flatMap(({ path, method, operation }, index) => {
    const arbitrary = requestTo(operation, valuesOf).map(({ draft, text, ...rest }) => ({
      id: operation.operationId as EndpointId,
      group: operation.tags[0] ?? '',
      template: path,
      method,
      target: writeTarget(path, draft),
      body: method === 'get' ? null : (text ?? write(draft.body)),
      ...rest,
    }))
    return fc.sample(arbitrary, { numRuns: perEndpoint, seed: seed + index })
  })
  const all = { minLength: requests.length }
  return fc.sample(fc.shuffledSubarray(requests, all), { numRuns: 1, seed }).flat()
}

function requestTo(operation: OpenApiOperation, valuesOf: ReturnType<typeof createValues>['valuesOf']) {
  const isPublic = operation.security.length === 0
  const signIn = fc.oneof(
    ...signIns.map((name) => ({
      weight: isPublic && name === 'none' ? 20 : WEIGHTS[name],
      arbitrary: fc.constant(name),
    })),
  )
  const valid = draftOf(operation, valuesOf)
  const json = operation.requestBody?.content[JSON_TYPE]
  const draft = fc.oneof(
    { weight: 1, arbitrary: exampleOf(operation, valid) },
    { weight: 3, arbitrary: valid },
    { weight: 5, arbitrary: mutated(fc.oneof(valid, exampleOf(operation, valid))) },
  )
  return fc.record({
    draft,
    signIn,
    text: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...texts) }),
    type: fc.oneof(
      { weight: 15, arbitrary: fc.constant(json === undefined ? '' : JSON_TYPE) },
      { weight: 1, arbitrary: fc.constantFrom(...types) },
    ),
    accept: fc.oneof(
      { weight: 15, arbitrary: fc.constant(JSON_TYPE) },
      { weight: 1, arbitrary: fc.constantFrom(...accepts) },
    ),
  })
}

/** Values that the document allows. */
function draftOf(
  operation: OpenApiOperation,
  valuesOf: ReturnType<typeof createValues>['valuesOf'],
): fc.Arbitrary<Draft> {
  const json = operation.requestBody?.content[JSON_TYPE]
  const place = (where: string, most: number) => {
    const named = (operation.parameters ?? []).filter((parameter) => parameter.in === where)
    const required = named.filter((parameter) => parameter.required).map(({ name }) => name)
    const all = fc.record(Object.fromEntries(named.map(({ name, schema }) => [name, valuesOf(schema, name)])), {
      requiredKeys: required,
    })
    // The screener's seventy filters together would exclude every stock.
    return fc
      .tuple(
        all,
        fc.shuffledSubarray(
          named.map(({ name }) => name),
          { maxLength: Math.min(most, named.length) },
        ),
      )
      .map(([values, chosen]) =>
        Object.fromEntries(Object.entries(values).filter(([name]) => required.includes(name) || chosen.includes(name))),
      )
  }
  return fc.record({
    params: place('path', 9),
    query: place('query', 5),
    body: json === undefined ? fc.constant(undefined) : valuesOf(json.schema),
  })
}

/** The document's own example, which usually succeeds. Identifiers stay generated, so that each example adds a row. */
const exampleOf = (operation: OpenApiOperation, valid: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> =>
  valid.map((draft) => {
    const body = operation.requestBody?.content[JSON_TYPE]?.example
    const { id } = (draft.body ?? {}) as { id?: unknown }
    if (!isObject(body)) return draft
    return { ...draft, body: { ...localize(body), ...(id === undefined ? {} : { id }) } }
  })

/** Changes one to three values of a request that was valid: another value, none, an additional one, or a second one. */
const mutated = (valid: fc.Arbitrary<Draft>): fc.Arbitrary<Draft> =>
  fc
    .tuple(valid, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...changes), badValues), { minLength: 1, maxLength: 3 }))
    .map(([draft, steps]) => steps.reduce((before, [at, change, value]) => mutate(before, at, change, value), draft))

const changes = ['replace', 'replace', 'replace', 'remove', 'add', 'whole'] as const
type Change = (typeof changes)[number]
const ADDED = ['unknown_field', 'user_id', 'constructor', '__proto__', 'is_demo', 'role']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mutate(draft: Draft, at: number, change: Change, value: unknown): Draft {
  const places = (['params', 'query', 'body'] as const).filter(
    (name) => name === 'body' || Object.keys(draft[name]).length > 0,
  )
  const place = places[at % places.length] ?? 'body'
  if (place === 'body') return { ...draft, body: mutateValue(draft.body, at, change, value) }
  return {
    ...draft,
    [place]: mutateValue(draft[place], at, place === 'params' || change === 'whole' ? 'replace' : change, value),
  }
}

function mutateValue(target: unknown, at: number, change: Change, value: unknown): unknown {
  if (change === 'whole' || typeof target !== 'object' || target === null) return value
  const names = Object.keys(target)
  const name = names[at % Math.max(1, names.length)]
  const inner = name === undefined ? undefined : (target as Record<string, unknown>)[name]
  // Follow every second nested value, so that values inside lists and objects change too.
  if (name !== undefined && typeof inner === 'object' && inner !== null && at % 2 === 0) {
    return replaceAt(target, name, mutateValue(inner, Math.floor(at / 2), change, value))
  }
  if (change === 'add' || name === undefined) {
    return Array.isArray(target)
      ? [...target, value]
      : Object.fromEntries([...Object.entries(target), [ADDED[at % ADDED.length], value]])
  }
  if (change === 'replace') return replaceAt(target, name, value)
  return Array.isArray(target)
    ? target.toSpliced(Number(name), 1)
    : Object.fromEntries(Object.entries(target).filter(([key]) => key !== name))
}

const replaceAt = (target: object, name: string, value: unknown): unknown =>
  Array.isArray(target) ? target.with(Number(name), value) : { ...target, [name]: value }

const write = (value: unknown): string | null => {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return String(value)
  }
}
const asText = (value: unknown): string => (typeof value === 'string' ? value : (write(value) ?? '')).toWellFormed()
/** Node rejects longer request lines, so a longer value would test nothing else. */
const MAX_TARGET = 6_000

function writeTarget(template: string, { params, query }: Draft): string {
  const path = template.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(asText(params[name] ?? 'x')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, asText(each))
  }
  const text = search.toString()
  return (text === '' ? path : `${path}?${text}`).slice(0, MAX_TARGET).replace(/%[0-9A-F]?$/, '')
}
