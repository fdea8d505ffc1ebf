/** @jest-environment node */
import { screenColumns } from '@callwright/contracts/screener-columns'
import { describe, expect, test } from '@jest/globals'
import { columnGroups, findColumnName } from './column-facts.ts'
import { isMovable, moveColumn, searchColumns, toggleColumn } from './column-order.ts'

const columns = ['symbol', 'company_name', 'cc_score', 'rsi'] as const

describe('moving', () => {
  test.each([
    ['rsi', 1, 'symbol rsi company_name cc_score'],
    ['company_name', 3, 'symbol cc_score rsi company_name'],
    ['cc_score', 2, 'symbol company_name cc_score rsi'],
    ['rsi', 0, 'symbol rsi company_name cc_score'],
    ['company_name', 9, 'symbol cc_score rsi company_name'],
    ['symbol', 2, 'symbol company_name cc_score rsi'],
  ] as const)('%s to place %d', (column, to, order) => {
    expect(moveColumn(columns, column, to).join(' ')).toBe(order)
  })

  test('only within the list, and never before the symbol', () => {
    expect(isMovable(columns, 'rsi', 1)).toBe(true)
    expect(isMovable(columns, 'rsi', 4)).toBe(false)
    expect(isMovable(columns, 'company_name', 0)).toBe(false)
    expect(isMovable(columns, 'symbol', 1)).toBe(false)
  })
})

test('a column is added at the end and taken out where it stands', () => {
  expect(toggleColumn(columns, 'volume')).toEqual([...columns, 'volume'])
  expect(toggleColumn(columns, 'cc_score')).toEqual(['symbol', 'company_name', 'rsi'])
})

describe('searching', () => {
  const find = (words: string) =>
    searchColumns(words, findColumnName).map(({ name, columns: found }) => [name, ...found])

  test('finds parts of names, in their groups', () => {
    expect(find(' Vol')).toEqual([
      ['Technical', 'volume'],
      ['Options', 'avg_call_volume'],
    ])
    expect(find('zz')).toEqual([])
  })

  test('without words finds every column once', () => {
    expect(searchColumns('', findColumnName)).toEqual(columnGroups)
    expect(columnGroups.flatMap((group) => group.columns).toSorted()).toEqual([...screenColumns].toSorted())
  })
})
