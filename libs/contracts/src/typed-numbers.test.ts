import { describe, expect, test } from '@jest/globals'
import { listSymbolReadings, readSymbolSpelling } from './symbol-spelling.ts'
import { detectNumberForm, readTypedNumber } from './typed-numbers.ts'

describe('typed numbers', () => {
  describe('one amount', () => {
    test.each([
      ['65', 65],
      ['65.125', 65.125],
      ['9,10', 9.1],
      ['549,46', 549.46],
      ['0,125', 0.125],
      ['1,125.50', 1125.5],
      ['1.125,50', 1125.5],
      ['1,000,000', 1e6],
      ['1.000.000', 1e6],
      ['1 125,50', 1125.5],
      ['1\u00A0125,500', 1125.5],
      ['1\u202F125.5', 1125.5],
      ["1'125.50", 1125.5],
      ['1\u2019125,50', 1125.5],
      ['1 125', 1125],
      ['.85', 0.85],
      [',85', 0.85],
      ['5.', 5],
      ['+1.13', 1.13],
      ['$ 7.10', 7.1],
      ['$580.00', 580],
      ['+$580', 580],
      ['USD 7.10', 7.1],
      ['7.10 USD', 7.1],
      ['7.10 CR', 7.1],
      ['  7 ', 7],
      ['-0.00', 0],
      ['7.1300000000000001', 7.13],
    ])('%s is %d', (text, value) => {
      expect(readTypedNumber(text)).toEqual({ value, rounded: false, exact: value })
    })

    test.each([
      ['7.1034967', 7.1035],
      ['530,245671', 530.2457],
      ['0.00001', 0],
    ])('%s is rounded to %d', (text, value) => {
      expect(readTypedNumber(text)).toMatchObject({ value, rounded: true })
    })

    test('reports an ambiguous amount with both readings', () => {
      expect(readTypedNumber('1,125')).toEqual({ problem: 'ambiguous', point: 1125, comma: 1.125 })
      expect(readTypedNumber('1,125', 'comma')).toMatchObject({ value: 1.125 })
      expect(readTypedNumber('1,125', 'point')).toMatchObject({ value: 1125 })
      expect(readTypedNumber('1.125', 'comma')).toMatchObject({ value: 1125 })
    })

    test.each(['($7.10)', '$(7.10)', '-7.10', '-$7.10', '$-7.10', '7.10-', '\u22127,10', '7.10 DR'])(
      '%s is negative',
      (text) => {
        expect(readTypedNumber(text)).toEqual({ problem: 'negative', amount: -7.1 })
      },
    )

    test.each(['', '  ', '--', '-', '—', 'N/A'])('%j is empty', (text) => {
      expect(readTypedNumber(text)).toEqual({ problem: 'empty' })
    })

    test.each([
      ...['12%', '1e5', '0x10', 'Infinity', 'NaN', 'sixty', '€5', '$', '.', ',', '+-1', '(-1)', '1..2', '1,2,3'],
      ...['1,1300,000', '12,34.5', '1,125 300', '1.125.50', '1 12', '7.10.2026', "1'125 300", '9'.repeat(80)],
    ])('%s is not a number', (text) => {
      expect(readTypedNumber(text)).toEqual({ problem: 'not_a_number' })
    })

    test.each([
      ['9,10', 'point'],
      ['9.10', 'comma'],
    ] as const)('%s is not a number with a decimal %s', (text, decimal) => {
      expect(readTypedNumber(text, decimal)).toEqual({ problem: 'not_a_number' })
    })
  })

  describe('the decimal sign that many texts share', () => {
    test.each([
      ['point', ['1,125', '72.50']],
      ['point', ['1.125', '7.125']],
      ['point', ['72', '', '--', 'KO']],
      ['point', ['1,125,000', '1,125']],
      ['comma', ['1,125', '72,50']],
      ['comma', ['1.125', '0,125']],
      ['comma', ['1.125', '($9,10)']],
      ['ambiguous', ['75', '1,125', '70,250']],
      ['ambiguous', ['1.125', '1,125']],
      ['contradictory', ['72.50', '72,50']],
    ] as const)('is %s for %j', (form, texts) => {
      expect(detectNumberForm(texts)).toBe(form)
    })

    test('a column with only points is ambiguous if points are unusual', () => {
      expect(detectNumberForm(['1.125'], { pointIsUsual: false })).toBe('ambiguous')
      expect(detectNumberForm(['1.125', '7.1'], { pointIsUsual: false })).toBe('point')
    })
  })
})

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
  ])('%j is not a symbol', (text) => {
    expect(readSymbolSpelling(text)).toBeNull()
  })

  test('a word may name a share class without the dot', () => {
    expect(listSymbolReadings('BRKB')).toEqual(['BRKB', 'BRK.B'])
    expect(listSymbolReadings('BRK.B')).toEqual(['BRK.B'])
    expect(listSymbolReadings('T')).toEqual(['T'])
  })
})
