/** @jest-environment node */
import { screenColumns } from '@callwright/contracts/screener-columns'
import { describe, expect, test } from '@jest/globals'
import { noFilters } from './screen-filters.ts'
import {
  buildScreenQuery,
  chooseColumns,
  clearFilters,
  defaultScreenState,
  essentialColumns,
  filterScreen,
  parseScreenState,
  professionalColumns,
  relaxScreen,
  type ScreenState,
  searchScreen,
  sortScreen,
  writeScreenState,
} from './screen-state.ts'

const parse = (search: string) => parseScreenState(new URLSearchParams(search))
const write = (state: ScreenState) => writeScreenState(state).toString()
const build = (changes: Partial<ScreenState>): ScreenState => ({ ...defaultScreenState, ...changes })

test('nothing in the address is the usual screen', () => {
  expect(parse('')).toEqual({ state: defaultScreenState, ignored: [] })
  expect(write(defaultScreenState)).toBe('')
})

const reordered = ['symbol', 'market_cap', ...essentialColumns.slice(1, -1), 'net_margin'] as const

test.each([
  ['sort=iv_rank', { sort: 'iv_rank' }],
  ['order=asc', { order: 'asc' }],
  ['page=7', { page: 7 }],
  ['page=5000', { page: 5000 }],
  ['size=200', { size: 200 }],
  ['q=brk.b', { text: 'brk.b' }],
  ['q=M%26T+Bank', { text: 'M&T Bank' }],
  ['columns=professional', { columns: professionalColumns }],
  [`columns=${reordered.join('.')}`, { columns: reordered }],
  ['q=a&sort=rsi&order=asc&page=2&size=50', { text: 'a', sort: 'rsi', order: 'asc', page: 2, size: 50 }],
] as const)('%s is a state, and its address', (search, changes) => {
  expect(parse(search)).toEqual({ state: build(changes), ignored: [] })
  expect(write(build(changes))).toBe(search)
})

test.each([
  ['sort=open_interest', { sort: 'best_call_oi' }],
  ['columns=essential', {}],
  [`columns=${reordered.join(',')}`, { columns: reordered }],
] as const)('%s is understood', (search, changes) => {
  expect(parse(search)).toEqual({ state: build(changes), ignored: [] })
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
  'q=',
  'q=  ',
  `q=${'x'.repeat(65)}`,
  'q=a\u0000b',
  'columns=symbol.rsi',
  'columns=',
  `columns=${[...essentialColumns].reverse().join('.')}`,
  `columns=${[...essentialColumns, 'rsi'].join('.')}`,
  `columns=${[...essentialColumns, 'alpha'].join('.')}`,
])('%j means nothing', (part) => {
  expect(parse(part)).toEqual({ state: defaultScreenState, ignored: [part] })
})

test('every sort survives the address', () => {
  const states = screenColumns.flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order) => ([25, 200] as const).map((size) => build({ sort, order, size }))),
  )
  for (const state of states) expect(parse(write(state))).toEqual({ state, ignored: [] })
})

test('the professional columns are all of them, the essential first', () => {
  expect([...professionalColumns].sort()).toEqual([...screenColumns].sort())
  expect(professionalColumns.slice(0, 9)).toEqual(essentialColumns)
})

test('columns that would leave an essential one out are not chosen', () => {
  expect(chooseColumns(defaultScreenState, ['symbol', 'rsi'])).toBe(defaultScreenState)
  expect(chooseColumns(defaultScreenState, reordered).columns).toBe(reordered)
})

describe('the question to the server', () => {
  test('has the page as an offset', () => {
    const query = buildScreenQuery(build({ sort: 'rsi', order: 'asc', page: 3, size: 50 }))
    expect(query).toMatchObject({ sortBy: 'rsi', sortOrder: 'asc', limit: 50, offset: 100, narrowing: {} })
  })

  test('has the search without the space around it', () => {
    expect(buildScreenQuery(build({ text: ' aap ' })).narrowing).toEqual({ q: 'aap' })
    expect(buildScreenQuery(build({ text: '  ' })).narrowing).toEqual({})
  })

  test('asks for what the columns show, whatever their order', () => {
    const { fields } = buildScreenQuery(build({ columns: reordered }))
    expect(fields).toEqual(expect.arrayContaining(['cc_score', 'score_points', 'net_margin', 'market_cap_value']))
    expect(fields).not.toContain('debt_to_equity')
    expect(fields).not.toContain('score_parts')
    const sorted = [...essentialColumns, 'net_margin'] as const
    expect(buildScreenQuery(build({ columns: sorted })).fields).toEqual(fields)
  })
})

describe('sorting', () => {
  const onPage2 = build({ sort: 'rsi', order: 'desc', page: 2, size: 50 })

  test.each([
    [onPage2, 'rsi', 'asc'],
    [{ ...onPage2, order: 'asc' } as const, 'rsi', 'desc'],
    [onPage2, 'symbol', 'desc'],
    [{ ...onPage2, order: 'asc' } as const, 'symbol', 'desc'],
  ] as const)('%j by %s is %s, at page 1', (state, column, order) => {
    expect(sortScreen(state, column)).toEqual({ ...state, sort: column, order, page: 1 })
  })
})

test('a search, a filter and their end lead to page 1 and leave the rest as it is', () => {
  const before = build({ sort: 'rsi', page: 4, size: 50 })
  const searched = searchScreen(before, 'aap')
  expect(searched).toEqual({ ...before, text: 'aap', page: 1 })
  const filtered = filterScreen({ ...searched, page: 3 }, { minRating: 35 })
  expect(filtered).toEqual({ ...searched, filters: { ...noFilters, minRating: 35 } })
  expect(clearFilters({ ...filtered, page: 2 })).toEqual({ ...before, page: 1 })
  expect(relaxScreen({ ...filtered, page: 2 }, 'q')).toEqual({ ...filtered, text: '' })
  expect(relaxScreen({ ...filtered, page: 2 }, 'min_score')).toEqual(searched)
})
