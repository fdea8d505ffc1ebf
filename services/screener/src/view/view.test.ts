import type { ScreenerRow } from '@callwright/contracts'
import { createRuntime, unavailable } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { inventRow } from '../../test/rows.ts'
import { createSnapshot } from './snapshot.ts'
import { createView } from './view.ts'
import type { SnapshotState, VersionedRow } from './view-store.ts'

const { log } = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener')
const IN_SESSION = Date.parse('2026-07-10T15:00:00Z')
const RUN = { active: false, total: 3, done: 3, failed: 0, source: 'invented', dataClass: 'recorded' } as const

/** A store in memory that counts what is asked of it. */
function setUp(given: { rows?: readonly ScreenerRow[]; run?: SnapshotState['run']; nowMs?: number } = {}) {
  const stored: VersionedRow[] = []
  const state = { version: 0, removedVersion: 0, run: given.run === undefined ? RUN : given.run }
  const asked: number[] = []
  let away = false
  const put = (row: ScreenerRow) => {
    state.version += 1
    const index = stored.findIndex((entry) => entry.row.symbol === row.symbol)
    if (index >= 0) stored.splice(index, 1)
    stored.push({ version: state.version, row })
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
  const snapshot = createSnapshot({
    log,
    pollMs: 1_000_000,
    store: {
      async readState() {
        if (away) throw unavailable('database_unavailable', 'Away.')
        return { ...state }
      },
      async listChangedRows(since) {
        asked.push(since)
        return stored.filter(({ version }) => version > since)
      },
    },
  })
  const view = createView({ snapshot, maxAgeMs: 1_800_000, now: () => given.nowMs ?? IN_SESSION })
  return { snapshot, view, put, remove, asked, state, cut: () => (away = true), heal: () => (away = false) }
}

const rows = [
  inventRow({ symbol: 'AAA', cc_score: 30, rsi: 40 }),
  inventRow({ symbol: 'BBB', cc_score: null, rsi: 70 }),
  inventRow({ symbol: 'CCC', cc_score: 45, rsi: null }),
]
const symbols = (answer: { stocks: readonly ScreenerRow[] }) => answer.stocks.map((row) => row.symbol).join(' ')

describe('page', () => {
  test('without parameters: by rating, best first, 50 rows', async () => {
    const answer = await setUp({ rows }).view.page({}, null)
    expect(symbols(answer)).toBe('CCC AAA BBB')
    expect(answer).toMatchObject({ pagination: { total: 3, limit: 50, offset: 0 }, total: 3, message: null })
    expect(answer).toMatchObject({ source: 'invented', data_class: 'recorded', cache_status: 'fresh' })
  })

  test('limit and offset cut, total counts all, past the end is empty', async () => {
    const { view } = setUp({ rows })
    const page = await view.page({ limit: 1, offset: 1, sort_by: 'rsi', sort_order: 'desc' }, null)
    expect(symbols(page)).toBe('AAA')
    expect(page.total).toBe(3)
    expect(symbols(await view.page({ offset: 3 }, null))).toBe('')
  })

  test('only rows that moved are read again; a removed row makes it read all', async () => {
    const { view, snapshot, put, remove, asked } = setUp({ rows })
    await view.page({}, null)
    put(inventRow({ symbol: 'AAA', cc_score: 50 }))
    await snapshot.nudge()
    expect(symbols(await view.page({}, null))).toBe('AAA CCC BBB')
    remove('CCC')
    await snapshot.nudge()
    await snapshot.nudge()
    expect(symbols(await view.page({}, null))).toBe('AAA BBB')
    expect(asked).toEqual([-1, 3, -1])
  })

  test('a database that was set back is read again as a whole', async () => {
    const { view, snapshot, state } = setUp({ rows })
    await view.page({}, null)
    state.version = 1
    await snapshot.nudge()
    expect(symbols(await view.page({}, null))).toBe('CCC AAA BBB')
    expect(snapshot.version).toBe(3)
  })

  test('a database that was set back and has come as far again is read as a whole', async () => {
    const { view, snapshot, state, remove } = setUp({ rows })
    await view.page({}, null)
    remove('CCC')
    state.version = 3
    await snapshot.nudge()
    expect(symbols(await view.page({}, null))).toBe('AAA BBB')
  })

  test('PostgreSQL away: the last rows, labelled; back: as before', async () => {
    const { view, snapshot, cut, heal } = setUp({ rows })
    await view.page({}, null)
    cut()
    await snapshot.nudge()
    const answer = await view.page({}, null)
    expect(symbols(answer)).toBe('CCC AAA BBB')
    expect(answer.cache_status).toBe('stale')
    expect(answer.message).toMatch(/database is not available/)
    heal()
    await snapshot.nudge()
    expect(await view.page({}, null)).toMatchObject({ cache_status: 'fresh', message: null })
  })

  test('PostgreSQL away from the start: 503, and no rows are invented', async () => {
    const { view, cut } = setUp({ rows })
    cut()
    await expect(view.page({}, null)).rejects.toMatchObject({ status: 503, code: 'database_unavailable' })
    await expect(view.status()).rejects.toMatchObject({ status: 503 })
  })

  test.each([
    [
      'a run at its start',
      { ...RUN, active: true, done: 0 },
      'refreshing',
      'Enrichment is running: 0 of 3 stocks ready',
    ],
    ['no run ever', null, 'miss', 'No stocks yet: the first enrichment has not begun.'],
    ['a run that brought nothing', { ...RUN, done: 0, failed: 3 }, 'miss', 'No stocks are ready.'],
  ] as const)('empty, %s', async (_name, run, cache_status, message) => {
    const answer = await setUp({ run }).view.page({}, null)
    expect(answer).toMatchObject({ stocks: [], total: 0, cache_status, message, data_class: 'none', as_of: null })
  })

  test.each([
    ['delayed', IN_SESSION, 31, 'stale'],
    ['delayed', IN_SESSION, 29, 'fresh'],
    ['delayed', Date.parse('2026-07-11T15:00:00Z'), 600, 'fresh'],
    ['recorded', IN_SESSION, 60_000, 'fresh'],
    ['simulated', IN_SESSION, 31, 'stale'],
    ['simulated', IN_SESSION, 29, 'fresh'],
  ] as const)('%s rows at %p, %p minutes old: %s', async (data_class, nowMs, minutes, expected) => {
    const enriched_at = new Date(nowMs - minutes * 60_000).toISOString()
    const { view } = setUp({
      nowMs,
      rows: rows.map((row) => ({ ...row, data_class, enriched_at, as_of: enriched_at })),
    })
    expect((await view.page({}, null)).cache_status).toBe(expected)
    expect(await view.status()).toMatchObject({
      stale: expected === 'stale' ? 3 : 0,
      snapshot_age_seconds: minutes * 60,
      last_updated: enriched_at,
    })
  })

  test('an invented market that stands still does not grow old', async () => {
    const enriched_at = new Date(IN_SESSION - 3_600_000).toISOString()
    const old = { data_class: 'simulated', enriched_at, as_of: '2026-06-12T20:00:00.000Z' } as const
    const { view } = setUp({ rows: rows.map((row) => ({ ...row, ...old })) })
    expect((await view.page({}, null)).cache_status).toBe('fresh')
  })

  test('the stamp is that of the youngest figures, whichever row was written last', async () => {
    const young = '2026-07-10T19:59:00.000Z'
    const { view } = setUp({
      rows: [
        inventRow({ symbol: 'AAA', as_of: young, data_class: 'delayed' }),
        inventRow({ symbol: 'BBB', as_of: '2026-07-10T19:00:00.000Z', data_class: 'stale' }),
      ],
    })
    expect(await view.page({}, null)).toMatchObject({ as_of: young, data_class: 'delayed' })
  })
})

test('status counts what is whole, what failed and what the run was for', async () => {
  const { view } = setUp({
    run: { ...RUN, total: 4, failed: 1 },
    rows: [...rows.slice(0, 2), inventRow({ symbol: 'CCC', missing_reason: 'No chain' })],
  })
  expect(await view.status()).toMatchObject({ total_stocks: 4, enriched: 2, failed: 1, stale: 0 })
})
