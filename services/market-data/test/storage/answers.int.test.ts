import { computeIvRank } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import { createAnswerStore } from '../../src/storage/answer-store.ts'
import { listSessions } from './scripted-provider.ts'
import { ms, openMarket, openStores, type Stores } from './support.ts'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

const FRIDAY = '2026-07-10T11:00-04:00'

describe('dividends and splits', () => {
  const quarterly = [
    { exDate: '2026-03-13', cashUsd: 0.5, kind: null },
    { exDate: '2026-06-12', cashUsd: 0.5, kind: null },
    { exDate: '2026-06-12', cashUsd: 2.123456, kind: null },
  ]

  test('are told from the store for twelve hours of a session, and a day while it is closed', async () => {
    const { dividends, splits, provider, clock } = openMarket(stores, FRIDAY)
    provider.dividends.set('KO', quarterly)
    provider.splits.set('KO', [{ executionDate: '2024-01-02', ratio: 1.5, kind: 'split' }])
    const [asked] = [await dividends.listDividends('KO'), await splits.listSplits('KO')]
    clock.set('2026-07-10T15:59-04:00')
    expect(await dividends.listDividends('KO')).toEqual({ ...asked, cacheStatus: 'fresh' })
    expect((await splits.listSplits('KO')).value).toEqual(provider.splits.get('KO'))
    clock.set('2026-07-11T10:59-04:00')
    await dividends.listDividends('KO')
    expect(provider.takeAsked()).toEqual(['dividends KO', 'splits KO'])
    clock.set('2026-07-11T11:00-04:00')
    expect((await dividends.listDividends('KO')).asOfMs).toBe(clock.now())
    expect(provider.takeAsked()).toEqual(['dividends KO'])
  })

  test('a source that fails leaves the stored ones as of then; none at all is an answer too', async () => {
    const { dividends, provider, clock } = openMarket(stores, FRIDAY)
    expect((await dividends.listDividends('NONE')).value).toEqual([])
    provider.fail('dividends', 'rate_limited', 30_000)
    clock.set('2026-07-13T11:00-04:00')
    expect(await dividends.listDividends('NONE')).toMatchObject({ value: [], dataClass: 'stale', asOfMs: ms(FRIDAY) })
    await expect(dividends.listDividends('NEVER')).rejects.toMatchObject({ kind: 'rate_limited' })
  })

  test('that nobody can say is not stored', async () => {
    const { store, clock, provider } = openMarket(stores, FRIDAY)
    const nobody = { source: 'nobody', dataClass: 'delayed' as const, asOfMs: 0, value: null, missing: [] }
    const { splits } = createAnswerStore(store, { now: clock.now }).wrap({ splits: { listSplits: async () => nobody } })
    expect(await splits?.listSplits('NOBODY')).toEqual(nobody)
    provider.splits.set('NOBODY', [])
    expect(await splits?.listSplits('NOBODY')).toEqual(nobody)
  })
})

describe('fundamentals', () => {
  test('are told from the store for a day of sessions, a week of none, and as they were when nobody can be asked', async () => {
    const { fundamentals, provider, clock } = openMarket(stores, FRIDAY)
    provider.fundamentals.set('KO', { marketCapUsd: 3e11, netMarginPct: 23.4 })
    const value = { ...UNKNOWN_FUNDAMENTALS, marketCapUsd: 3e11, netMarginPct: 23.4 }
    expect((await fundamentals.findFundamentals('KO')).value).toEqual(value)
    clock.set('2026-07-12T11:00-04:00')
    expect(await fundamentals.findFundamentals('KO')).toMatchObject({ value, cacheStatus: 'fresh', asOfMs: ms(FRIDAY) })
    expect(provider.takeAsked()).toEqual(['fundamentals KO'])
    clock.set('2026-07-13T11:00-04:00')
    provider.fail('fundamentals', 'unavailable')
    expect(await fundamentals.findFundamentals('KO')).toMatchObject({ value, dataClass: 'stale', asOfMs: ms(FRIDAY) })
    await expect(fundamentals.findFundamentals('NEVER')).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('the history of volatility', () => {
  const recorded = (impliedVolatility: number) => ({
    ...{ impliedVolatility, method: 'interpolated', reason: null, source: 'scripted' },
  })

  test('is of the sessions that gave one, ascending, as decimals: what IV rank needs', async () => {
    const { ivHistory, store } = openMarket(stores, '2026-07-10T17:00-04:00')
    const sessions = listSessions('2026-04-01', '2026-07-10')
    const vols = sessions.map((_date, index) => 0.2 + (index % 7) / 100)
    for (const [index, date] of [...sessions.entries()].reverse()) {
      await store.volatilities.save(['KO'], date, recorded(vols[index] ?? 0))
    }
    await store.volatilities.save(['KO'], '2026-03-31', {
      ...{ impliedVolatility: null, method: null, reason: 'No options are listed.', source: 'scripted' },
    })
    const { value, source, asOfMs, cacheStatus } = await ivHistory.listIvHistory('KO')
    expect(value).toEqual(sessions.map((date, index) => ({ date, impliedVolatility: vols[index] })))
    expect([source, asOfMs, cacheStatus]).toEqual(['scripted', ms('2026-07-10T16:00-04:00'), 'fresh'])
    const rank = computeIvRank(value.map(({ impliedVolatility }) => impliedVolatility))
    expect(rank.sessions).toBe(sessions.length)
    expect(rank.ivRank).not.toBeNull()
  })

  test('a volatility that is recorded stays; a session without one may get it later', async () => {
    const { ivHistory, store } = openMarket(stores, '2026-07-10T17:00-04:00')
    await store.volatilities.save(['PEP'], '2026-07-10', {
      ...{ impliedVolatility: null, method: null, reason: 'No options are listed.', source: 'scripted' },
    })
    expect(await ivHistory.listIvHistory('PEP')).toMatchObject({ value: [], missing: [{ field: 'iv_history' }] })
    for (const vol of [0.31, 0.4]) await store.volatilities.save(['PEP'], '2026-07-10', recorded(vol))
    expect((await ivHistory.listIvHistory('PEP')).value).toEqual([{ date: '2026-07-10', impliedVolatility: 0.31 }])
  })

  test('goes over what a source has of its own', async () => {
    const { store, clock } = openMarket(stores, '2026-07-10T17:00-04:00')
    await store.volatilities.save(['AMD'], '2026-07-09', recorded(0.5))
    const told = ['2026-07-08', '2026-07-09', '2026-07-10'].map((date) => ({ date, impliedVolatility: 0.4 }))
    const source = {
      listIvHistory: async () => ({
        source: 'other',
        dataClass: 'delayed' as const,
        asOfMs: 0,
        value: told,
        missing: [],
      }),
    }
    const { ivHistory } = createAnswerStore(store, { now: clock.now }).wrap({ ivHistory: source })
    const vols = async (symbol: string) =>
      (await ivHistory?.listIvHistory(symbol))?.value.map(({ impliedVolatility }) => impliedVolatility)
    expect([await vols('AMD'), await vols('INTC')]).toEqual([
      [0.4, 0.5, 0.4],
      [0.4, 0.4, 0.4],
    ])
  })
})

test('PostgreSQL away: every source is asked; what nobody else has is away, not empty', async () => {
  const { bars, dividends, splits, fundamentals, ivHistory, provider } = openMarket(stores, FRIDAY)
  provider.prices.set('KO', () => 70)
  stores.proxy.cut()
  expect((await bars.listDailyBars('KO')).value).not.toBeNull()
  for (const answer of [dividends.listDividends('KO'), splits.listSplits('KO')])
    expect((await answer).value).toEqual([])
  expect((await fundamentals.findFundamentals('KO')).value).toEqual(UNKNOWN_FUNDAMENTALS)
  await expect(ivHistory.listIvHistory('KO')).rejects.toMatchObject({ kind: 'unavailable' })
  stores.proxy.restore()
  expect(provider.takeAsked()).toEqual(['bars KO', 'dividends KO', 'splits KO', 'fundamentals KO'])
})
