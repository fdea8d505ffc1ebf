/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { parse } from 'papaparse'
import { readStamp } from '../../../api/stamp.ts'
import { recordedStamp } from '../../../testing/bar-builders.ts'
import { buildPositionRow, MARKET_TIME_MS } from '../../../testing/portfolio-builders.ts'
import { nameFile, writePositionCsv } from './position-csv.ts'

const market = {
  freshness: readStamp(recordedStamp),
  marketTimeMs: MARKET_TIME_MS,
} as const

const readCells = (text: string) => parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true }).data

test('a file holds the terms by the names an import reads, the figures, and of when they are', () => {
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

test('what is not known is empty, and a note is never a formula', () => {
  const unknown = buildPositionRow({ position: { notes: '=HYPERLINK("x")' }, quote: { price: null } })
  const [row] = readCells(writePositionCsv([unknown], { freshness: null, marketTimeMs: null }))
  expect(row).toMatchObject({ current_price: '', cc_pnl_usd: '', as_of: '', notes: '\'=HYPERLINK("x")' })
  expect(nameFile({ freshness: null, marketTimeMs: null })).toBe('callwright-positions-undated.csv')
})
