import { describe, expect, test } from '@jest/globals'
import { formatContractSymbol, parseContractSymbol } from './contract-symbol.ts'
import type { ListedSymbol } from './provider.ts'
import { createSymbolIndex } from './symbol-search.ts'

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
    'rejects %p',
    (symbol) => {
      expect(parseContractSymbol(symbol)).toBeNull()
    },
  )
})

describe('symbol search', () => {
  function list(symbol: string, name: string, inUniverse = true, hasChain = true): ListedSymbol {
    return { symbol, name, sector: null, exchange: null, type: 'stock', optionable: hasChain, hasChain, inUniverse }
  }

  const search = createSymbolIndex([
    list('TAN', 'Solar Fund', false),
    list('TA', 'Tamber & Sons', false),
    list('TAX', 'Taxwell Corp'),
    list('ZZ', 'Best Tannery Company'),
    list('Q.B', 'Quill Class B', true, false),
  ])
  const find = (text: string, limit = 10, onlyWithChain = false) =>
    search({ text, limit, onlyWithChain }).map(({ symbol }) => symbol)

  describe('symbol search', () => {
    test('lists exact matches, then prefixes, then names, with the universe first in each group', () => {
      expect(find('ta')).toEqual(['TA', 'TAX', 'TAN', 'ZZ'])
    })

    test('lists a class share without its dot and a former ticker after the exact symbol and before prefixes', () => {
      const found = createSymbolIndex([
        list('T', 'Telephone Corp', false),
        list('TRMB', 'Trim Corp'),
        list('BRK.B', 'Berk Class B'),
        list('META', 'Meta Corp'),
        list('FBX', 'Fabex Corp'),
      ])
      const first = (text: string) => found({ text, limit: 1 }).map(({ symbol }) => symbol)
      expect(['T', 'brkb', 'FB'].flatMap(first)).toEqual(['T', 'BRK.B', 'META'])
    })

    test('every typed word must be a prefix of a word in the name', () => {
      expect(find('tann best')).toEqual(['ZZ'])
      expect(find('annery')).toEqual([])
    })

    test('finds class shares in both spellings, respects the limit, and can list only symbols with a chain', () => {
      for (const text of ['q-b', 'Q.B', 'Q/B', 'q b', ' $q.b ']) expect(find(text)).toEqual(['Q.B'])
      expect(find('q', 10, true)).toEqual([])
      expect(find('', 2)).toEqual(['Q.B', 'TAX'])
    })

    test('treats all characters literally', () => {
      for (const text of ['%', '_', '.*', '(', '[', "'"]) expect(find(text)).toEqual([])
    })
  })
})
