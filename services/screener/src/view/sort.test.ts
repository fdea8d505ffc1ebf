import { sortColumns } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { inventRow } from '../../test/rows.ts'
import { sortRows } from './sort.ts'

const symbolsOf = (...args: Parameters<typeof sortRows>) =>
  sortRows(...args)
    .map((row) => row.symbol)
    .join(' ')

const rows = [
  inventRow({ symbol: 'BBB', cc_score: 40, sector: 'energy', market_cap: '$9.00B', market_cap_value: 9e9 }),
  inventRow({ symbol: 'AAA', cc_score: 40, sector: 'Financials', market_cap: '$2.77T', market_cap_value: 2.77e12 }),
  inventRow({ symbol: 'NIL', cc_score: null, sector: null }),
  inventRow({ symbol: 'DDD', cc_score: 51.25, sector: 'Energy', market_cap: '$448B', market_cap_value: 448e9 }),
  inventRow({ symbol: 'NON', cc_score: null, sector: null }),
  inventRow({ symbol: 'ZER', cc_score: 0, sector: '', market_cap: '$312M', market_cap_value: 312e6 }),
]

describe('sortRows', () => {
  test.each([
    ['cc_score', 'desc', 'DDD AAA BBB ZER NIL NON'],
    ['cc_score', 'asc', 'ZER AAA BBB DDD NIL NON'],
    ['market_cap', 'desc', 'AAA DDD BBB ZER NIL NON'],
    ['market_cap', 'asc', 'ZER BBB DDD AAA NIL NON'],
    ['sector', 'asc', 'ZER BBB DDD AAA NIL NON'],
    ['sector', 'desc', 'AAA BBB DDD ZER NIL NON'],
    ['symbol', 'desc', 'ZER NON NIL DDD BBB AAA'],
  ] as const)('%s %s: unknown last, ties by symbol ascending', (column, order, expected) => {
    expect(symbolsOf(rows, column, order)).toBe(expected)
  })

  test('text follows code points of its lower case, beyond U+FFFF last', () => {
    const named = ['zeta', 'Alpha', '𝐀 plane one', 'Ｆullwidth', 'älpha', 'alpha two'].map((name, index) =>
      inventRow({ symbol: `S${index}`, company_name: name }),
    )
    expect(sortRows(named, 'company_name', 'asc').map((row) => row.company_name)).toEqual([
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
  ] as const)('%s is another name of %s', (alias, column) => {
    const listed = [
      inventRow({ symbol: 'ONE', open_interest: 10, display_in_app: 0 }),
      inventRow({ symbol: 'TWO', open_interest: 900, display_in_app: 1 }),
      inventRow({ symbol: 'TRE', open_interest: null, display_in_app: 1 }),
    ]
    expect(symbolsOf(listed, alias, 'desc')).toBe(symbolsOf(listed, column, 'desc'))
    expect(symbolsOf(listed, column, 'desc')).toMatch(/^T/)
  })

  test('every column of the contract sorts, and leaves the rows it was given as they were', () => {
    const before = rows.map((row) => row.symbol)
    for (const column of sortColumns) expect(sortRows(rows, column, 'asc')).toHaveLength(rows.length)
    expect(rows.map((row) => row.symbol)).toEqual(before)
  })
})
