import { describe, expect, test } from '@jest/globals'
import type { QueryTexts } from '../../test/naive-view.ts'
import { applyEqualWeights, EQUAL_WEIGHTS, listSymbols, openRowIndex, queryRows } from '../../test/query-rows.ts'
import { inventRow, inventRows } from '../../test/rows.ts'
import type { Weighting } from './projections.ts'
import { prepareRow } from './rows.ts'

describe('order', () => {
  const rowIndex = openRowIndex([
    inventRow({ symbol: 'BBB', cc_score: 40, sector: 'energy', market_cap: '$9.00B', market_cap_value: 9e9 }),
    inventRow({ symbol: 'AAA', cc_score: 40, sector: 'Financials', market_cap: '$2.77T', market_cap_value: 2.77e12 }),
    inventRow({ symbol: 'NIL', cc_score: null, sector: null }),
    inventRow({ symbol: 'DDD', cc_score: 51.25, sector: 'Energy', market_cap: '$448B', market_cap_value: 448e9 }),
    inventRow({ symbol: 'NON', cc_score: null, sector: null }),
    inventRow({ symbol: 'ZER', cc_score: 0, sector: '', market_cap: '$312M', market_cap_value: 312e6 }),
  ])

  test.each([
    ['cc_score', 'desc', 'DDD AAA BBB ZER NIL NON'],
    ['cc_score', 'asc', 'ZER AAA BBB DDD NIL NON'],
    ['market_cap', 'desc', 'AAA DDD BBB ZER NIL NON'],
    ['market_cap', 'asc', 'ZER BBB DDD AAA NIL NON'],
    ['sector', 'asc', 'ZER BBB DDD AAA NIL NON'],
    ['sector', 'desc', 'AAA BBB DDD ZER NIL NON'],
    ['symbol', 'desc', 'ZER NON NIL DDD BBB AAA'],
  ] as const)(
    'sorts by %s %s with unknown values last and ties by ascending symbol',
    (sort_by, sort_order, expected) => {
      expect(listSymbols(queryRows(rowIndex, { sort_by, sort_order }))).toBe(expected)
    },
  )

  test('sorts text by the code points of its lower-case form, with those beyond U+FFFF last', () => {
    const names = ['zeta', 'Alpha', '𝐀 plane one', 'Ｆullwidth', 'älpha', 'alpha two']
    const named = openRowIndex(names.map((name, index) => inventRow({ symbol: `S${index}`, company_name: name })))
    const answer = queryRows(named, { sort_by: 'company_name', sort_order: 'asc' })
    expect(answer.stocks.map((row) => row.company_name)).toEqual([
      'Alpha',
      'alpha two',
      'zeta',
      'älpha',
      'Ｆullwidth',
      '𝐀 plane one',
    ])
  })

  test.each([
    ['open_interest', 'best_call_oi'],
    ['display_in_app', 'options_available'],
  ] as const)('%s is an alias of %s', (alias, column) => {
    const listed = openRowIndex([
      inventRow({ symbol: 'ONE', open_interest: 10, display_in_app: 0 }),
      inventRow({ symbol: 'TWO', open_interest: 900, display_in_app: 1 }),
      inventRow({ symbol: 'TRE', open_interest: null, display_in_app: 1 }),
    ])
    expect(listSymbols(queryRows(listed, { sort_by: alias }))).toBe(listSymbols(queryRows(listed, { sort_by: column })))
    expect(listSymbols(queryRows(listed, { sort_by: column }))).toMatch(/^T/)
    expect(listSymbols(queryRows(listed, { [`${alias}_min`]: '1' }))).toBe(
      listSymbols(queryRows(listed, { [`${column}_min`]: '1' })),
    )
  })
})

describe('filters', () => {
  const rowIndex = openRowIndex([
    inventRow({ symbol: 'KO', company_name: 'Coca-Cola Company', market_cap_value: 300e6, rsi: 50 }),
    inventRow({
      symbol: 'EL',
      company_name: 'Estée Lauder',
      market_cap_value: 2e9,
      sector: 'Consumer Staples',
      rsi: 50.1,
    }),
    inventRow({ symbol: 'BRK.B', company_name: 'Berkshire Hathaway', market_cap_value: 1e12, sector: 'Financials' }),
    inventRow({ symbol: 'T', company_name: 'AT&T Inc.', market_cap_value: 10e9, sector: '', rsi: 49.9 }),
    inventRow({ symbol: 'PCT', company_name: '100% Pure_Water', market_cap_value: 9_999_999_999.99, rsi: 0 }),
    inventRow({ symbol: 'NUL', company_name: 'Nothing Known', market_cap_value: null }),
    inventRow({ symbol: 'META', company_name: 'Facebook of Old', market_cap_value: null }),
  ])

  test.each([
    [{ q: 'co' }, 'KO'],
    [{ q: 'COLA c' }, 'KO'],
    [{ q: 'ola' }, ''],
    [{ q: 'estee l' }, 'EL'],
    [{ q: '  ESTÉE   la ' }, 'EL'],
    [{ q: 'b' }, 'BRK.B'],
    [{ q: '.b' }, ''],
    [{ q: 'brk.b' }, 'BRK.B'],
    [{ q: 'BRK-' }, 'BRK.B'],
    [{ q: 'brkb' }, 'BRK.B'],
    [{ q: 'BRK/B' }, 'BRK.B'],
    [{ q: 'brk b' }, 'BRK.B'],
    [{ q: 'fb' }, 'META'],
    [{ q: 't' }, 'T'],
    [{ q: '$t' }, 'T'],
    [{ q: 'at&t' }, 'T'],
    [{ q: '%' }, ''],
    [{ q: '_' }, ''],
    [{ q: '100%' }, 'PCT'],
    [{ q: 'pure_w' }, 'PCT'],
    [{ q: 'water' }, 'PCT'],
    [{ symbols: 'ko,brk-b,XXX,KO' }, 'BRK.B KO'],
    [{ symbols: 'BRKB,$ko,FB' }, 'BRK.B KO META'],
    [{ sector: 'known_sectors' }, 'BRK.B EL'],
    [{ sector: 'financial' }, 'BRK.B'],
    [{ sector: 'Consumer Staples' }, 'EL'],
    [{ sector: 'Energy' }, ''],
    [{ sector: 'all', market_cap: 'all' }, 'BRK.B EL KO META NUL PCT T'],
    [{ market_cap: 'small' }, 'KO'],
    [{ market_cap: 'mid' }, 'EL PCT'],
    [{ market_cap: 'large' }, 'T'],
    [{ market_cap: 'mega' }, 'BRK.B'],
    [{ rsi_min: '50' }, 'EL KO'],
    [{ rsi_max: '50' }, 'KO PCT T'],
    [{ max_rsi: '50', rsi_min: '50' }, 'KO'],
    [{ rsi_min: '-5' }, 'EL KO PCT T'],
    [{ market_cap_min: '9999999999.99', market_cap_max: '10000000000' }, 'PCT T'],
  ] satisfies readonly (readonly [QueryTexts, string])[])('%j: %s', (query, expected) => {
    expect(listSymbols(queryRows(rowIndex, { ...query, sort_by: 'symbol', sort_order: 'asc' }))).toBe(expected)
  })

  test('puts the stock whose symbol was typed first in any order, on the first page only', () => {
    const two = openRowIndex([
      inventRow({ symbol: 'TRMB', company_name: 'Trimble', cc_score: 50 }),
      inventRow({ symbol: 'T', company_name: 'AT&T Inc.', cc_score: 1 }),
      inventRow({ symbol: 'TXN', company_name: 'Texas Instruments', cc_score: 40 }),
    ])
    expect(listSymbols(queryRows(two, { q: 't' }))).toBe('T TRMB TXN')
    const pages = ['0', '1', '2'].map((offset) => listSymbols(queryRows(two, { q: 't', limit: '1', offset })))
    expect(pages).toEqual(['T', 'TRMB', 'TXN'])
    expect(listSymbols(queryRows(two, { q: 'tr' }))).toBe('TRMB')
  })

  test('if nothing matches, lists each filter whose removal alone would produce matches, most matches first', () => {
    const answer = queryRows(rowIndex, { q: 'co', rsi_max: '10', market_cap: 'mega' })
    expect(answer).toMatchObject({ total: 0, relaxations: [] })
    expect(queryRows(rowIndex, { rsi_min: '50', rsi_max: '50', sector: 'Energy' }).relaxations).toEqual([
      { parameter: 'sector', total: 1 },
    ])
    expect(queryRows(rowIndex, { rsi_min: '50', sector: 'Energy' }).relaxations).toEqual([
      { parameter: 'sector', total: 2 },
    ])
    expect(queryRows(rowIndex, { rsi_min: '60', market_cap: 'mid' }).relaxations).toEqual([
      { parameter: 'rsi_min', total: 2 },
    ])
    expect(queryRows(rowIndex, { rsi_min: '50' }).relaxations).toEqual([])
  })

  test.each([
    [{ rsi_min: '60', max_rsi: '59.9' }, ['rsi_min', 'max_rsi']],
    [{ open_interest_min: '2', best_call_oi_max: '1' }, ['open_interest_min', 'best_call_oi_max']],
    [{ q: '   ' }, ['q']],
  ] satisfies readonly (readonly [QueryTexts, readonly string[]])[])('rejects %j and names %p', (query, fields) => {
    const refusal = expect.objectContaining({
      status: 400,
      fields: fields.map((field) => expect.objectContaining({ field })),
    })
    expect(() => queryRows(rowIndex, query)).toThrow(refusal)
  })
})

describe('fields', () => {
  const [row] = inventRows(1)
  const rowIndex = openRowIndex(row === undefined ? [] : [row])
  const fieldsOf = (fields: string, weighting: Weighting | null = null) =>
    queryRows(rowIndex, { fields }, weighting).stocks[0]

  test('returns only the requested fields plus the symbol, in the contract’s order', () => {
    expect(Object.keys(fieldsOf('rsi,cc_score,company_name,rsi') ?? {})).toEqual([
      'symbol',
      'company_name',
      'cc_score',
      'rsi',
    ])
    expect(fieldsOf('company_name,score_parts')).toEqual({
      symbol: row?.symbol,
      company_name: row?.company_name,
      score_parts: row?.score_parts,
    })
    expect(queryRows(rowIndex, {}).stocks).toEqual([row])
  })

  test('applies weights only to fields that depend on the rating', () => {
    expect(row?.cc_score).not.toBeNull()
    const weighed = row && applyEqualWeights(row)
    expect(queryRows(rowIndex, {}, EQUAL_WEIGHTS).stocks).toEqual([weighed])
    expect(fieldsOf('cc_score,cc_score_core,score_points,score_history', EQUAL_WEIGHTS)).toEqual({
      symbol: row?.symbol,
      cc_score: weighed?.cc_score,
      cc_score_core: row?.cc_score_core,
      score_points: weighed?.score_points,
      score_history: [],
    })
  })

  test('reserializes a changed row', () => {
    const changing = openRowIndex(row === undefined ? [] : [row])
    expect(queryRows(changing, { fields: 'rsi' }).stocks).toEqual([{ symbol: row?.symbol, rsi: row?.rsi }])
    changing.put([prepareRow(inventRow({ symbol: row?.symbol ?? '', rsi: 12.3 }))])
    expect(queryRows(changing, { fields: 'rsi' }).stocks).toEqual([{ symbol: row?.symbol, rsi: 12.3 }])
  })

  test('rejects an unknown field by name', () => {
    const fields = [{ field: 'fields', detail: 'must be fields of a row, not nonsense, toString' }]
    expect(() => fieldsOf('rsi,nonsense,toString')).toThrow(expect.objectContaining({ status: 400, fields }))
  })
})
