import { describe, expect, test } from '@jest/globals'
import { listFrames, readFrame } from './frames.ts'
import { readTickers } from './tickers.ts'

const unreadable = expect.objectContaining({ name: 'ProviderFailure', kind: 'unreadable' })

describe('companies', () => {
  test('the first of a symbol holds, numbers as text count, what makes no sense is left out', () => {
    const rows = {
      0: { cik_str: '0000320193', ticker: 'aapl' },
      1: { cik_str: 1, ticker: 'AAPL' },
      2: { cik_str: 1_067_983, ticker: 'BRK-B' },
      3: { cik_str: 0, ticker: 'ZERO' },
      4: { cik_str: 'N/A', ticker: 'WORD' },
      5: { cik_str: 1.5, ticker: 'PART' },
      6: { cik_str: 1e10, ticker: 'LONG' },
      7: { cik_str: 7, ticker: null },
      8: { cik_str: 7, ticker: ' ' },
      9: null,
    }
    expect([...readTickers(rows)]).toEqual([
      ['AAPL', 320_193],
      ['BRK.B', 1_067_983],
    ])
  })

  test.each([[{}], [[]], [{ error: 'none' }], ['AAPL'], [{ 0: {} }]])('%j is no list of companies', (body) => {
    expect(() => readTickers(body)).toThrow(unreadable)
  })
})

describe('frames', () => {
  test('rows without a company or a figure are left out; a frame of nothing else is unreadable', () => {
    const good = { cik: 1, end: '2026-03-31', val: 5 }
    const taken: number[] = []
    const take = (cik: number) => taken.push(cik)
    readFrame({ data: [good, { ...good, cik: null }, { ...good, val: '5' }, null, { ...good, cik: 2 }] }, take)
    expect(taken).toEqual([1, 2])
    readFrame({ data: [] }, take)
    expect(() => readFrame({ data: [{ ...good, val: null }] }, take)).toThrow(unreadable)
    for (const body of [{ data: null }, {}, [], 'none']) expect(() => readFrame(body, take)).toThrow(unreadable)
  })

  test('the periods reach back over the turn of the year', () => {
    const periodsOf = (tag: string) =>
      listFrames('2026-01-05')
        .filter((frame) => frame.tag === tag)
        .map(({ period }) => period.replace('CY20', ''))
    expect(periodsOf('NetIncomeLoss').join(' ')).toBe('26 25 24 26Q1 25Q4 25Q3 25Q2 25Q1 24Q4 24Q3 24Q2')
    expect(periodsOf('StockholdersEquity').join(' ')).toBe('26Q1I 25Q4I 25Q3I')
    expect(periodsOf('OperatingLeaseLiability').at(-1)).toBe('24Q4I')
  })
})
