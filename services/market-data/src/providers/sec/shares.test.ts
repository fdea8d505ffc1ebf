import { describe, expect, test } from '@jest/globals'
import { toDay } from './facts.ts'
import { hasSeveralClasses, readSharesOutstanding } from './shares.ts'

describe('the number of shares', () => {
  const row = { end: '2026-07-17', val: 1_000, form: '10-Q', filed: '2026-07-31' }
  const read = (...shares: readonly unknown[]) =>
    readSharesOutstanding(
      JSON.stringify({ facts: { dei: { EntityCommonStockSharesOutstanding: { units: { shares } } }, 'us-gaap': {} } }),
      toDay('2026-10-01'),
    )
  const known = { count: 1_000, asOf: '2026-07-17' }

  test.each([
    ['the latest', [{ ...row, end: '2026-04-17', val: 900 }, row], known],
    ['corrected in a later filing', [row, { ...row, val: 1_001, filed: '2026-08-05' }], { ...known, count: 1_001 }],
    ['repeated in one filing', [row, row], known],
    ['two classes in one filing', [row, { ...row, val: 20 }], null],
    ['200 days old', [{ ...row, end: '2026-03-15' }], { ...known, asOf: '2026-03-15' }],
    ['201 days old', [{ ...row, end: '2026-03-14' }], null],
    ['of a day to come', [{ ...row, end: '2026-10-02' }], null],
    ['of a foreign company', [{ ...row, form: '20-F' }], null],
    ['0', [{ ...row, val: 0 }], null],
    ['as text', [{ ...row, val: '1000' }], null],
    ['invalid rows', [null, {}], null],
    ['never reported', [], null],
  ])('%s', (_name, rows, expected) => {
    expect(read(...rows)).toEqual(expected)
  })

  test('is unknown without facts about the company itself', () => {
    expect(readSharesOutstanding('{"facts":{"us-gaap":{}}}', toDay('2026-10-01'))).toBeNull()
  })
})

test.each([
  ['KO', ['KO'], false],
  ['JPM', ['JPM', 'JPM.PC', 'AMJB'], false],
  ['BRK.B', ['BRK.A', 'BRK.B'], true],
  ['LEN', ['LEN', 'LEN.B'], true],
  ['GOOG', ['GOOG', 'GOOGL'], true],
])('%s of %j is one of several classes: %p', (symbol, siblings, expected) => {
  expect(hasSeveralClasses(symbol, siblings, new Set(['KO', 'JPM', 'BRK.B', 'LEN', 'GOOG', 'GOOGL']))).toBe(expected)
})
