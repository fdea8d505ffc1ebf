import { newYorkDate } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { DailyBar, StockSplit } from '../../src/providers/provider.ts'
import type { MarketStore } from '../../src/storage/market-store.ts'
import { listSessions } from './scripted-provider.ts'
import { openMarket, openStores, type Stores } from './support.ts'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

const split = (executionDate: string, ratio: number, kind: StockSplit['kind'] = 'split'): StockSplit => ({
  executionDate,
  ratio,
  kind,
})
const SPLIT_DAY = '2026-07-13'
const BEFORE = '2026-07-10T17:00-04:00'
const ON_THE_DAY = '2026-07-13T08:00-04:00'

/**
 * Three sessions that close at $104, $108 and $112 with a volume of a thousand shares each, and a dividend of $0.80.
 */
const ROWS: readonly DailyBar[] = [
  { date: '2026-07-08', open: 100, high: 106, low: 98, close: 104, volume: 1_000 },
  { date: '2026-07-09', open: 104, high: 110, low: 102, close: 108, volume: 1_000 },
  { date: '2026-07-10', open: 108, high: 114, low: 106, close: 112, volume: 1_000 },
]
let used = 0

async function openBefore() {
  const market = openMarket(stores, BEFORE)
  used += 1
  const symbol = `SYM${used}`
  const { store, clock, dividends, provider } = market
  const origin = { source: 'scripted', dataClass: 'delayed' as const, checkedAt: new Date(clock.now()) }
  const adjustedOn = '2026-07-10'
  const save = (bars = ROWS, asked = adjustedOn, today = asked) =>
    store.bars.saveSeries({
      symbol,
      bars,
      today,
      ...origin,
      adjustedOn: asked,
      through: bars.at(-1)?.date ?? '',
      isWhole: bars.length === ROWS.length,
    })
  await save()
  provider.dividends.set(symbol, [{ exDate: '2026-06-12', cashUsd: 0.8, kind: null }])
  await dividends.listDividends(symbol)
  provider.dividends.delete(symbol)
  provider.fail('dividends', 'unavailable')
  return {
    ...market,
    symbol,
    save,
    /** Sets the splits that the source knows, and requests them. */
    async learn(...known: readonly StockSplit[]) {
      const today = newYorkDate(clock.now())
      provider.splits.set(symbol, [...known])
      await store.events.saveSplits(symbol, known, { ...origin, missing: [] }, { asked: today, today })
    },
    async readRows() {
      const stored = await store.bars.findSeries(symbol, '2026-01-01')
      return stored?.bars.map(({ close, volume, low }) => [close, volume, low])
    },
    readCash: async () => (await dividends.listDividends(symbol)).value?.map(({ cashUsd }) => cashUsd),
  }
}

async function applySplits({ events }: MarketStore, today: string): Promise<readonly string[]> {
  const symbols = await events.listUnsplit(today)
  for (const symbol of symbols) await events.applySplits(symbol, today)
  return symbols
}

const AS_THEY_WERE = [
  [104, 1_000, 98],
  [108, 1_000, 102],
  [112, 1_000, 106],
]

describe('a split after stored sessions', () => {
  test.each([
    [
      '4 for 1',
      split(SPLIT_DAY, 4),
      [
        [26, 4_000, 24.5],
        [27, 4_000, 25.5],
        [28, 4_000, 26.5],
      ],
      0.2,
    ],
    [
      '1 for 10',
      split(SPLIT_DAY, 0.1),
      [
        [1_040, 100, 980],
        [1_080, 100, 1_020],
        [1_120, 100, 1_060],
      ],
      8,
    ],
    [
      '5 for 4',
      split(SPLIT_DAY, 1.25),
      [
        [83.2, 1_250, 78.4],
        [86.4, 1_250, 81.6],
        [89.6, 1_250, 84.8],
      ],
      0.64,
    ],
    [
      'a spin-off of a fifth of the price, which adds no shares',
      split(SPLIT_DAY, 1.25, 'spin_off'),
      [
        [83.2, 1_000, 78.4],
        [86.4, 1_000, 81.6],
        [89.6, 1_000, 84.8],
      ],
      0.8,
    ],
  ])('%s', async (_name, known, rows, cash) => {
    const { learn, clock, store, symbol, rescaled, readRows, readCash } = await openBefore()
    await learn(known)
    expect([await readRows(), await readCash(), rescaled]).toEqual([AS_THEY_WERE, [0.8], []])
    expect(await applySplits(store, '2026-07-12')).toEqual([])
    clock.set(ON_THE_DAY)
    expect(await applySplits(store, SPLIT_DAY)).toEqual([symbol])
    expect([await readRows(), await readCash(), rescaled]).toEqual([rows, [cash], [symbol]])
    for (const day of [SPLIT_DAY, '2026-08-13']) expect(await applySplits(store, day)).toEqual([])
    expect([await readRows(), rescaled]).toEqual([rows, [symbol]])
  })

  test('is applied immediately if it becomes known on its day or later', async () => {
    const { learn, clock, rescaled, symbol, readRows } = await openBefore()
    clock.set('2026-07-20T08:00-04:00')
    await learn(split(SPLIT_DAY, 4))
    expect((await readRows())?.map(([close]) => close)).toEqual([26, 27, 28])
    expect(rescaled).toEqual([symbol])
  })

  test('applies two consecutive splits, 4 for 1 and then 1 for 10, once each', async () => {
    const { learn, clock, store, readRows, readCash } = await openBefore()
    await learn(split(SPLIT_DAY, 4), split('2026-07-15', 0.1))
    await applySplits(store, SPLIT_DAY)
    clock.set('2026-07-15T08:00-04:00')
    await Promise.all([1, 2, 3].map(() => applySplits(store, '2026-07-15')))
    expect(await readRows()).toEqual([
      [260, 400, 245],
      [270, 400, 255],
      [280, 400, 265],
    ])
    expect(await readCash()).toEqual([2])
    expect(await applySplits(store, '2026-07-15')).toEqual([])
  })

  test('applies two splits at once', async () => {
    const { learn, clock, readRows } = await openBefore()
    clock.set('2026-07-15T08:00-04:00')
    await learn(split('2026-07-15', 0.1), split(SPLIT_DAY, 4))
    expect((await readRows())?.map(([close]) => close)).toEqual([260, 270, 280])
  })
})

test('applies a split and a spin-off on the same day, reported together or separately', async () => {
  const both = [split(SPLIT_DAY, 4), split(SPLIT_DAY, 1.25, 'spin_off')]
  const once = await openBefore()
  once.clock.set(ON_THE_DAY)
  await once.learn(...both)
  expect((await once.readRows())?.map(([close, volume]) => [close, volume])).toEqual([
    [20.8, 4_000],
    [21.6, 4_000],
    [22.4, 4_000],
  ])
  expect(await once.readCash()).toEqual([0.2])
  const late = await openBefore()
  late.clock.set(ON_THE_DAY)
  await late.learn(split(SPLIT_DAY, 4))
  await late.learn(...both)
  expect(await late.readRows()).toBeUndefined()
})

describe('any order of events', () => {
  test('does not rewrite data requested on the split day or later, which already includes the split', async () => {
    const { learn, save, clock, store, readRows } = await openBefore()
    clock.set(ON_THE_DAY)
    const after = ROWS.map((row) => ({ ...row, low: row.low / 4, close: row.close / 4, volume: row.volume * 4 }))
    await save(after, SPLIT_DAY)
    await learn(split(SPLIT_DAY, 4))
    await applySplits(store, SPLIT_DAY)
    expect((await readRows())?.map(([close]) => close)).toEqual([26, 27, 28])
  })

  test('rewrites earlier sessions when a session requested after the split is added', async () => {
    const { learn, save, clock, store, readRows } = await openBefore()
    clock.set('2026-07-13T17:00-04:00')
    await save([{ date: SPLIT_DAY, open: 28, high: 29, low: 27, close: 28.5, volume: 4_100 }], SPLIT_DAY)
    await learn(split(SPLIT_DAY, 4))
    await applySplits(store, SPLIT_DAY)
    expect((await readRows())?.map(([close, volume]) => [close, volume])).toEqual([
      [26, 4_000],
      [27, 4_000],
      [28, 4_000],
      [28.5, 4_100],
    ])
  })

  test('rewrites an answer requested before midnight and stored after the split', async () => {
    const { learn, save, clock, readRows } = await openBefore()
    clock.set(ON_THE_DAY)
    await learn(split(SPLIT_DAY, 4))
    const late = { date: '2026-07-07', open: 96, high: 102, low: 94, close: 100, volume: 1_000 }
    await save([late, ...ROWS], '2026-07-10', SPLIT_DAY)
    expect((await readRows())?.map(([close]) => close)).toEqual([25, 26, 27, 28])
  })

  test('a late answer from an earlier day does not replace a newer one', async () => {
    const { save, readRows } = await openBefore()
    await save(
      ROWS.map((row) => ({ ...row, close: row.close + 0.5 })),
      SPLIT_DAY,
    )
    await save(ROWS, '2026-07-10', SPLIT_DAY)
    expect((await readRows())?.map(([close]) => close)).toEqual([104.5, 108.5, 112.5])
  })

  test.each([
    ['a previously unknown earlier split', [split('2026-07-10', 2), split(SPLIT_DAY, 4)]],
    ['another ratio', [split(SPLIT_DAY, 5)]],
    ['no split at all', []],
  ])('requests everything again if %s becomes known only after the rewrite', async (_name, known) => {
    const { learn, clock, provider, bars, dividends, symbol, rescaled, readRows } = await openBefore()
    clock.set(ON_THE_DAY)
    await learn(split(SPLIT_DAY, 4))
    await learn(...known)
    expect(await readRows()).toBeUndefined()
    expect(rescaled).toEqual([symbol, symbol])
    provider.onAsked('dividends', null)
    provider.prices.set(symbol, () => 112)
    provider.dividends.set(symbol, [{ exDate: '2026-06-12', cashUsd: 0.1, kind: null }])
    await Promise.all([bars.listDailyBars(symbol), dividends.listDividends(symbol)])
    expect(provider.takeAsked().slice(-2).sort()).toEqual([`bars ${symbol}`, `dividends ${symbol}`])
    const factor = known.reduce((product, { ratio }) => product * ratio, 1)
    expect((await readRows())?.[0]?.[0]).toBeCloseTo(112 / factor, 7)
  })

  test('requests the whole series if it is deleted during the request for its last sessions', async () => {
    const { learn, clock, provider, bars, symbol, readRows } = await openBefore()
    provider.prices.set(symbol, (date) => ROWS.find((row) => row.date === date)?.close ?? 112)
    clock.set('2026-07-13T17:00-04:00')
    await learn(split('2026-07-08', 2), split(SPLIT_DAY, 1))
    let hasLearned = false
    provider.onAsked(`bars ${symbol} from`, async () => {
      if (!hasLearned) await learn()
      hasLearned = true
    })
    await bars.listDailyBars(symbol)
    expect(await readRows()).toHaveLength(listSessions('2026-01-02', SPLIT_DAY).length)
  })

  test('an old split that is reported for the first time does not change data requested since', async () => {
    const { learn, rescaled, readRows } = await openBefore()
    await learn(split('2026-07-09', 2), split('2025-01-02', 3))
    await learn(split('2025-01-02', 3))
    expect([await readRows(), rescaled]).toEqual([AS_THEY_WERE, []])
  })
})
