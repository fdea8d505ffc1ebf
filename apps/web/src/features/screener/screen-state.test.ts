import { describe, expect, test } from '@jest/globals'
import {
  buildScreenQuery,
  defaultScreenState,
  parseScreenState,
  type ScreenState,
  sortableColumns,
  sortScreen,
  writeScreenState,
} from './screen-state.ts'

const parse = (search: string) => parseScreenState(new URLSearchParams(search))

test('nothing in the address is the usual screen', () => {
  expect(parse('')).toEqual({ state: { sort: 'cc_score', order: 'desc', page: 1, size: 25 }, ignored: [] })
})

test.each([
  ['sort=iv_rank', { sort: 'iv_rank' }],
  ['order=asc', { order: 'asc' }],
  ['page=7', { page: 7 }],
  ['page=5000', { page: 5000 }],
  ['size=200', { size: 200 }],
  ['sort=rsi&order=asc&page=2&size=50', { sort: 'rsi', order: 'asc', page: 2, size: 50 }],
])('%s', (search, changes) => {
  expect(parse(search)).toEqual({ state: { ...defaultScreenState, ...changes }, ignored: [] })
})

test.each([
  'sort=drop',
  'sort=implied_volatility',
  'sort=',
  'order=DESC',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=1e3',
  'page=5001',
  'page=',
  'size=30',
  'size=025',
])('%s means nothing', (part) => {
  expect(parse(part)).toEqual({ state: defaultScreenState, ignored: [part] })
})

test('every state survives the address', () => {
  const states = sortableColumns.flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order) =>
      ([25, 200] as const).map((size): ScreenState => ({ sort, order, page: 3, size })),
    ),
  )
  for (const state of states) expect(parse(writeScreenState(state).toString())).toEqual({ state, ignored: [] })
})

test('what is as usual is left out', () => {
  expect(writeScreenState(defaultScreenState).toString()).toBe('')
  expect(writeScreenState({ ...defaultScreenState, order: 'asc' }).toString()).toBe('order=asc')
})

test('a page is an offset', () => {
  const state: ScreenState = { sort: 'rsi', order: 'asc', page: 3, size: 50 }
  expect(buildScreenQuery(state)).toEqual({ sortBy: 'rsi', sortOrder: 'asc', limit: 50, offset: 100 })
})

describe('sorting', () => {
  const onPage2: ScreenState = { sort: 'rsi', order: 'desc', page: 2, size: 50 }

  test.each([
    [onPage2, 'rsi', 'asc'],
    [{ ...onPage2, order: 'asc' } as const, 'rsi', 'desc'],
    [onPage2, 'symbol', 'desc'],
    [{ ...onPage2, order: 'asc' } as const, 'symbol', 'desc'],
  ] as const)('%j by %s is %s, at page 1', (state, column, order) => {
    expect(sortScreen(state, column)).toEqual({ sort: column, order, page: 1, size: 50 })
  })
})
