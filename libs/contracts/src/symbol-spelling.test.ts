import { describe, expect, test } from '@jest/globals'
import { listSymbolReadings, readSymbolSpelling } from './symbol-spelling.ts'

describe('the spelling of a symbol', () => {
  test.each([
    ['AAPL', 'AAPL'],
    [' aapl ', 'AAPL'],
    ['$aapl', 'AAPL'],
    ['t', 'T'],
    ['BRK.B', 'BRK.B'],
    ['brk-b', 'BRK.B'],
    ['BRK/B', 'BRK.B'],
    ['BRK B', 'BRK.B'],
    ['$BRK/B', 'BRK.B'],
    ['BRKB', 'BRKB'],
  ])('%j is %s', (text, symbol) => {
    expect(readSymbolSpelling(text)).toEqual({ symbol, contract: null })
  })

  test.each([
    ['AAPL  261218C00250000', { symbol: 'AAPL', expiration: '2026-12-18', type: 'call', strike: 250 }],
    ['aapl261218p00007500', { symbol: 'AAPL', expiration: '2026-12-18', type: 'put', strike: 7.5 }],
    ['BRKB  270115C00520000', { symbol: 'BRKB', expiration: '2027-01-15', type: 'call', strike: 520 }],
    ['O:T261218C00030000', { symbol: 'T', expiration: '2026-12-18', type: 'call', strike: 30 }],
    ['-AAPL261218C250', { symbol: 'AAPL', expiration: '2026-12-18', type: 'call', strike: 250 }],
    ['.AAPL261218C252.5', { symbol: 'AAPL', expiration: '2026-12-18', type: 'call', strike: 252.5 }],
  ])('%j is a contract', (text, contract) => {
    expect(readSymbolSpelling(text)).toEqual({ symbol: contract.symbol, contract })
  })

  test.each([
    '',
    '$',
    'GOOGLES',
    'AAPL1',
    'BRK..B',
    'BRK.BRKB',
    '../AAPL',
    'Coca-Cola',
    'AAPL 261332C00250000',
    'AAPL 260230C00250000',
    'AAPL 261218C00000000',
  ])('%j is none', (text) => {
    expect(readSymbolSpelling(text)).toBeNull()
  })

  test('a word may be a class share without its dot', () => {
    expect(listSymbolReadings('BRKB')).toEqual(['BRKB', 'BRK.B'])
    expect(listSymbolReadings('BRK.B')).toEqual(['BRK.B'])
    expect(listSymbolReadings('T')).toEqual(['T'])
  })
})
