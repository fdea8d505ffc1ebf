/** @jest-environment node */

import { type NumericColumn, numericColumns, screenColumns } from '@callwright/contracts/screener-columns'
import { describe, expect, test } from '@jest/globals'
import {
  countFilters,
  findRange,
  narrowByFilters,
  noFilters,
  readFilters,
  relaxFilter,
  type ScreenFilters,
  setRange,
  type ValueRange,
  writeFilters,
} from './screen-filters.ts'
import {
  buildScreenQuery,
  buildShownQuery,
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

describe('URL state', () => {
  const parse = (search: string) => parseScreenState(new URLSearchParams(search))
  const write = (state: ScreenState) => writeScreenState(state).toString()
  const build = (changes: Partial<ScreenState>): ScreenState => ({ ...defaultScreenState, ...changes })

  test('without parameters, the defaults apply', () => {
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
  ] as const)('reads and writes %s', (search, changes) => {
    expect(parse(search)).toEqual({ state: build(changes), ignored: [] })
    expect(write(build(changes))).toBe(search)
  })

  test.each([
    ['sort=open_interest', { sort: 'best_call_oi' }],
    ['columns=essential', {}],
    [`columns=${reordered.join(',')}`, { columns: reordered }],
  ] as const)('accepts %s', (search, changes) => {
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
  ])('ignores %j', (part) => {
    expect(parse(part)).toEqual({ state: defaultScreenState, ignored: [part] })
  })

  test('keeps every sort in the URL', () => {
    const states = screenColumns.flatMap((sort) =>
      (['asc', 'desc'] as const).flatMap((order) => ([25, 200] as const).map((size) => build({ sort, order, size }))),
    )
    for (const state of states) expect(parse(write(state))).toEqual({ state, ignored: [] })
  })

  test('the professional preset has all columns, essential ones first', () => {
    expect([...professionalColumns].sort()).toEqual([...screenColumns].sort())
    expect(professionalColumns.slice(0, 9)).toEqual(essentialColumns)
  })

  test('rejects a choice that lacks an essential column', () => {
    expect(chooseColumns(defaultScreenState, ['symbol', 'rsi'])).toBe(defaultScreenState)
    expect(chooseColumns(defaultScreenState, reordered).columns).toBe(reordered)
  })

  describe('server query', () => {
    test('sends the page as an offset', () => {
      const query = buildScreenQuery(build({ sort: 'rsi', order: 'asc', page: 3, size: 50 }))
      expect(query).toMatchObject({ sortBy: 'rsi', sortOrder: 'asc', limit: 50, offset: 100, narrowing: {} })
    })

    test('trims the search', () => {
      expect(buildScreenQuery(build({ text: ' aap ' })).narrowing).toEqual({ q: 'aap' })
      expect(buildScreenQuery(build({ text: '  ' })).narrowing).toEqual({})
    })

    test('requests the fields that the columns need, whatever their order', () => {
      const { fields } = buildScreenQuery(build({ columns: reordered }))
      expect(fields).toEqual(expect.arrayContaining(['cc_score', 'score_points', 'net_margin', 'market_cap_value']))
      expect(fields).not.toContain('debt_to_equity')
      expect(fields).not.toContain('score_parts')
      const sorted = [...essentialColumns, 'net_margin'] as const
      expect(buildScreenQuery(build({ columns: sorted })).fields).toEqual(fields)
    })
  })

  test('requests the fields of the cards on a phone, and those of the columns otherwise', () => {
    const state = build({ sort: 'volume', columns: [...essentialColumns, 'net_margin'] })
    expect(buildShownQuery(state, false)).toEqual(buildScreenQuery(state))
    const { fields, ...rest } = buildShownQuery(state, true)
    expect(fields).toEqual(expect.arrayContaining(['best_dte', 'iv_rank', 'net_margin', 'volume']))
    expect(rest).toEqual({ ...rest, sortBy: 'volume', limit: 25, offset: 0 })
  })

  describe('sorting', () => {
    const onPage2 = build({ sort: 'rsi', order: 'desc', page: 2, size: 50 })

    test.each([
      [onPage2, 'rsi', 'asc'],
      [{ ...onPage2, order: 'asc' } as const, 'rsi', 'desc'],
      [onPage2, 'symbol', 'desc'],
      [{ ...onPage2, order: 'asc' } as const, 'symbol', 'desc'],
    ] as const)('sorting %j by %s makes the order %s and returns to page 1', (state, column, order) => {
      expect(sortScreen(state, column)).toEqual({ ...state, sort: column, order, page: 1 })
    })
  })

  test('changing the search or the filters returns to page 1 and keeps everything else', () => {
    const before = build({ sort: 'rsi', page: 4, size: 50 })
    const searched = searchScreen(before, 'aap')
    expect(searched).toEqual({ ...before, text: 'aap', page: 1 })
    const filtered = filterScreen({ ...searched, page: 3 }, { minRating: 35 })
    expect(filtered).toEqual({ ...searched, filters: { ...noFilters, minRating: 35 } })
    expect(clearFilters({ ...filtered, page: 2 })).toEqual({ ...before, page: 1 })
    expect(relaxScreen({ ...filtered, page: 2 }, 'q')).toEqual({ ...filtered, text: '' })
    expect(relaxScreen({ ...filtered, page: 2 }, 'min_score')).toEqual(searched)
  })
})

describe('filters', () => {
  function read(search: string) {
    const ignored: string[] = []
    return { filters: readFilters(new URLSearchParams(search), (name) => ignored.push(name)), ignored }
  }
  function write(filters: ScreenFilters): string {
    const search = new URLSearchParams()
    writeFilters(filters, search)
    return search.toString()
  }
  const bounded = (column: NumericColumn, min: number | null, max: number | null) =>
    setRange(noFilters, column, { min, max })

  test('sends nothing without filters', () => {
    expect(read('')).toEqual({ filters: noFilters, ignored: [] })
    expect(write(noFilters)).toBe('')
    expect(narrowByFilters(noFilters)).toEqual({})
    expect(countFilters(noFilters)).toBe(0)
  })

  test.each([
    ['rating=35', { min_score: 35 }],
    ['rating=30.5', { min_score: 30.5 }],
    ['yield=10', { min_yield: 10 }],
    ['rsi=70', { max_rsi: 70 }],
    ['iv_rank=50', { min_iv_rank: 50 }],
    ['sector=known_sectors', { sector: 'known_sectors' }],
    ['sector=technology', { sector: 'technology' }],
    ['sector=Real+Estate', { sector: 'Real Estate' }],
    ['cap=mega', { market_cap: 'mega' }],
    ['list=holdings', { list: 'holdings' }],
    ['current_price_min=20', { current_price_min: 20 }],
    ['price_vs_ma_max=-2.5', { price_vs_ma_max: -2.5 }],
    ['cc_score_max=50', { cc_score_max: 50 }],
    ['volume_min=999999999999999', { volume_min: 999_999_999_999_999 }],
    ['debt_to_equity_max=0.000001', { debt_to_equity_max: 0.000_001 }],
  ])('%s is one filter, sent as %j', (search, narrowing) => {
    const { filters, ignored } = read(search)
    expect(ignored).toEqual([])
    expect(narrowByFilters(filters)).toEqual(narrowing)
    expect(write(filters)).toBe(search)
    expect(countFilters(filters)).toBe(1)
  })

  test.each([
    ['cc_score_min=35', 'rating=35'],
    ['best_ann_yield_min=10', 'yield=10'],
    ['rsi_max=70', 'rsi=70'],
    ['iv_rank_min=50', 'iv_rank=50'],
    ['sector=Information+Technology', 'sector=technology'],
    ['rating=0&rsi=100&yield=0&sector=all&cap=all', ''],
  ])('%s is written as "%s"', (search, held) => {
    const { filters, ignored } = read(search)
    expect(ignored).toEqual([])
    expect(write(filters)).toBe(held)
  })

  test.each([
    ['rating=high', ['rating']],
    ['rating=', ['rating']],
    ['rating=1e1', ['rating']],
    ['yield=+5', ['yield']],
    ['sector=Tech', ['sector']],
    ['cap=huge', ['cap']],
    ['list=my+list', ['list']],
    ['current_price_min=.5', ['current_price_min']],
    ['current_price_min=1234567890123456', ['current_price_min']],
    ['current_price_max=NaN', ['current_price_max']],
    ['beta_min=1', ['beta_min']],
    ['symbol_max=7', ['symbol_max']],
  ])('ignores %s', (search, names) => {
    expect(read(search)).toEqual({ filters: noFilters, ignored: names })
  })

  test('uses the first of two parameters that set the same bound', () => {
    const { filters, ignored } = read('rating=35&cc_score_min=40')
    expect(write(filters)).toBe('rating=35')
    expect(ignored).toEqual(['cc_score_min'])
  })

  test('ignores a maximum below the minimum', () => {
    expect(read('current_price_min=20&current_price_max=10')).toEqual({
      filters: bounded('current_price', 20, null),
      ignored: ['current_price_max'],
    })
    expect(read('iv_rank=80&iv_rank_max=20')).toEqual({
      filters: bounded('iv_rank', 80, null),
      ignored: ['iv_rank_max'],
    })
  })

  describe('bounds', () => {
    test.each(numericColumns)('of %s survive a round trip through the URL', (column) => {
      const bound: ValueRange = { min: 12.5, max: 40 }
      const filters = setRange(noFilters, column, bound)
      expect(findRange(filters, column)).toEqual(bound)
      expect(read(write(filters))).toEqual({ filters, ignored: [] })
      expect(countFilters(filters)).toBe(1)
      expect(setRange(filters, column, { min: null, max: null })).toEqual(noFilters)
    })

    test('are stored in the dedicated filter if there is one', () => {
      expect(bounded('cc_score', 40, 50)).toEqual({
        ...noFilters,
        minRating: 40,
        bounds: { cc_score: { min: null, max: 50 } },
      })
      expect(bounded('rsi', null, 60)).toEqual({ ...noFilters, maxRsi: 60 })
    })
  })

  test.each([
    ['min_score', 'iv_rank_max=90&sector=technology&cap=mega'],
    ['iv_rank_max', 'rating=40&sector=technology&cap=mega'],
    ['sector', 'rating=40&cap=mega&iv_rank_max=90'],
    ['market_cap', 'rating=40&sector=technology&iv_rank_max=90'],
    ['beta_min', 'rating=40&sector=technology&cap=mega&iv_rank_max=90'],
  ])('removing %s leaves %s', (parameter, left) => {
    const { filters } = read('rating=40&sector=technology&cap=mega&iv_rank_max=90')
    expect(relaxFilter(filters, parameter)).toEqual(read(left).filters)
  })
})
