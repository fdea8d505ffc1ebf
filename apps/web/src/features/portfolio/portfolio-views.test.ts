/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import { parse } from 'papaparse'
import { readFreshness } from '../../api/market.ts'
import { recordedStamp } from '../../testing/bar-builders.ts'
import { buildPositionRow, MARKET_TIME_MS } from '../../testing/portfolio-builders.ts'
import { nameFile, writePositionCsv, writeRefusedCsv } from './dialogs/position-csv.ts'
import { listKeyMetrics, listRuleLines } from './dialogs/recommendation-dialog.tsx'
import { formatDeltaBound, formatHeadroomEm, formatToneDelta } from './table/tones.tsx'

describe('figure tones', () => {
  test.each([
    [0.91, '0.91'],
    [0.496, '0.496'],
    [0.4999, '0.4999'],
    [0.504, '0.50'],
    [0.997, '0.997'],
    [-2.31, '\u22122.31'],
  ])('formats a headroom of %d moves as %s, on the same side of the bound as its color', (headroomEm, text) => {
    expect(formatHeadroomEm(headroomEm)).toBe(text)
  })

  test.each([
    [0.2194, '0.219'],
    [0.2497, '0.2497'],
    [0.5003, '0.5003'],
  ])('formats a delta of %d as %s', (delta, text) => expect(formatToneDelta(delta)).toBe(text))

  test.each([
    [0.013, '0.02'],
    [0.02, '0.03'],
  ])('a delta of at most %d is under %s', (atMost, text) => expect(formatDeltaBound(atMost)).toBe(text))
})

describe('the recommendation', () => {
  const readRuleStates = (changes: Parameters<typeof buildPositionRow>[0]) => {
    const { recommendation, metrics } = buildPositionRow(changes)
    return listRuleLines(recommendation, metrics.state === 'expired').map(
      ({ name, ruleState }) => `${name}: ${ruleState}`,
    )
  }

  test('the first rule that holds decides; later ones are not reached', () => {
    expect(readRuleStates({ quote: { delta: 0.6 } })).toEqual([
      'Roll Out & Up: decides',
      'Let Assign: not_reached',
      'Close (50% Profit): not_reached',
      'Close: not_reached',
      'Hold: not_reached',
    ])
  })

  test('Hold applies if no rule does', () => {
    expect(readRuleStates({})).toEqual([
      'Roll Out & Up: passed',
      'Let Assign: passed',
      'Close (50% Profit): passed',
      'Close: passed',
      'Hold: decides',
    ])
  })

  test('a rule that lacks figures is left open and decides nothing', () => {
    expect(readRuleStates({ quote: { delta: null } })).toContain('Roll Out & Up: open')
    expect(readRuleStates({ quote: { delta: null } })).not.toContain('Hold: decides')
  })

  test('evaluates no rule for an expired call', () => {
    expect(readRuleStates({ position: { expiration: '2026-07-09' } })).toEqual(
      expect.arrayContaining(['Roll Out & Up: not_reached', 'Hold: not_reached']),
    )
  })

  test('rules show the values they evaluated', () => {
    const { recommendation } = buildPositionRow({ quote: { delta: 0.6 } })
    const [first, second] = listRuleLines(recommendation, false)
    expect(first?.text).toBe('The delta is 0.600 (at least 0.500).')
    const close = listRuleLines(buildPositionRow({ position: { premium: 1 } }).recommendation, false)[3]
    expect(close?.text).toMatch(/^The static yield is 5\.5% a year \(under 10\.0% a year\); the headroom/)
    expect(second?.text).toMatch(/^Not reached\. The time left is 28 days \(over 7 days\); the headroom is 7\.88%/)
  })

  test('formats key metrics, and gives no text for unknown ones', () => {
    const known = Object.fromEntries(listKeyMetrics(buildPositionRow().metrics).map(({ name, text }) => [name, text]))
    expect(known).toEqual({
      Delta: '0.200',
      'Days to Expiry': '28',
      'Headroom %': '7.88',
      'Headroom/EM': '0.95',
      'Static Yield %': '16.6',
      'Profit Captured %': '33.3',
      'Time Elapsed %': '50.0',
      'Current Premium $': '2.00',
    })
    const unknown = listKeyMetrics(
      buildPositionRow({ quote: { price: null, delta: null, currentPremium: null } }).metrics,
    )
    expect(unknown.filter(({ text }) => text === null).map(({ name }) => name)).toEqual([
      'Delta',
      'Headroom %',
      'Headroom/EM',
      'Profit Captured %',
      'Current Premium $',
    ])
  })
})

describe('the positions file', () => {
  const market = {
    freshness: readFreshness(recordedStamp),
    marketTimeMs: MARKET_TIME_MS,
  } as const

  const readCells = (text: string) => parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true }).data

  test('has the terms, under the names that an import reads, and the figures with their time', () => {
    const [row] = readCells(
      writePositionCsv([buildPositionRow({ position: { contracts: 2 }, sync: 'unsynced' })], market),
    )
    expect(row).toMatchObject({
      id: 'position-1',
      ticker: 'QAAA',
      entry_date: '2026-06-12',
      expiry_date: '2026-08-07',
      strike_price: '130',
      entry_premium: '3',
      entry_price: '118',
      contracts: '2',
      notes: '',
      stock_pnl_usd: '500',
      cc_pnl_usd: '700',
      headroom_pct: '7.8838',
      recommendation: 'Hold',
      kept_on: 'this device, not yet synced',
      market_time: '2026-07-10T20:00:00.000Z',
      as_of: '2026-07-10T20:00:00Z',
      data_class: 'recorded',
    })
    expect(nameFile(market)).toBe('callwright-positions-2026-07-10.csv')
  })

  test('leaves unknown values empty and never writes a note as a formula', () => {
    const unknown = buildPositionRow({ position: { notes: '=HYPERLINK("x")' }, quote: { price: null } })
    const [row] = readCells(writePositionCsv([unknown], { freshness: null, marketTimeMs: null }))
    expect(row).toMatchObject({ current_price: '', cc_pnl_usd: '', as_of: '', notes: '\'=HYPERLINK("x")' })
    expect(nameFile({ freshness: null, marketTimeMs: null })).toBe('callwright-positions-undated.csv')
  })
})

describe('the file of rejected rows', () => {
  test('has the rejected rows as written, each with its line number and reason', () => {
    const text = '\uFEFFticker,strike_price,notes\r\nQAAA,130,"two\r\nlines"\r\nQBBB,x,-\r\nQCCC,90,\r\n'
    expect(writeRefusedCsv(text, [{ line: 4, reason: 'The strike is no number' }], 'comma')).toBe(
      '\uFEFFLine,Reason,ticker,strike_price,notes\r\n4,The strike is no number,QBBB,x,"\'-"\r\n',
    )
  })

  test('has only the reason for a missing line', () => {
    expect(writeRefusedCsv('ticker\nQAAA', [{ line: 9, reason: 'Gone' }], 'comma')).toBe(
      '\uFEFFLine,Reason,ticker\r\n9,Gone\r\n',
    )
  })

  test('splits rows with the separator that the server used', () => {
    const text = 'ticker;strike_price\nQAAA;1,125\n'
    expect(writeRefusedCsv(text, [{ line: 2, reason: 'Open' }], 'semicolon')).toBe(
      '\uFEFFLine,Reason,ticker,strike_price\r\n2,Open,QAAA,"1,125"\r\n',
    )
  })
})
