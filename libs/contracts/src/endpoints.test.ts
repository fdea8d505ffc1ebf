import { describe, expect, test } from '@jest/globals'
import { IsObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { type EndpointId, endpointIds, endpointTable } from './endpoint-table.ts'
import {
  type Body,
  getSchemas,
  getSuccessStatus,
  listEndpoints,
  type Params,
  type PublicId,
  type Query,
  type Success,
} from './endpoints.ts'
import { Problem } from './problem.ts'

test('every endpoint is of one owner', () => {
  const owners = ['gateway', 'auth', 'market-data', 'screener', 'portfolio', 'coach'] as const
  expect(owners.flatMap(listEndpoints).sort()).toEqual([...endpointIds].sort())
  expect(listEndpoints('gateway')).toEqual([
    'gateway.health',
    'gateway.docs',
    'gateway.openapi',
    'gateway.docsScript',
    'gateway.reportError',
  ])
})

describe.each(endpointIds)('the schemas of %s', (id) => {
  const { method, path, access } = endpointTable[id]
  const schemas = getSchemas(id)
  const pathParameters = [...path.matchAll(/:([^/]+)/g)].map(([, name]) => name)

  test('compile, with exactly one success and errors that are problems', () => {
    const statuses = Object.keys(schemas.responses).map(Number)
    expect(statuses.filter((status) => status < 300)).toEqual([getSuccessStatus(id)])
    for (const status of statuses.filter((candidate) => candidate >= 400)) {
      expect(schemas.responses[status]).toBe(Problem)
    }
    for (const schema of [schemas.params, schemas.query, schemas.body, ...Object.values(schemas.responses)]) {
      if (schema) expect(() => Compile(schema)).not.toThrow()
    }
  })

  test('name the parameters of its path', () => {
    expect(Object.keys(schemas.params?.properties ?? {})).toEqual(pathParameters)
  })

  test('refuse what a request may not hold', () => {
    for (const schema of [schemas.params, schemas.query, schemas.body]) {
      if (schema && IsObject(schema)) expect(schema).toMatchObject({ additionalProperties: false })
    }
    if (method === 'GET') expect(schemas.body).toBeUndefined()
  })

  test('foresee a token that is not good', () => {
    if (access === 'user') expect(Object.keys(schemas.responses)).toContain('401')
  })
})

describe('a symbol of a request', () => {
  const schema = getSchemas('stocks.quote').params
  const params = schema ? Compile(schema) : null

  test.each(['AAPL', 'BRK.B', 'BF-B', 'BRK/B', 'BRK B', '$AAPL', 'a', 'AAPL  261218C00250000'])(
    '%s may be asked for',
    (symbol) => {
      expect(params?.Check({ symbol })).toBe(true)
    },
  )

  test.each(['', "A';--", 'A\n', 'é', 'A%', 'A'.repeat(41)])('%s may not', (symbol) => {
    expect(params?.Check({ symbol })).toBe(false)
  })
})

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(value: T) => value

test('the types follow the schemas (checked by the compiler)', () => {
  isTrue<Same<Params<'stocks.quote'>['symbol'], string>>(true)
  isTrue<Same<Params<'auth.me'>, Record<never, never>>>(true)
  isTrue<Same<Body<'auth.me'>, undefined>>(true)
  isTrue<Same<Body<'auth.login'>, { username: string; password: string }>>(true)
  isTrue<Same<Query<'screener.view'>['limit'], number | undefined>>(true)
  isTrue<Same<Success<'gateway.health'>, { status: 'pass' }>>(true)
  isTrue<Same<Success<'auth.me'>['full_name'], string | null>>(true)
  isTrue<Same<Success<'auth.register'>['token_type'], 'bearer'>>(true)
  isTrue<Same<Success<'auth.logout'>, null>>(true)
  isTrue<Same<Extract<PublicId, 'auth.jwks'>, never>>(true)
  isTrue<Same<Extract<PublicId, 'gateway.docs'>, 'gateway.docs'>>(true)
  // @ts-expect-error a symbol is text
  const wrong: Params<'stocks.quote'> = { symbol: 7 }
  // @ts-expect-error no endpoint of that name
  const unknown: EndpointId = 'stocks.nothing'
  expect([typeof wrong, typeof unknown]).toEqual(['object', 'string'])
})
