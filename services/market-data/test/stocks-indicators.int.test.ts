import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Indicator, IndicatorPoint } from '@callwright/contracts'
import { newYorkMidnightMs } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import {
  describeShared,
  type MarketDataUnderTest,
  makeInventedFolder,
  openMarketDataService,
  openSimulatedAt,
  sharedData,
} from './support.ts'

describe('on the invented market', () => testInvented())
describeShared('golden numbers on the recorded market', () => testGolden())

function testInvented(): void {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(await makeInventedFolder())
  })
  afterAll(() => service.close())

  const params = { symbol: 'BRMZ' }
  const indicator = (query: Readonly<Record<string, string>> = {}) =>
    service.ask('stocks.indicators', { params, query })
  const readCloses = async (query: Readonly<Record<string, string>>) =>
    (await service.ask('stocks.data', { params, query })).data.map(({ close }) => close)
  /** Range from before the first bar. */
  const ALL = { from_date: '2000-01-01' }

  test('names its session if it differs from that of the price, and the missing sessions (D57)', async () => {
    const { market } = service
    const lost = new Set(['2026-06-30', '2026-07-09', '2026-07-10'])
    const late = await openMarketDataService({
      ...market,
      revision: randomUUID(),
      bars: {
        async listDailyBars(symbol) {
          const answer = await market.bars.listDailyBars(symbol)
          return { ...answer, value: (answer.value ?? []).filter(({ date }) => !lost.has(date)) }
        },
      },
    })
    const lateness = 'As of Jul 8, 2026, the last session with prices'
    const gap = 'No prices for Jun 30, 2026'
    expect((await late.ask('stocks.indicators', { params })).message).toContain(`${lateness}. ${gap}`)
    const { message } = await late.ask('stocks.data', { params })
    expect(message).toContain(gap)
    expect(message).not.toContain(lateness)
    const past = await late.ask('stocks.indicators', { params, query: { to_date: '2026-07-01' } })
    expect(past.message).not.toContain(lateness)
    await late.close()
  })

  test('defaults to the 20-day average over two years, on the same bars as the chart', async () => {
    const answer = await indicator()
    expect(answer).toMatchObject({ status: 'success', symbol: 'BRMZ', indicator: 'sma', window: 20, message: null })
    expect(answer).toMatchObject({ as_of: '2026-07-10T20:00:00.000Z', source: 'invented market' })
    const { data: bars } = await service.ask('stocks.data', { params })
    expect(answer.data.map(({ timestamp }) => timestamp)).toEqual(bars.map(({ timestamp }) => timestamp))
    const last = bars.slice(-20).reduce((sum, { close }) => sum + close / 20, 0)
    expect(answer.data.at(-1)?.value).toBeCloseTo(last, 9)
  })

  test('reads older bars, so that the line starts on the first day shown', async () => {
    expect((await indicator({ window: '50', from_date: '2026-06-01' })).data[0]?.value).not.toBeNull()
    const { data } = await indicator({ window: '50', ...ALL })
    expect(data.slice(0, 49).every(({ value }) => value === null)).toBe(true)
    expect(data.slice(49).every(({ value }) => typeof value === 'number')).toBe(true)
  })

  test('gives the same figures for a shorter range', async () => {
    const { data } = await indicator({ indicator: 'rsi' })
    const range = await indicator({ indicator: 'rsi', from_date: '2026-06-01', to_date: '2026-06-12' })
    expect(range.data).toHaveLength(10)
    expect(data).toEqual(expect.arrayContaining(range.data))
  })

  test('ema starts with the mean of the first window and smooths by 2/(n + 1)', async () => {
    const closes = await readCloses(ALL)
    const window = 10
    let value = closes.slice(0, window).reduce((sum, close) => sum + close / window, 0)
    const expected = [value]
    for (const close of closes.slice(window)) {
      value += (2 / (window + 1)) * (close - value)
      expected.push(value)
    }
    const { data } = await indicator({ indicator: 'ema', window: '10', ...ALL })
    data.slice(window - 1).forEach((point, index) => {
      expect(point.value).toBeCloseTo(expected[index] ?? Number.NaN, 8)
    })
  })

  test('macd is the difference between two averages, its signal line, and the gap between them', async () => {
    const value = async (window: string) => (await indicator({ indicator: 'ema', window, ...ALL })).data
    const [fast, slow] = [await value('12'), await value('26')]
    const { data, window } = await indicator({ indicator: 'macd', ...ALL })
    expect(window).toBe(26)
    expect(data.findIndex(({ macd }) => macd !== null)).toBe(25)
    expect(data.findIndex(({ signal }) => signal !== null)).toBe(33)
    const last = data.at(-1)
    expect(last?.macd).toBeCloseTo((fast.at(-1)?.value ?? 0) - (slow.at(-1)?.value ?? 0), 8)
    expect(last?.histogram).toBeCloseTo((last?.macd ?? 0) - (last?.signal ?? 0), 8)
    const shorter = (await indicator({ indicator: 'macd', window: '13', ...ALL })).data
    const [six, thirteen] = [await value('6'), await value('13')]
    expect(shorter.at(-1)?.macd).toBeCloseTo((six.at(-1)?.value ?? 0) - (thirteen.at(-1)?.value ?? 0), 8)
  })

  test.each([
    ['sma', 20, ['value']],
    ['ema', 20, ['value']],
    ['rsi', 14, ['value']],
    ['atr', 14, ['value']],
    ['stochastic', 14, ['k', 'd']],
    ['bollinger', 20, ['upper', 'middle', 'lower']],
    ['macd', 26, ['macd', 'signal', 'histogram']],
  ] as const)('%s uses %i bars and returns %j', async (name, window, lines) => {
    const answer = await indicator({ indicator: name })
    expect(answer).toMatchObject({ indicator: name, window })
    for (const point of answer.data) expect(Object.keys(point).sort()).toEqual(['timestamp', ...lines].sort())
  })

  test('says that a symbol has no bars', async () => {
    const { data, message } = await service.ask('stocks.indicators', { params: { symbol: inventedDefects.noBars } })
    expect(data).toEqual([])
    expect(message).toBe(`This source has no daily bars for ${inventedDefects.noBars}.`)
  })

  test.each([
    [{ indicator: 'vwap' }, 'indicator'],
    [{ window: '1' }, 'window'],
    [{ window: '251' }, 'window'],
    [{ window: '20.5' }, 'window'],
    [{ window: 'long' }, 'window'],
    [{ from_date: '2026-02-30' }, 'from_date'],
    [{ to_date: 'today' }, 'to_date'],
    [{ from_date: '2026-07-01', to_date: '2026-06-01' }, 'from_date'],
    [{ timespan: 'day' }, 'timespan'],
  ])('rejects %j by field name', async (query, field) => {
    const problem = await service.fail('stocks.indicators', { params, query: query as Record<string, string> })
    expect(problem).toMatchObject({ status: 400, errors: [{ field }] })
    expect(problem.detail).toContain(field)
  })

  test('returns a 404 for an unknown symbol', async () => {
    expect(await service.fail('stocks.indicators', { params: { symbol: 'XYZQ' } })).toMatchObject({
      status: 404,
      detail: 'Unknown symbol: XYZQ',
    })
  })
}

test('in session, the last point uses today’s price so far', async () => {
  const service = await openMarketDataService(openSimulatedAt('2026-07-08T15:07:30.000Z'))
  const params = { symbol: 'AAPL' }
  const { data, message } = await service.ask('stocks.indicators', { params, query: { window: '2' } })
  const closes = (await service.ask('stocks.data', { params })).data.slice(-2).map(({ close }) => close)
  expect(data.at(-1)).toEqual({
    timestamp: Date.parse('2026-07-08T04:00:00Z'),
    value: ((closes[0] ?? 0) + (closes[1] ?? 0)) / 2,
  })
  expect(message).toBe('Simulated market: not real prices.')
  await service.close()
})

/** Columns of the golden files, by indicator, window and line. */
const GOLDEN: readonly (readonly [Indicator, string, keyof IndicatorPoint, string])[] = [
  ['sma', '20', 'value', 'sma20'],
  ['sma', '50', 'value', 'sma50'],
  ['rsi', '14', 'value', 'rsi14'],
  ['atr', '14', 'value', 'atr14'],
  ['stochastic', '14', 'k', 'fast_k'],
  ['stochastic', '14', 'd', 'slow_k'],
  ['bollinger', '20', 'upper', 'bb_up_pop'],
  ['bollinger', '20', 'middle', 'bb_mid'],
  ['bollinger', '20', 'lower', 'bb_lo_pop'],
]

function testGolden(): void {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(join(sharedData, 'us-2026-07-10'))
  })
  afterAll(() => service.close())

  test.each(['AAPL', 'KO', 'NVR', 'TSLA'])('%s matches in every figure of every day', async (symbol) => {
    const golden = readGolden(symbol)
    for (const [indicator, window, line, column] of GOLDEN) {
      const query = { indicator, window, from_date: '2024-01-01' }
      const { data } = await service.ask('stocks.indicators', { params: { symbol }, query })
      expect(data.map(({ timestamp }) => timestamp)).toEqual(golden.map(({ timestamp }) => timestamp))
      const wrong = data.filter((point, index) => !agree(point[line] ?? null, golden[index]?.columns[column] ?? null))
      expect(wrong).toEqual([])
    }
  })
}

function agree(got: number | null, expected: number | null): boolean {
  return got === null || expected === null ? got === expected : Math.abs(got - expected) < 1e-7
}

interface GoldenDay {
  readonly timestamp: number
  readonly columns: Readonly<Record<string, number>>
}

function readGolden(symbol: string): GoldenDay[] {
  const path = resolve(sharedData, `../golden/indicators-real/${symbol}.csv`)
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    const known = names.flatMap((name, index) =>
      index > 0 && cells[index] ? [[name, Number(cells[index])] as const] : [],
    )
    return { timestamp: newYorkMidnightMs(cells[0] ?? ''), columns: Object.fromEntries(known) }
  })
}
