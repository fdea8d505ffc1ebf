import { mkdtempSync } from 'node:fs'
import { cp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../provider.ts'
import { openRecordedMarket } from './recorded-provider.ts'
import { makeInventedFolder } from './testing/invented-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'callwright-recorded-'))
let original: string
let copies = 0

beforeAll(async () => {
  original = await makeInventedFolder()
})
afterAll(() => rm(parent, { recursive: true }))

async function copyPack(change: (folder: string) => Promise<void> = async () => undefined): Promise<string> {
  copies += 1
  const folder = join(parent, `nest-${copies}`, 'pack')
  await cp(original, folder, { recursive: true })
  await change(folder)
  return folder
}

async function open(folder: string): Promise<MarketData & { readonly rejected: Record<string, number> }> {
  const rejected: Record<string, number> = {}
  const market = await openRecordedMarket(folder, (reason, count = 1) => {
    rejected[reason] = (rejected[reason] ?? 0) + count
  })
  return { ...market, rejected }
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const bytes = await readFile(path)
  const packed = path.endsWith('.gz')
  const text = change((packed ? gunzipSync(bytes) : bytes).toString())
  await writeFile(path, packed ? gzipSync(text) : text)
}

const reasons = ({ missing }: { missing: readonly { reason: string }[] }) => missing.map(({ reason }) => reason)

describe('opening', () => {
  test.each([
    ['no folder', async (folder: string) => rm(folder, { recursive: true }), /is not a readable folder/],
    ['no universe', async (folder: string) => rm(join(folder, 'universe.csv')), /has no universe\.csv/],
    ['no bars', async (folder: string) => rm(join(folder, 'bars'), { recursive: true }), /has no bars/],
    [
      'a universe with other columns',
      async (folder: string) => writeFile(join(folder, 'universe.csv'), 'ticker\nA\n'),
      /universe\.csv has no column symbol, name/,
    ],
  ])('%s is a clear error', async (_name, change, message) => {
    await expect(open(await copyPack(change))).rejects.toThrow(message)
  })

  test('fixes the clock at the close of the day on which most series end, despite one bad file', async () => {
    const folder = await copyPack((pack) =>
      edit(join(pack, 'bars', 'ALDQ.csv.gz'), (text) => `${text}2031-01-06,1,1,1,1,1\n`),
    )
    const market = await open(folder)
    expect(market.clock.now()).toBe(Date.parse('2026-07-10T20:00:00Z'))
    expect((await market.bars.listDailyBars('ALDQ')).value?.at(-1)?.date).toBe('2026-07-10')
    expect(market.rejected).toEqual({ bar_after_as_of: 1 })
  })

  test.each([
    ['a file with another size', (pack: string) => edit(join(pack, 'bars', 'BRMZ.csv.gz'), (text) => `${text}\n`)],
    [
      'a rewritten file of the same size',
      (pack: string) => utimes(join(pack, 'chains', 'BRMZ.csv.gz'), 1_700_000_000, 1_700_000_000),
    ],
    ['an extra file', (pack: string) => writeFile(join(pack, 'chains', 'NEWQ.csv'), '')],
    ['a deleted file', (pack: string) => rm(join(pack, 'chains', 'BRMZ.csv.gz'))],
  ])('%s changes the revision', async (_name, change) => {
    const folder = await copyPack()
    const { revision } = await open(folder)
    expect((await open(folder)).revision).toBe(revision)
    await change(folder)
    expect((await open(folder)).revision).not.toBe(revision)
  })
})

describe('layouts', () => {
  test('reads bars from one file for all symbols', async () => {
    const folder = await copyPack(async (pack) => {
      const bars = gunzipSync(await readFile(join(pack, 'bars', 'BRMZ.csv.gz')))
        .toString()
        .trim()
        .split('\n')
        .slice(1)
      await rm(join(pack, 'bars'), { recursive: true })
      const rows = bars.map((row) => `BRMZ,${row}`)
      await writeFile(
        join(pack, 'bars.csv.gz'),
        gzipSync(['symbol,date,open,high,low,close,volume', ...rows].join('\n')),
      )
    })
    const market = await open(folder)
    const reference = await open(original)
    expect((await market.bars.listDailyBars('BRMZ')).value).toEqual((await reference.bars.listDailyBars('BRMZ')).value)
    expect((await market.bars.listDailyBars('BLKM')).value).toBeNull()
  })

  test('reads optional files at the top level and rates next to the pack', async () => {
    const folder = await copyPack(async (pack) => {
      for (const file of ['fundamentals.csv', 'earnings.csv', 'iv_history.csv.gz']) {
        await rename(join(pack, 'tier-c', file), join(pack, file))
      }
      await rename(join(pack, 'rates.csv'), join(pack, '..', 'rates.csv'))
    })
    const market = await open(folder)
    expect((await market.fundamentals.findFundamentals('BRMZ')).value.netMarginPct).toBe(34)
    expect((await market.earnings.findNextEarnings('BRMZ')).value).not.toBeNull()
    expect((await market.ivHistory.listIvHistory('BRMZ')).value.length).toBe(260)
    expect((await market.rates.findRate(30)).value.basis).toBe('1M simulated bill, Jul 10, 2026')
  })

  test('data from a missing optional file is unknown, with a reason', async () => {
    const folder = await copyPack(async (pack) => {
      for (const name of ['tier-c', 'extended', 'dividends.csv', 'splits.csv', 'quality.csv', 'rates.csv']) {
        await rm(join(pack, name), { recursive: true })
      }
    })
    const market = await open(folder)
    expect(reasons(await market.fundamentals.findFundamentals('BRMZ'))).toContain(
      'This source has no fundamentals for BRMZ',
    )
    expect(await market.dividends.listDividends('BRMZ')).toMatchObject({ value: null })
    expect(await market.splits.listSplits('BRMZ')).toMatchObject({ value: null })
    expect(await market.earnings.findNextEarnings('BRMZ')).toMatchObject({ value: null })
    expect(reasons(await market.rates.findRate(30))).toEqual(['This source has no interest rates: 4% assumed'])
    expect((await market.chains.findChain('BRMZ')).value?.quotedAtMs).toBeNull()
    expect((await market.quotes.findQuote('BRMZ')).value?.lastPrice).toBe(398.75)
    expect((await market.search.searchSymbols({ text: 'AMBX', limit: 5 })).value).toEqual([])
  })

  test('a corrupt file is an error, not an empty answer, and is read again once it is repaired', async () => {
    const folder = await copyPack(async (pack) => writeFile(join(pack, 'chains', 'BRMZ.csv.gz'), 'not gzip'))
    const market = await open(folder)
    await expect(market.chains.findChain('BRMZ')).rejects.toThrow()
    await cp(join(original, 'chains', 'BRMZ.csv.gz'), join(folder, 'chains', 'BRMZ.csv.gz'))
    expect((await market.chains.findChain('BRMZ')).value?.contracts.length).toBeGreaterThan(100)
  })
})

describe('bad records (F25)', () => {
  const badBars = [
    '2026-06-01,NaN,2,3,4,5',
    '2026-06-02,1,2,3,N/A,5',
    '2026-06-03,,,,,',
    '2026-06-04,-5,-4,-6,-5,100',
    '2026-06-05,0,0,0,0,0',
    '2026-06-08,400,390,410,400,1000',
    '2026-06-09,400,410,390,450,1000',
    '2026-06-10,400,410,390,400,-1000',
    '2026-06-11,4000,4100,3900,4000,1000',
    '2026-06-12,40,41,39,40,1000',
    'yesterday,400,410,390,400,1000',
    '2099-01-01,400,410,390,400,1000',
    '2026-06-15,1e999,1,1,1,1',
    '2026-06-16,0x10,0x10,0x10,0x10,1',
    '2026-06-17,Infinity,Infinity,400,400,1',
  ]
  const badContracts = [
    'BRMZ260821C00401000,2026-08-21,C,401,NaN,10,,,,,,,,,',
    'BRMZ260821C00402000,2026-08-21,C,402,-1,10,,,,,,,,,',
    'BRMZ260821C00403000,2026-08-21,C,403,5,-10,,,,,,,,,',
    'BRMZ260821C00404000,2026-08-21,C,404,500,510,,,,,0.5,,,,',
    'BRMZ260821C00406000,2026-08-21,C,406,10,N/A,,,,,,,,,',
    'BRMZ260821C00407000,2026-08-21,C,407,10,11,-1,-2,-3,,,,,,',
    'BRMZ260821C00408000,2026-08-21,C,408,10,11,,many,NaN,,,,,,',
    'BRMZ260821C00409000,2026-08-21,C,409,10,11,,,,,1.5,,,,',
    'BRMZ260821C00411000,2026-08-21,C,411,10,11,,,,,NaN,,,,',
    'BRMZ260821P00412000,2026-08-21,P,412,900,910,,,,,-0.5,,,,',
    'BRMZ260821C00413000,2026-08-21,C,414,10,11,,,,,,,,,',
    'BRMZ260821C00415000,2026-08-28,C,415,10,11,,,,,,,,,',
    'BRMZ260821C00416000,2026-08-21,P,416,10,11,,,,,,,,,',
    'BRMZ1260821C00417000,2026-08-21,C,417,10,11,,,,,,,,,',
    'OLDQ260821C00418000,2026-08-21,C,418,10,11,,,,,,,,,',
    'BRMZ260821C00000000,2026-08-21,C,0,10,11,,,,,,,,,',
    'BRMZ260821C00419000,2026-08-21,C,-419,10,11,,,,,,,,,',
    'BRMZ250821C00420000,2025-08-21,C,420,10,11,,,,,,,,,',
    'garbage',
    ',,,,,,,,,,,,,,',
    '"unclosed,2026-08-21,C,1,1,1',
    'BRMZ269921C00421000,2026-99-21,C,421,10,11,,,,,,,,,',
    'BRMZ260821C00422000,2026-08-21,C,422,0x10,11,,,,,,,,,',
    'BRMZ260821C00423000,2026-08-21,C,423,10,1e999,,,,,,,,,',
    'BRMZ260821C00424000,2026-08-21,C,424,1 0,11,,,,,,,,,',
  ]

  test('lets none of the forty bad records through', async () => {
    expect(badBars.length + badContracts.length).toBe(40)
    const folder = await copyPack(async (pack) => {
      const insert = (text: string, rows: readonly string[]) => [text.trim(), ...rows, ''].join('\n')
      await edit(join(pack, 'bars', 'BRMZ.csv.gz'), (text) =>
        insert(
          text
            .split('\n')
            .filter((row) => !badBars.some((bad) => row.startsWith(bad.slice(0, 10))))
            .join('\n'),
          badBars,
        ),
      )
      await edit(join(pack, 'chains', 'BRMZ.csv.gz'), (text) => insert(text, badContracts))
    })
    const market = await open(folder)
    const reference = await open(original)

    const bars = (await market.bars.listDailyBars('BRMZ')).value ?? []
    const good = new Set((await reference.bars.listDailyBars('BRMZ')).value?.map((bar) => JSON.stringify(bar)))
    expect(bars.filter((bar) => !good.has(JSON.stringify(bar)))).toEqual([])
    expect(bars.length).toBeGreaterThan(540)

    const contracts = (await market.chains.findChain('BRMZ')).value?.contracts ?? []
    for (const { type, bid, ask, last, volume, openInterest, strike, vendorGreeks } of contracts) {
      for (const value of [bid, ask, last, volume, openInterest]) expect(value === null || value >= 0).toBe(true)
      for (const value of [ask, last]) expect(value === null || Number.isFinite(value)).toBe(true)
      expect(bid ?? 0).toBeLessThanOrEqual(type === 'call' ? 398.75 : strike)
      expect(strike).toBeGreaterThan(0)
      expect(vendorGreeks === null || Math.abs(vendorGreeks.delta) <= 1).toBe(true)
    }
    expect(contracts.every(({ contractSymbol }) => contractSymbol.startsWith('BRMZ2'))).toBe(true)
    const listed = (await reference.expirations.listExpirations('BRMZ')).value
    expect((await market.expirations.listExpirations('BRMZ')).value).toEqual(listed)
  })
})
