import { existsSync, mkdtempSync } from 'node:fs'
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { MarketData } from '../provider.ts'
import { inventedCompanies, inventedDefects } from './invented/companies.ts'
import { makeInventedPack } from './make-invented-pack.ts'
import { openRecordedMarket } from './recorded-provider.ts'

const parent = mkdtempSync(join(tmpdir(), 'callwright-invented-'))
const folder = join(parent, 'pack')
let market: MarketData

beforeAll(async () => {
  // An unfinished pack has no manifest and is generated again.
  await mkdir(join(folder, 'chains'), { recursive: true })
  await writeFile(join(folder, '.invented'), '')
  await writeFile(join(folder, 'chains', 'OLDQ.csv.gz'), 'half')
  expect(await makeInventedPack(folder)).toEqual({ made: true, symbols: inventedCompanies.length })
  market = await openRecordedMarket(folder, () => undefined)
})
afterAll(() => rm(parent, { recursive: true }))

describe('the invented pack', () => {
  test('is labeled as invented', () => {
    expect(market.stamp()).toEqual({
      source: 'invented market',
      dataClass: 'simulated',
      asOfMs: Date.parse('2026-07-10T20:00:00Z'),
    })
  })

  test('is deterministic, replaces a pack from an older generator, and is kept if it is current', async () => {
    const other = join(parent, 'again')
    await cp(folder, other, { recursive: true })
    await writeFile(join(other, 'manifest.json'), '{"invented":true,"generator":0}')
    await writeFile(join(other, 'universe.csv'), 'old')
    expect(await makeInventedPack(other)).toMatchObject({ made: true })
    expect(existsSync(join(folder, 'chains', 'OLDQ.csv.gz'))).toBe(false)
    for (const file of ['universe.csv', 'bars/BRMZ.csv.gz', 'chains/BRMZ.csv.gz', 'tier-c/iv_history.csv.gz']) {
      expect((await readFile(join(folder, file))).equals(await readFile(join(other, file)))).toBe(true)
    }
    const written = (await stat(join(other, 'universe.csv'))).mtimeMs
    expect(await makeInventedPack(other)).toMatchObject({ made: false })
    expect((await stat(join(other, 'universe.csv'))).mtimeMs).toBe(written)
  })

  test('never overwrites a folder with other content', async () => {
    const other = join(parent, 'recorded')
    await mkdir(other)
    await writeFile(join(other, 'universe.csv'), 'symbol,name\nA,B\n')
    await expect(makeInventedPack(other)).rejects.toThrow(/contains other files/)
    expect(await readFile(join(other, 'universe.csv'), 'utf8')).toContain('A,B')
  })

  test('has about 55 companies with unique names, from every sector', () => {
    const symbols = inventedCompanies.map(({ symbol }) => symbol)
    expect(new Set(symbols).size).toBe(symbols.length)
    expect(new Set(inventedCompanies.map(({ name }) => name)).size).toBe(symbols.length)
    expect(new Set(inventedCompanies.map(({ sector }) => sector)).size).toBe(11)
    expect(symbols.length).toBeGreaterThan(50)
  })

  test('every company has all data except for its defect', async () => {
    for (const { symbol, priceUsd } of inventedCompanies) {
      const { value: bars } = await market.bars.listDailyBars(symbol)
      const { value: chain } = await market.chains.findChain(symbol)
      const { value: quote } = await market.quotes.findQuote(symbol)
      expect(quote?.lastPrice).toBe(priceUsd)
      expect(bars?.length ?? 0).toBe(
        symbol === inventedDefects.noBars ? 0 : symbol === inventedDefects.young ? 40 : 560,
      )
      expect(chain === null).toBe(symbol === inventedDefects.noChain)
    }
  })

  test('has exactly the defects that the guards find', async () => {
    const rejected: Record<string, number> = {}
    const fresh = await openRecordedMarket(folder, (reason, count = 1) => {
      rejected[reason] = (rejected[reason] ?? 0) + count
    })
    for (const { symbol } of inventedCompanies) await fresh.chains.findChain(symbol)
    expect(rejected).toEqual({
      adjusted_root: 6,
      bar_rescaled: 5,
      superseded_contract: expect.any(Number),
    })
  })
})
