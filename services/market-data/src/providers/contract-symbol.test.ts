import { describe, expect, test } from '@jest/globals'
import { formatContractSymbol, parseContractSymbol } from './contract-symbol.ts'

describe('contract symbols', () => {
  test.each([
    ['BRKB260717C00300000', { root: 'BRKB', expiration: '2026-07-17', type: 'call', strike: 300 }],
    ['F261218P00002820', { root: 'F', expiration: '2026-12-18', type: 'put', strike: 2.82 }],
    ['COP1270115C00105500', { root: 'COP1', expiration: '2027-01-15', type: 'call', strike: 105.5 }],
    ['AB    260717C00000500', { root: 'AB', expiration: '2026-07-17', type: 'call', strike: 0.5 }],
  ] as const)('%s', (symbol, parts) => {
    expect(parseContractSymbol(symbol)).toEqual(parts)
    expect(formatContractSymbol(parts)).toBe(symbol.replaceAll(' ', ''))
  })

  test.each(['', 'AAPL', 'AAPL260717X00300000', 'AAPL260717C0300000', 'aapl260717C00300000', 'TOOLONG260717C00300000'])(
    '%p is none',
    (symbol) => {
      expect(parseContractSymbol(symbol)).toBeNull()
    },
  )
})
