import type { Query, ScreenerRow, Success } from '@callwright/contracts'
import { createRuntime, unavailable } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { applyEqualWeights, EQUAL_WEIGHTS } from '../../test/query-rows.ts'
import { inventRow, inventRows } from '../../test/rows.ts'
import { prepareRow } from '../row-index/rows.ts'
import type { SharedContent } from '../row-index/shared-rows.ts'
import {
  createSnapshot,
  type RowMark,
  type RunProgress,
  type SnapshotState,
  type VersionedRow,
} from '../row-index/snapshot.ts'
import { noOwnFacts } from './own-facts.ts'
import { createView } from './view.ts'

const { log } = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener')
const IN_SESSION = Date.parse('2026-07-10T15:00:00Z')
const RUN: RunProgress = {
  active: false,
  symbols: 3,
  stage: null,
  total: 3,
  done: 3,
  failed: 0,
  source: 'invented',
  dataClass: 'recorded',
}

interface Given {
  readonly rows?: readonly ScreenerRow[]
  readonly run?: SnapshotState['run']
  readonly nowMs?: number
  readonly shared?: SharedContent | null
  readonly weightsKnown?: boolean
}

function openStore(given: Given) {
  const stored: VersionedRow[] = []
  const state = { version: 0, removedVersion: 0, run: given.run === undefined ? RUN : given.run }
  const readsAfter: number[] = []
  let isDown = false
  const put = (row: ScreenerRow) => {
    state.version += 1
    const index = stored.findIndex((entry) => entry.row.symbol === row.symbol)
    if (index >= 0) stored.splice(index, 1)
    stored.push({ version: state.version, row, calls: null })
  }
  const remove = (symbol: string) => {
    state.version += 1
    state.removedVersion = state.version
    stored.splice(
      stored.findIndex((entry) => entry.row.symbol === symbol),
      1,
    )
  }
  for (const row of given.rows ?? []) put(row)
  const store = {
    async readState() {
      if (isDown) throw unavailable('database_unavailable', 'Down.')
      return { ...state }
    },
    async listChangedRows(after: RowMark, limit: number) {
      readsAfter.push(after.version)
      return stored.filter(({ version }) => version > after.version).slice(0, limit)
    },
  }
  return { store, put, remove, readsAfter, state, cut: () => (isDown = true), heal: () => (isDown = false) }
}

function setUp(given: Given = {}) {
  const { store, ...controls } = openStore(given)
  const shared = { read: async () => given.shared ?? null }
  const snapshot = createSnapshot({ log, store, shared, pollMs: 1_000_000 })
  const weights = {
    isKnown: given.weightsKnown ?? true,
    nudge: async () => undefined,
    findWeighting: (userId: string) => (userId === 'weigher' ? EQUAL_WEIGHTS : null),
  }
  const view = createView({ snapshot, weights, maxAgeMs: 1_800_000, now: () => given.nowMs ?? IN_SESSION })
  const find = async (query: Query<'screener.view'>, change: { url?: string; userId?: string; note?: string } = {}) => {
    await view.requireRows()
    return view.find({ query, url: '/', userId: 'user', own: noOwnFacts, note: null, ...change })
  }
  const page = async (...args: Parameters<typeof find>): Promise<Success<'screener.view'>> => {
    const { body, release } = (await find(...args)).write()
    const answer = JSON.parse(body.toString())
    release?.()
    return answer
  }
  return { ...controls, snapshot, view, find, page }
}

const rows = [
  inventRow({ symbol: 'AAA', cc_score: 30, rsi: 40 }),
  inventRow({ symbol: 'BBB', cc_score: null, rsi: 70 }),
  inventRow({ symbol: 'CCC', cc_score: 45, rsi: null }),
]
const symbols = (answer: Pick<Success<'screener.view'>, 'stocks'>) => answer.stocks.map((row) => row.symbol).join(' ')

describe('page', () => {
  test('without parameters, returns 50 rows by rating, best first', async () => {
    const answer = await setUp({ rows }).page({})
    expect(symbols(answer)).toBe('CCC AAA BBB')
    expect(answer).toMatchObject({ pagination: { total: 3, limit: 50, offset: 0 }, total: 3, message: null })
    expect(answer).toMatchObject({ source: 'invented', data_class: 'recorded', cache_status: 'fresh' })
  })

  test('applies limit and offset, counts all rows in total, and is empty past the end', async () => {
    const { page } = setUp({ rows })
    const second = await page({ limit: 1, offset: 1, sort_by: 'rsi', sort_order: 'desc' })
    expect(symbols(second)).toBe('AAA')
    expect(second.total).toBe(3)
    expect(symbols(await page({ offset: 3 }))).toBe('')
  })

  test('reads only changed rows, and all rows after a deletion', async () => {
    const { page, snapshot, put, remove, readsAfter } = setUp({ rows })
    await page({})
    put(inventRow({ symbol: 'AAA', cc_score: 50 }))
    await snapshot.nudge()
    expect(symbols(await page({}))).toBe('AAA CCC BBB')
    remove('CCC')
    await snapshot.nudge()
    await snapshot.nudge()
    expect(symbols(await page({}))).toBe('AAA BBB')
    expect(readsAfter).toEqual([-1, 3, -1])
  })

  test('reads everything from a database restored to an older state', async () => {
    const { page, snapshot, state } = setUp({ rows })
    await page({})
    state.version = 1
    await snapshot.nudge()
    expect(symbols(await page({}))).toBe('CCC AAA BBB')
    expect(snapshot.version).toBe(3)
  })

  test('reads everything from a restored database that has reached the same version again', async () => {
    const { page, snapshot, state, remove } = setUp({ rows })
    await page({})
    remove('CCC')
    state.version = 3
    await snapshot.nudge()
    expect(symbols(await page({}))).toBe('AAA BBB')
  })

  test('serves the last rows, labeled stale, while PostgreSQL is unavailable', async () => {
    const { page, snapshot, cut, heal } = setUp({ rows })
    await page({})
    cut()
    await snapshot.nudge()
    const answer = await page({})
    expect(symbols(answer)).toBe('CCC AAA BBB')
    expect(answer.cache_status).toBe('stale')
    expect(answer.message).toMatch(/database is not available/)
    heal()
    await snapshot.nudge()
    expect(await page({})).toMatchObject({ cache_status: 'fresh', message: null })
  })

  test('serves another replica’s shared rows, labeled stale, if PostgreSQL is unavailable at startup', async () => {
    const kept = [inventRow({ symbol: 'OLD', cc_score: 11 }), inventRow({ symbol: 'AAA', cc_score: 12 })]
    const shared = { version: 900, rows: kept.map(prepareRow) }
    const { page, cut, heal, snapshot } = setUp({ rows, shared, weightsKnown: false })
    cut()
    const answer = await page({})
    expect(symbols(answer)).toBe('AAA OLD')
    expect(answer).toMatchObject({ cache_status: 'stale', universe_total: 2, weights: 'default' })
    expect(answer.message).toMatch(/database is not available.*default weights/)
    heal()
    await snapshot.nudge()
    expect(symbols(await page({}))).toBe('CCC AAA BBB')
    expect(snapshot.version).toBe(3)
  })

  test('reads more rows than fit into one batch', async () => {
    const many = inventRows(612)
    const { page, readsAfter } = setUp({ rows: many })
    expect(await page({ limit: 500 })).toMatchObject({ total: 612, universe_total: 612 })
    expect(readsAfter).toEqual([-1, 250, 500])
  })

  test('returns a 503 if PostgreSQL is unavailable at startup and there are no shared rows', async () => {
    const { page, view, cut } = setUp({ rows })
    cut()
    await expect(page({})).rejects.toMatchObject({ status: 503, code: 'database_unavailable' })
    await expect(view.status()).rejects.toMatchObject({ status: 503 })
  })

  test.each([
    ['a run at its start', { ...RUN, active: true, done: 0 }, 'refreshing', 'Refreshing: 0 of 3 stocks ready'],
    [
      'a run in its survey',
      { ...RUN, active: true, stage: 'survey', done: 2 },
      'refreshing',
      'Refreshing: 2 of 3 stocks surveyed',
    ],
    ['no run yet', null, 'miss', 'No stocks yet. The first refresh has not started.'],
    ['a run without results', { ...RUN, done: 0, failed: 3 }, 'miss', 'No stocks are ready.'],
  ] as const)('without rows, %s', async (_name, run, cache_status, message) => {
    const answer = await setUp({ run }).page({})
    expect(answer).toMatchObject({ stocks: [], total: 0, cache_status, message, data_class: 'none', as_of: null })
  })

  test.each([
    ['delayed', IN_SESSION, 31, 'stale'],
    ['delayed', IN_SESSION, 29, 'fresh'],
    ['delayed', Date.parse('2026-07-11T15:00:00Z'), 600, 'fresh'],
    ['recorded', IN_SESSION, 60_000, 'fresh'],
    ['simulated', IN_SESSION, 31, 'stale'],
    ['simulated', IN_SESSION, 29, 'fresh'],
  ] as const)('rates %s rows at %p that are %p minutes old as %s', async (data_class, nowMs, minutes, expected) => {
    const enriched_at = new Date(nowMs - minutes * 60_000).toISOString()
    const { page, view } = setUp({
      nowMs,
      rows: rows.map((row) => ({ ...row, data_class, enriched_at, as_of: enriched_at })),
    })
    expect((await page({})).cache_status).toBe(expected)
    expect(await view.status()).toMatchObject({
      stale: expected === 'stale' ? 3 : 0,
      snapshot_age_seconds: minutes * 60,
      last_updated: enriched_at,
    })
  })

  test('an invented market whose clock does not move is never stale', async () => {
    const enriched_at = new Date(IN_SESSION - 3_600_000).toISOString()
    const old = { data_class: 'simulated', enriched_at, as_of: '2026-06-12T20:00:00.000Z' } as const
    const { page } = setUp({ rows: rows.map((row) => ({ ...row, ...old })) })
    expect((await page({})).cache_status).toBe('fresh')
  })

  test('has the stamp of the newest figures, not that of the row written last', async () => {
    const young = '2026-07-10T19:59:00.000Z'
    const { page } = setUp({
      rows: [
        inventRow({ symbol: 'AAA', as_of: young, data_class: 'delayed' }),
        inventRow({ symbol: 'BBB', as_of: '2026-07-10T19:00:00.000Z', data_class: 'stale' }),
      ],
    })
    expect(await page({})).toMatchObject({ as_of: young, data_class: 'delayed' })
  })
})

describe('a user with custom weights', () => {
  const [rated] = inventRows(1)
  const others = rated === undefined ? [] : [rated]

  test('sees them in the rows and the response, while other users do not', async () => {
    const { page } = setUp({ rows: others })
    const own = await page({ fields: 'cc_score' }, { userId: 'weigher' })
    expect(own).toMatchObject({ weights: 'custom', message: null })
    expect(own.stocks).toEqual(rated && [{ symbol: rated.symbol, cc_score: applyEqualWeights(rated).cc_score }])
    const { stocks, weights } = await page({ fields: 'cc_score' })
    expect({ stocks, weights }).toEqual({
      stocks: [{ symbol: rated?.symbol, cc_score: rated?.cc_score }],
      weights: 'default',
    })
  })

  test('gets a message if the weights are unavailable', async () => {
    const { page } = setUp({ rows: others, weightsKnown: false })
    expect((await page({})).message).toMatch(/weights are not available/)
  })
})

describe('tag', () => {
  const tagOf = async (replica: ReturnType<typeof setUp>, ...args: Parameters<typeof replica.find>) =>
    (await replica.find(...args)).tag

  test('is the same for a page on every replica, and differs by page, version, weights and note', async () => {
    const one = setUp({ rows })
    const other = setUp({ rows })
    const tag = await tagOf(one, {})
    expect(tag).toMatch(/^"[\w-]{20,}"$/)
    expect(await tagOf(other, {}, { userId: 'other' })).toBe(tag)
    expect(await tagOf(one, {}, { url: '/?limit=1' })).not.toBe(tag)
    expect(await tagOf(one, {}, { userId: 'weigher' })).not.toBe(tag)
    expect(await tagOf(one, {}, { note: 'Not now.' })).not.toBe(tag)
    one.put(inventRow({ symbol: 'AAA', cc_score: 50 }))
    await one.snapshot.nudge()
    expect(await tagOf(one, {})).not.toBe(tag)
    other.cut()
    await other.snapshot.nudge()
    expect(await tagOf(other, {})).not.toBe(tag)
  })
})

test('status counts complete and failed stocks and the symbols of the run', async () => {
  const { view } = setUp({
    run: { ...RUN, symbols: 4, failed: 1 },
    rows: [...rows.slice(0, 2), inventRow({ symbol: 'CCC', missing_reason: 'No chain' })],
  })
  expect(await view.status()).toMatchObject({ total_stocks: 4, enriched: 2, failed: 1, stale: 0 })
})
