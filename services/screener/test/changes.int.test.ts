import { randomUUID } from 'node:crypto'
import { waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createRunStore } from '../src/enrichment/run-store.ts'
import { type Api, openStack, problemOf, readStatus, readView, type Stack, untilIdle } from './support.ts'

/** Few of each kind: it is the changes that matter here, not how many rows follow them. */
const SYMBOLS = ['BRK.B', 'CRASH', 'GONE', 'NOCHN', 'QAA', 'QAB', 'QAC', 'QAD']
const WITH_ROWS = SYMBOLS.filter((symbol) => !['CRASH', 'GONE'].includes(symbol))
const UNAVAILABLE = /^Background refresh is unavailable right now/

let stack: Stack
beforeEach(async () => {
  stack = await openStack()
  stack.market.become({ symbols: SYMBOLS })
})
afterEach(() => stack.close())

async function expectComplete(ask: Api['ask']) {
  const status = await untilIdle(ask)
  expect(status).toMatchObject({ total: SYMBOLS.length, done: WITH_ROWS.length, failed: 2 })
  return status
}

/** The screen follows the rows within a poll. */
async function untilShown(ask: Api['ask']) {
  await waitFor('the rows', async () => (await readView(ask)).stocks.length === WITH_ROWS.length)
}

describe('the queue’s Redis', () => {
  test('away: the view answers, start and refresh say so, the status has no workers (F09)', async () => {
    const { ask } = await stack.openApi()
    await stack.openWorker()
    await expectComplete(ask)
    stack.redis.cut()
    await waitFor('the cut to be noticed', async () => (await readStatus(ask)).workers === null)
    for (const id of ['screener.startEnrichment', 'screener.refresh', 'screener.stopEnrichment'] as const) {
      const answer = await ask(id)
      expect(answer.status).toBe(503)
      expect(problemOf(answer)).toMatchObject({ code: 'queue_unavailable', detail: expect.stringMatching(UNAVAILABLE) })
      expect(answer.headers['retry-after']).toBeDefined()
    }
    await untilShown(ask)
    const forced = await readView(ask, { force_refresh: 'true' })
    expect(forced.stocks).toHaveLength(WITH_ROWS.length)
    expect(forced.message).toMatch(UNAVAILABLE)
    expect((await readStatus(ask)).message).toMatch(UNAVAILABLE)
  })

  test('the producer died after the run was stored and before its jobs were: a restart adds them', async () => {
    const store = createRunStore(stack.database)
    const market = { source: 'invented market', dataClass: 'recorded', asOf: new Date('2026-07-10T20:00:00.000Z') }
    const id = randomUUID()
    const run = { ...market, id, sequence: 1, startedBy: 'platform', userId: null, symbols: SYMBOLS } as const
    await store.insert({ ...run, stage: null })
    const { ask } = await stack.openApi()
    await stack.openWorker()
    expect((await expectComplete(ask)).run_id).toBe(id)
  })
})

describe('PostgreSQL', () => {
  test('away: the view answers from memory and says so; back: as before (F01)', async () => {
    const { ask } = await stack.openApi()
    await stack.openWorker()
    await expectComplete(ask)
    await waitFor('the rows', async () => (await readView(ask)).cache_status === 'fresh')
    stack.postgres.cut()
    const stale = await waitFor('the label', async () => {
      const view = await readView(ask)
      return view.cache_status === 'stale' ? view : null
    })
    expect(stale.stocks).toHaveLength(WITH_ROWS.length)
    expect(stale.message).toMatch(/database is not available/)
    expect((await ask('screener.status')).status).toBe(200)
    const status = await ask('screener.enrichmentStatus')
    expect(status.status).toBe(503)
    expect(problemOf(status)).toMatchObject({ code: 'database_unavailable' })
    expect(JSON.stringify(status.body)).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i)
    stack.postgres.restore()
    await waitFor('the label to go', async () => (await readView(ask)).cache_status === 'fresh')
  })

  test('away from the start: 503 with a reason, not an empty screen', async () => {
    stack.postgres.cut()
    const { ask } = await stack.openApi()
    const answer = await ask('screener.view')
    expect(answer.status).toBe(503)
    expect(problemOf(answer)).toMatchObject({ code: 'database_unavailable' })
  })
})

describe('another market', () => {
  test('its rows replace those of the first one at once, never beside them', async () => {
    const { ask } = await stack.openApi()
    const { close } = await stack.openWorker()
    await expectComplete(ask)
    await close()
    const later = '2026-08-19T20:00:00.000Z'
    stack.market.become({ as_of: later, symbols: SYMBOLS.filter((symbol) => symbol !== 'QAB') })
    const empty = await waitFor('the old rows to go', async () => {
      const view = await readView(ask)
      return view.stocks.length === 0 ? view : null
    })
    expect(empty).toMatchObject({ cache_status: 'refreshing', data_class: 'none', as_of: null })
    await stack.openWorker()
    await waitFor('the new rows', async () => (await readView(ask)).stocks.length === WITH_ROWS.length - 1)
    const view = await readView(ask)
    expect(new Set(view.stocks.map((row) => row.as_of))).toEqual(new Set([later]))
  })

  test('a run of the first one is given up', async () => {
    const { ask } = await stack.openApi()
    await waitFor('the run', async () => (await readStatus(ask)).queued === SYMBOLS.length)
    const { run_id } = await readStatus(ask)
    stack.market.become({ source: 'another market', symbols: ['QAA', 'QAB'] })
    const status = await waitFor('the new run', async () => {
      const found = await readStatus(ask)
      return found.run_id !== run_id && found.queued === 2 ? found : null
    })
    expect(status).toMatchObject({ total: 2, started_by: 'platform' })
  })

  test('a stock that left the universe leaves the screen when the next run ends', async () => {
    const { ask } = await stack.openApi({ refreshCooldownMs: 0 })
    await stack.openWorker()
    await expectComplete(ask)
    stack.market.become({ symbols: SYMBOLS.filter((symbol) => symbol !== 'QAB') })
    await ask('screener.refresh')
    await waitFor('QAB to leave', async () => {
      const { stocks } = await readView(ask)
      return stocks.length === WITH_ROWS.length - 1 && !stocks.some((row) => row.symbol === 'QAB')
    })
  })
})
