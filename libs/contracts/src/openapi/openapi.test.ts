import { describe, expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Compile } from 'typebox/compile'
import { endpointDocs } from '../endpoint-docs.ts'
import { endpointIds, endpointTable } from '../endpoint-table.ts'
import { getSchemas, getSuccessStatus } from '../endpoints.ts'
import { Problem } from '../problem.ts'
import { buildOpenApi, listPublicIds } from './build-openapi.ts'
import { listOperations, OpenApiDocument } from './document.ts'

const document = buildOpenApi()
const operations = listOperations(document)

function findAll(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === key ? [inner] : findAll(key, inner)))
}

function resolve(reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((found, part) => (found as Record<string, unknown> | undefined)?.[part], document)
}

/** Creates an independent validator with the document registered as `api`. */
function createValidator() {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: false })
  ajv.addVocabulary(['openapi', 'info', 'servers', 'tags', 'paths', 'components'])
  ajv.addSchema(document, 'api')
  return ajv
}
const validator = createValidator()
const compileAt = (...path: readonly string[]) => {
  const pointer = path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  return validator.compile({ $ref: `api#/${pointer}` })
}

describe('the document', () => {
  test('uses only the allowed parts of OpenAPI 3.1.1', () => {
    expect([...Compile(OpenApiDocument).Errors(document)]).toEqual([])
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('contains every public endpoint once, and no service-to-service endpoint', () => {
    const expected = endpointIds.filter((id) => endpointTable[id].access !== 'service')
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual([...expected].sort())
    expect(JSON.stringify(document)).not.toContain('/internal/')
  })

  test('has no broken references and no unused components', () => {
    const references = findAll('$ref', document).map(String)
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
    const { schemas, responses, examples } = document.components
    const held = Object.entries({ schemas, responses, examples }).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    expect(held.filter((reference) => !references.includes(reference))).toEqual([])
  })

  test('has one tag per service, and each operation has one of them', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(tags))
  })

  test('is deterministic', () => {
    expect(JSON.stringify(buildOpenApi())).toBe(JSON.stringify(document))
  })
})

describe.each(operations)('$method $path', ({ path, method, operation }) => {
  const id = listPublicIds().find((candidate) => candidate === operation.operationId)
  if (id === undefined) throw new Error(`${operation.operationId} is not a public endpoint`)
  const schemas = getSchemas(id)

  test('has the method, path and access rule of the contract', () => {
    expect([method.toUpperCase(), path.replaceAll(/\{([^}]+)\}/g, ':$1')]).toEqual([
      endpointTable[id].method,
      endpointTable[id].path,
    ])
    expect(operation.security).toEqual(endpointTable[id].access === 'user' ? [{ bearer: [] }] : [])
  })

  test('has a one-sentence summary', () => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]+\.$/)
    expect(operation.summary).not.toMatch(/\. /)
  })

  test('lists each parameter of the contract, with required path parameters', () => {
    const parameters = operation.parameters ?? []
    const namesOf = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
    expect(namesOf('path')).toEqual([...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name))
    expect(namesOf('query')).toEqual(Object.keys(schemas.query?.properties ?? {}))
    expect(parameters.filter((one) => one.in === 'path' && !one.required)).toEqual([])
  })

  test('has a response for each status of the contract and a default', () => {
    expect(Object.keys(operation.responses).sort()).toEqual([...Object.keys(schemas.responses), 'default'].sort())
  })

  test('has response and body schemas that compile', () => {
    const status = String(getSuccessStatus(id))
    const success = operation.responses[status]
    const content = success !== undefined && 'content' in success ? success.content : {}
    for (const type of Object.keys(content ?? {})) {
      expect(() => compileAt('paths', path, method, 'responses', status, 'content', type, 'schema')).not.toThrow()
    }
    for (const type of Object.keys(operation.requestBody?.content ?? {})) {
      expect(() => compileAt('paths', path, method, 'requestBody', 'content', type, 'schema')).not.toThrow()
    }
  })

  test('has a valid example request', () => {
    const { example = {} } = endpointDocs[id]
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = schemas[part]
      const given: unknown = example[part]
      if (schema === undefined) expect(given).toBeUndefined()
      else if (given !== undefined) expect([...Compile(schema).Errors(given)]).toEqual([])
      // An example may omit only optional parts.
      else expect(part === 'query' ? ((schema as { required?: string[] }).required ?? []) : part).toEqual([])
    }
    const body = operation.requestBody?.content['application/json']
    if (body !== undefined) {
      const check = compileAt('paths', path, method, 'requestBody', 'content', 'application/json', 'schema')
      expect([check(body.example), check.errors]).toEqual([true, null])
    }
  })

  test('has valid problem examples', () => {
    const check = Compile(Problem)
    const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'))
    for (const [status, failure] of failures) {
      const { content } = ('$ref' in failure ? resolve(failure.$ref) : failure) as {
        content: Record<string, { examples: Record<string, { $ref: string }> }>
      }
      const examples = Object.values(content['application/problem+json']?.examples ?? {})
      const values = examples.map(({ $ref }) => (resolve($ref) as { value: unknown }).value)
      expect(values.length).toBeGreaterThan(0)
      for (const value of values) {
        expect(check.Check(value)).toBe(true)
        if (status !== 'default') expect(value).toMatchObject({ status: Number(status) })
      }
    }
  })
})

test('the response schemas of the document match the contract', () => {
  const check = compileAt('components', 'schemas', 'User')
  const user = { id: '1', username: 'a', email: 'a@b.c', full_name: null, is_demo: false, demo_ends_at: null }
  expect(check(user)).toBe(true)
  expect(check({ ...user, is_demo: 'no' })).toBe(false)
  expect(check({ ...user, demo_ends_at: 'tomorrow' })).toBe(false)
})
