/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { buildAddPositionPath, buildAnalysisPath, buildCoachPath, buildLoginPath, readReturnPath } from './paths.ts'

const ORIGIN = 'https://callwright.example'

test.each([
  [null, '/login'],
  ['/', '/login'],
  ['/dashboard', '/login'],
  ['/screening', '/login?next=%2Fscreening'],
  ['/screening?page=2', '/login?next=%2Fscreening%3Fpage%3D2'],
])('asked for by %s the sign-in is at %s', (returnPath, path) => {
  expect(buildLoginPath(returnPath)).toBe(path)
})

test.each([
  ['/screening?page=2#rows', '/screening?page=2#rows'],
  ['/anything', '/anything'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['screening', '/dashboard'],
  ['//evil.example/x', '/dashboard'],
  ['/\\evil.example/x', '/dashboard'],
  ['/\t/evil.example', '/dashboard'],
  ['https://evil.example/', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login?next=/login', '/dashboard'],
  ['/register', '/dashboard'],
  ['//', '/dashboard'],
])('a return path of %j leads to %s', (wanted, path) => {
  const search = new URLSearchParams(wanted === null ? {} : { next: wanted })
  expect(readReturnPath(search, ORIGIN)).toBe(path)
})

test.each([
  ['AAPL', '/analysis?symbol=AAPL'],
  ['BRK.B', '/analysis?symbol=BRK.B'],
  ['A&B', '/analysis?symbol=A%26B'],
])('the analysis of %s is at %s', (symbol, path) => {
  expect(buildAnalysisPath(symbol)).toBe(path)
})

test('a new position takes its figures along', () => {
  const position = { symbol: 'QAAA', expiration: '2026-08-14', strike: 130, contracts: 2 }
  expect(buildAddPositionPath({ ...position, entryPrice: 120.5, premium: 2.05 })).toBe(
    '/portfolio?add=QAAA&exp=2026-08-14&strike=130&price=120.5&premium=2.05&contracts=2',
  )
})

test('the coach is asked in the address', () => {
  expect(buildCoachPath('Sell 1 QAAA call?')).toBe('/ai-coach?prompt=Sell+1+QAAA+call%3F')
})
