import { describe, expect, test } from '@jest/globals'
import { buildPath, endpointIds, endpointTable } from './endpoint-table.ts'
import { matchEndpoint } from './match-endpoint.ts'

describe('matchEndpoint', () => {
  test.each(endpointIds)('finds %s by its own address', (id) => {
    const path = buildPath(id, { symbol: 'BRK.B', id: '17-a_b' })
    expect(matchEndpoint(endpointTable[id].method, path)).toEqual({ kind: 'endpoint', id })
  })

  test('prefers the literal to the parameter, whatever the method', () => {
    expect(matchEndpoint('POST', '/api/portfolio/positions/migrate')).toEqual({
      kind: 'endpoint',
      id: 'portfolio.migrate',
    })
    expect(matchEndpoint('PUT', '/api/portfolio/positions/migrate')).toEqual({
      kind: 'other_method',
      allowed: ['POST'],
    })
    expect(matchEndpoint('DELETE', '/api/portfolio/positions/migrates')).toEqual({
      kind: 'endpoint',
      id: 'portfolio.remove',
    })
  })

  test('names every method of a path', () => {
    expect(matchEndpoint('PATCH', '/api/portfolio/positions')).toEqual({
      kind: 'other_method',
      allowed: ['GET', 'POST'],
    })
    expect(matchEndpoint('POST', '/api/auth/me')).toEqual({ kind: 'other_method', allowed: ['GET', 'DELETE'] })
    expect(matchEndpoint('get', '/api/auth/me')).toMatchObject({ kind: 'other_method' })
  })

  test.each([
    '/api/stocks/quote',
    '/api/stocks/quote/',
    '/api/stocks/quote/A/B',
    '/api/auth/me/',
    '//api/auth/me',
    '/API/auth/me',
    '/api/unknown',
    '/',
    '',
  ])('knows nothing at %s', (path) => {
    expect(matchEndpoint('GET', path)).toEqual({ kind: 'none' })
  })
})
