import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { readKnownNumber, readNumber } from '../parsing/read-number.ts'
import { ASSUMED_RATE, chooseRate } from '../rate-curve.ts'
import {
  joinSymbols,
  readDividends,
  readEarnings,
  readExtendedSymbols,
  readFundamentals,
  readIvHistory,
  readListings,
  readQuality,
  readSplits,
  readUniverse,
} from './read-company.ts'
import { readBars, readBarsOfAll, readLastBarDate, readRateRow } from './read-market.ts'

describe('numbers', () => {
  test.each([
    ['', null],
    [undefined, null],
    ['12', 12],
    ['-0.5', -0.5],
    ['1e-3', 0.001],
    ['.5', 0.5],
    ['5.', 5],
    ['-0', -0],
    ['+1', 1],
    ['-', Number.NaN],
    ['.', Number.NaN],
    ['1.2.3', Number.NaN],
    ['--1', Number.NaN],
    [' ', Number.NaN],
    ['NaN', Number.NaN],
    ['N/A', Number.NaN],
    ['0x10', Number.NaN],
    [' 1', Number.NaN],
    ['1,000', Number.NaN],
    ['Infinity', Number.NaN],
    ['1e999', Number.NaN],
  ])('%p', (cell, value) => {
    expect(readNumber(cell)).toBe(value)
    expect(readKnownNumber(cell)).toBe(Number.isNaN(value) ? null : value)
  })
})

test('reads numbers exactly as JavaScript does', () => {
  const written = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.tuple(fc.integer(), fc.nat({ max: 20 })).map(([digits, places]) => (digits / 10 ** 6).toFixed(places)),
    fc.stringMatching(/^-?\d{1,9}\.?\d{0,9}$/),
  )
  fc.assert(fc.property(written, (cell) => expect(readNumber(cell)).toBe(Number(cell))))
})

describe('bars', () => {
  const text = 'date,open,high,low,close,volume\n2026-07-09,1,2,0.5,1.5,100\n2026-07-10,1.5,2,1,,200\n'

  test('reads bars from one file per symbol', () => {
    expect(readBars('bars/X.csv', text)).toEqual([
      { date: '2026-07-09', open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 },
      { date: '2026-07-10', open: 1.5, high: 2, low: 1, close: Number.NaN, volume: 200 },
    ])
    expect(readLastBarDate(text)).toBe('2026-07-10')
    expect(readLastBarDate('date,open')).toBeNull()
  })

  test("reads bars from one file for all symbols, and sorts each symbol's bars", () => {
    const all =
      'symbol,date,open,high,low,close,volume\nA,2026-07-10,1,1,1,1,1\nB,2026-07-10,2,2,2,2,2\nA,2026-07-09,3,3,3,3,3'
    const bySymbol = readBarsOfAll('bars.csv', all)
    expect(bySymbol.get('A')?.map(({ date, close }) => [date, close])).toEqual([
      ['2026-07-09', 3],
      ['2026-07-10', 1],
    ])
    expect(bySymbol.get('B')).toHaveLength(1)
  })
})

describe('fundamentals', () => {
  const HEADER = 'symbol,market_cap,net_margin,debt_to_equity,dividend_yield,price_to_book'
  const read = (row: string) => readFundamentals(`${HEADER}\n${row}`).get('X')

  test('converts fractions to percent and keeps debt to equity as a ratio', () => {
    expect(read('X,1000,0.19552,0.49733,0.0075,5.4')).toEqual({
      marketCapUsd: 1_000,
      netMarginPct: 19.552,
      debtToEquity: 0.49733,
      negativeEquity: false,
      dividendYieldPct: 0.75,
      creditRating: null,
      shares: null,
    })
  })

  test('reads a missing yield column as unknown, not as 0', () => {
    expect(read('X,1000,0.1,,N/A,3')).toMatchObject({ dividendYieldPct: null })
    expect(read('X,1000')).toMatchObject({ dividendYieldPct: null })
    const withoutColumn = readFundamentals('symbol,market_cap\nX,1000').get('X')
    expect(withoutColumn).toMatchObject({ marketCapUsd: 1_000, dividendYieldPct: null })
  })

  test('reads an empty yield as no dividend, and empty debt to equity as unknown or negative equity', () => {
    expect(read('X,1000,0.1,,,-12')).toMatchObject({ debtToEquity: null, negativeEquity: true, dividendYieldPct: 0 })
    expect(read('X,1000,0.1,,,3')).toMatchObject({ debtToEquity: null, negativeEquity: false })
    const marked = readFundamentals(`symbol,debt_to_equity,negative_equity\nX,,1\nY,,0`)
    expect([marked.get('X')?.negativeEquity, marked.get('Y')?.negativeEquity]).toEqual([true, false])
    expect(read('X,0,NaN,,,')).toMatchObject({ marketCapUsd: null, netMarginPct: null, negativeEquity: false })
  })
})

describe('rates', () => {
  const text =
    'date,1M,3M,1Y,2Y,grade\n2026-07-10,3.70,,,4.21,quoted\n2026-07-09,3.60,3.6,3.6,3.6,official\n2026-07-13,9,9,9,9,x\n'

  test('uses the last day up to the pack’s date, and the nearest known tenor', () => {
    const row = readRateRow(text, '2026-07-10')
    expect(row?.date).toBe('2026-07-10')
    const month = chooseRate(row, 42)
    expect(month.value.basis).toBe('1M Treasury, Jul 10, 2026')
    expect(month.value.rate).toBeCloseTo(0.036662, 6)
    expect(month.missing).toEqual([])
    expect(chooseRate(row, 600).value.basis).toBe('2Y Treasury, Jul 10, 2026')
    expect(chooseRate(readRateRow(text, '2026-07-09'), 100).value.basis).toBe('3M Treasury, Jul 9, 2026')
  })

  test('uses an assumed rate, and labels it, if there are no rates', () => {
    for (const row of [null, readRateRow(text, '2020-01-01')]) {
      expect(chooseRate(row, 30)).toEqual({
        value: { rate: ASSUMED_RATE, basis: '4% assumed' },
        missing: [{ field: 'rate', reason: 'This source has no interest rates: 4% assumed' }],
      })
    }
  })
})

describe('events', () => {
  test('lists events by symbol, oldest first, without invalid rows', () => {
    expect(
      readDividends('symbol,ex_date,cash_amount\nX,2026-08-01,0.5\nX,2026-05-01,0.4\nX,junk,1\nX,2026-06-01,0').get(
        'X',
      ),
    ).toEqual([
      { exDate: '2026-05-01', cashUsd: 0.4, kind: null },
      { exDate: '2026-08-01', cashUsd: 0.5, kind: null },
    ])
    const splits = readSplits(
      'symbol,execution_date,ratio,kind\nX,2026-01-02,4,split\nX,2026-03-02,1.2,spin_off_adjustment\nX,2026-02-02,0,split',
    )
    expect(splits.get('X')?.map(({ ratio, kind }) => [ratio, kind])).toEqual([
      [4, 'split'],
      [1.2, 'spin_off'],
    ])
    expect(readEarnings('symbol,earnings_date,session\nX,2026-07-30,after_close\nY,2026-07-30,').get('Y')).toEqual([
      { date: '2026-07-30', session: null },
    ])
    const withPrevious = 'symbol,earnings_date,session,previous_earnings_date'
    const reports = readEarnings(
      `${withPrevious}\nX,2026-07-30,after_close,2026-04-30\nX,2026-04-30,before_open,2026-02-30\nX,2026-10-29,,`,
    )
    expect(reports.get('X')).toEqual([
      { date: '2026-04-30', session: 'before_open' },
      { date: '2026-07-30', session: 'after_close' },
      { date: '2026-10-29', session: null },
    ])
    expect(readIvHistory('symbol,date,iv30\nX,2026-06-16,0.3\nX,2026-06-15,0').get('X')).toEqual([
      { date: '2026-06-16', impliedVolatility: 0.3 },
    ])
  })
})

describe('reference', () => {
  test('rejects symbols with path traversal', () => {
    const rejected: string[] = []
    const rows = readUniverse(
      'symbol,name,occ_root\n../x,Evil,X\nBRK.B,Class B,BRKB\nBRK.B,Twice,BRKB\nbrk,Lower,\nQ.A,No root,',
      (reason) => rejected.push(reason),
    )
    expect(rows.map(({ symbol, occRoot }) => [symbol, occRoot])).toEqual([
      ['BRK.B', 'BRKB'],
      ['Q.A', 'QA'],
    ])
    expect(rejected).toEqual(['malformed', 'duplicate', 'malformed'])
  })

  test('merges universe, extended list and listings', () => {
    const universe = readUniverse('symbol,name,gics_sector\nAAA,Triple A,Energy\nBBB,Triple B,', () => undefined)
    const extended = readExtendedSymbols(
      'symbol,name,optionable\nAAA,TRIPLE A,1\nSPQ,SOME ETF TRUST,1\nZZZ,ZED CORP,0\nWHO,WHO KNOWS,1',
    )
    const listings = readListings('symbol,exchange,market_cap\nAAA,NYSE,5\nZZZ,,0')
    const joined = joinSymbols(universe, extended, listings, (symbol) => symbol === 'AAA')
    expect(
      joined.map(({ symbol, sector, exchange, type, optionable, hasChain, inUniverse }) => [
        symbol,
        sector,
        exchange,
        type,
        optionable,
        hasChain,
        inUniverse,
      ]),
    ).toEqual([
      ['AAA', 'Energy', 'NYSE', 'stock', true, true, true],
      ['BBB', null, null, 'stock', false, false, true],
      ['SPQ', null, null, 'etf', true, false, false],
      ['ZZZ', null, null, 'stock', false, false, false],
      ['WHO', null, null, 'unknown', true, false, false],
    ])
    expect(listings.get('ZZZ')?.marketCapUsd).toBeNull()
  })

  test('reads the capture time of a chain as an instant', () => {
    const quality = readQuality('symbol,captured_at,underlying_price\nA,2026-07-11T01:40:00-04:00,10\nB,,')
    expect(quality.get('A')).toEqual({ capturedAtMs: Date.parse('2026-07-11T05:40:00Z'), underlyingPriceUsd: 10 })
    expect(quality.get('B')).toEqual({ capturedAtMs: null, underlyingPriceUsd: null })
  })
})
