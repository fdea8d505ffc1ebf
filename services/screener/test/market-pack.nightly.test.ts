import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScreenerRow } from '@callwright/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Enriched, enrichPack } from './enriched-pack.ts'
import { describeRecorded, makeInventedPack, recordedDay } from './market-data-process.ts'
import type { Api, Stack, ViewBody } from './support.ts'

describe('the invented market of a checkout without recorded data', () => {
  let enriched: Enriched
  beforeAll(async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'callwright-pack-')), 'invented')
    await makeInventedPack(folder)
    enriched = await enrichPack(folder)
  })
  afterAll(() => enriched?.stack.close())

  test('every symbol has a row; the few without chain or bars state the reason', () => {
    const { status, bySymbol } = enriched
    expect(status).toMatchObject({ failed: 0, done: status.total })
    expect(bySymbol.size).toBe(status.total)
    expect(status.incomplete.map(({ symbol }) => symbol)).toEqual(
      [...bySymbol.values()]
        .filter((row) => row.missing_reason !== null)
        .map((row) => row.symbol)
        .sort(),
    )
    for (const { reason } of status.incomplete) expect(reason.length).toBeGreaterThan(10)
  })

  test('most stocks are rated, and unrated ones come last', () => {
    const scores = enriched.view.stocks.map((row) => row.cc_score)
    const rated = scores.filter((score) => score !== null)
    expect(rated.length).toBeGreaterThan(scores.length / 2)
    expect(scores.slice(0, rated.length)).toEqual([...rated].sort((a, b) => b - a))
  })
})

describeRecorded('the recorded day 2026-07-10', () => {
  let stack: Stack
  let api: Api
  let view: ViewBody
  let bySymbol: ReadonlyMap<string, ScreenerRow>
  let status: Enriched['status']
  beforeAll(async () => {
    ;({ stack, api, view, bySymbol, status } = await enrichPack(recordedDay))
  })
  afterAll(() => stack?.close())

  test('enriches all 503 stocks; the four without chain or bars state the reason', async () => {
    expect(status).toMatchObject({ total: 503, done: 503, failed: 0 })
    expect(bySymbol.size).toBe(503)
    expect(status.incomplete.map(({ symbol }) => symbol)).toEqual(['AVB', 'EA', 'HONA', 'NVR'])
    for (const { reason } of status.incomplete) expect(reason).toMatch(/\w{4,} .*\w/)
    expect(view).toMatchObject({ data_class: 'recorded', as_of: '2026-07-10T20:00:00.000Z' })
    expect((await api.ask('screener.status')).body).toMatchObject({ total_stocks: 503, enriched: 499, failed: 0 })
  })

  test('a year of implied volatility gives an IV rank; less falls back to labeled realized volatility', () => {
    const sources = Map.groupBy(bySymbol.values(), (row) => row.iv_rank_source)
    expect(sources.get('implied')?.length).toBeGreaterThan(100)
    for (const row of sources.get('implied') ?? []) expect(row.iv_history_sessions).toBeGreaterThanOrEqual(60)
    for (const row of sources.get('realized') ?? []) {
      expect(row.iv_history_sessions).toBeLessThan(60)
      expect(row.iv_percentile).toBeNull()
    }
  })

  test('for the 18 chains without a usable quote, the rating says so', () => {
    const silent = [...bySymbol.values()].filter((row) => row.display_in_app === 1 && row.implied_volatility === null)
    expect(silent).toHaveLength(18)
    expect(silent.map(({ symbol }) => symbol)).toContain('UBER')
    for (const { score_parts } of silent) {
      expect(score_parts.find(({ key }) => key === 'iv_rank')).toMatchObject({
        unknown: true,
        explanation:
          'The IV rank is unknown. Option quotes are missing, one-sided or too wide to compute an implied volatility.',
      })
    }
  })

  test('every figure is in range, and every rated stock has a best call', () => {
    for (const { symbol, cc_score, best_contract, best_delta, implied_volatility, iv_rank } of bySymbol.values()) {
      const inRange = (value: number | null, low: number, high: number) =>
        value === null || (value >= low && value <= high)
      expect([symbol, cc_score === null]).toEqual([symbol, best_contract === null])
      expect([symbol, inRange(cc_score, 0, 60), inRange(best_delta, 0.149, 0.301)]).toEqual([symbol, true, true])
      expect([symbol, inRange(implied_volatility, 0.05, 3), inRange(iv_rank, 0, 100)]).toEqual([symbol, true, true])
    }
  })
})
