/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import { findNextPosition, type GridKey } from './data-table/use-grid.ts'
import { buildAddPositionPath, buildAnalysisPath, buildCoachPath, buildLoginPath, readReturnPath } from './paths.ts'

describe('paths', () => {
  const ORIGIN = 'https://callwright.example'

  test.each([
    [null, '/login'],
    ['/', '/login'],
    ['/dashboard', '/login'],
    ['/screening', '/login?next=%2Fscreening'],
    ['/screening?page=2', '/login?next=%2Fscreening%3Fpage%3D2'],
  ])('with the return path %s, the sign-in page is at %s', (returnPath, path) => {
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
    ['/.//evil.example/x', '/dashboard'],
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

  test('the path for a new position contains its terms', () => {
    const position = { symbol: 'QAAA', expiration: '2026-08-14', strike: 130, contracts: 2 }
    expect(buildAddPositionPath({ ...position, entryPrice: 120.5, premium: 2.05 })).toBe(
      '/portfolio?add=QAAA&exp=2026-08-14&strike=130&price=120.5&premium=2.05&contracts=2',
    )
  })

  test('the coach path contains the question', () => {
    expect(buildCoachPath('Sell 1 QAAA call?')).toBe('/ai-coach?prompt=Sell+1+QAAA+call%3F')
  })
})

describe('grid keys', () => {
  const shape = { rows: 26, columns: 10, pageRows: 8 }
  const press = (key: string, held: Partial<GridKey> = {}): GridKey => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  })

  test.each([
    ['ArrowDown', 6, 3],
    ['ArrowUp', 4, 3],
    ['ArrowRight', 5, 4],
    ['ArrowLeft', 5, 2],
    ['j', 6, 3],
    ['k', 4, 3],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['PageDown', 13, 3],
    ['PageUp', 0, 3],
  ])('%s moves to row %d, column %d', (key, row, column) => {
    expect(findNextPosition({ row: 5, column: 3 }, press(key), shape)).toEqual({ row, column })
  })

  test.each([
    ['Home', { row: 0, column: 0 }],
    ['End', { row: 25, column: 9 }],
  ])('%s with Ctrl or Cmd moves to the corner', (key, corner) => {
    expect(findNextPosition({ row: 5, column: 3 }, press(key, { ctrlKey: true }), shape)).toEqual(corner)
    expect(findNextPosition({ row: 5, column: 3 }, press(key, { metaKey: true }), shape)).toEqual(corner)
  })

  test.each([
    ['ArrowUp', { row: 0, column: 0 }],
    ['ArrowLeft', { row: 0, column: 0 }],
    ['ArrowDown', { row: 25, column: 9 }],
    ['ArrowRight', { row: 25, column: 9 }],
    ['PageDown', { row: 25, column: 9 }],
  ])('%s stops at the edge', (key, edge) => {
    expect(findNextPosition(edge, press(key), shape)).toEqual(edge)
  })

  test.each([
    press('a'),
    press('Enter'),
    press('Tab'),
    press('ArrowDown', { shiftKey: true }),
    press('ArrowLeft', { altKey: true }),
    press('j', { ctrlKey: true }),
  ])('ignores %j', (pressed) => {
    expect(findNextPosition({ row: 5, column: 3 }, pressed, shape)).toBeNull()
  })
})
