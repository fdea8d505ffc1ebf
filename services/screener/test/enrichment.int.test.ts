import type { EndpointId, EnrichmentStatus } from '@callwright/contracts'
import { RATING_VERSION } from '@callwright/scoring'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { parseMetrics, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { buildRow } from '../src/enrichment/build-row.ts'
import { createRowStore } from '../src/enrichment/row-store.ts'
import { allSymbols, NO_CHAIN_REASON, ordinarySymbols } from './fake-market.ts'
import { inventFacts } from './invented-facts.ts'
import {
  type Api,
  type AskOptions,
  askAvailable,
  openStack,
  problemOf,
  readStatus,
  readView,
  type Stack,
  untilIdle,
} from './support.ts'

const NO_PAST = { callVolumes: [], ratings: [] }

let stack: Stack
let api: Api
let second: Api

beforeAll(async () => {
  stack = await openStack()
  api = await stack.openApi()
  second = await stack.openApi()
})
afterAll(() => stack.close())

const ask = (id: EndpointId, options: AskOptions = {}, from = api) => askAvailable(from.ask, id, options)
const countRuns = async () => (await stack.database.selectFrom('enrichmentRun').select('id').execute()).length

/** Backdates the last run, so that no cooldown applies. */
async function agePast(): Promise<void> {
  await sql`
    update enrichment_run
    set started_at = started_at - interval '1 hour', finished_at = finished_at - interval '1 hour'
    where state in ('finished', 'stopped')`.execute(stack.database)
}

describe('the first start', () => {
  test('starts a run automatically; without a worker the status says so and the view is empty', async () => {
    const status = await waitFor('the platform run', async () => {
      const found = await readStatus(api.ask)
      return found.state === 'running' && found.queued === allSymbols.length ? found : null
    })
    expect(status).toMatchObject({ started_by: 'platform', total: allSymbols.length, done: 0, workers: 0 })
    expect(status.message).toMatch(/No worker is running/)
    const view = await waitFor('the view to see the run', async () => {
      const found = await readView(api.ask)
      return found.cache_status === 'refreshing' ? found : null
    })
    expect(view).toMatchObject({ stocks: [], total: 0, data_class: 'none' })
    expect(view.message).toBe(`Refreshing: 0 of ${allSymbols.length} stocks ready`)
  })

  test('users cannot stop the platform’s run, and starting one returns that run', async () => {
    const stopped = await ask('screener.stopEnrichment')
    expect(stopped.status).toBe(403)
    expect(problemOf(stopped)).toMatchObject({ code: 'platform_run' })
    const { run_id } = await readStatus(api.ask)
    const started = await ask('screener.startEnrichment')
    expect(started.status).toBe(202)
    expect(started.body).toMatchObject({ run_id, state: 'running', started_by: 'platform' })
    expect(await countRuns()).toBe(1)
  })

  test('a worker completes the run: every symbol has a row or a reason (F35)', async () => {
    const { sink, close } = await stack.openWorker()
    const status = await untilIdle(api.ask)
    expect(status).toMatchObject({
      total: allSymbols.length,
      done: allSymbols.length - 2,
      failed: 2,
      queued: 0,
      active: 0,
    })
    expect(status.failures).toEqual([
      { symbol: 'CRASH', reason: 'Something went wrong on our side. Please try again.' },
      { symbol: 'GONE', reason: 'Unknown symbol: GONE' },
    ])
    expect(status.incomplete).toEqual([
      { symbol: 'NOBAR', reason: 'No price history from this source' },
      { symbol: 'NOCHN', reason: NO_CHAIN_REASON },
    ])
    expect(status.rate_per_second).toBeGreaterThan(0)
    expect(Date.parse(status.finished_at ?? '')).toBeGreaterThan(Date.parse(status.started_at ?? ''))
    // On a busy machine, requests that time out are sent again.
    for (const symbol of ['FLAKY', 'CRASH']) expect(stack.market.callsOf(symbol)).toBeGreaterThanOrEqual(3)
    expect(sink.lines().filter((line) => line.event === 'job.failed')).toHaveLength(2)
    await close()
  })

  test('logs the end of the run once, with counts and rate', async () => {
    const finished = [...api.sink.lines(), ...second.sink.lines()].filter(
      (line) => line.event === 'enrichment.finished',
    )
    expect(finished).toHaveLength(1)
    expect(finished[0]).toMatchObject({ total: allSymbols.length, done: allSymbols.length - 2, failed: 2 })
    expect(finished[0]?.symbols_per_second).toBeGreaterThan(0)
  })

  test('both replicas show every row, and those without a call come last', async () => {
    for (const { ask } of [api, second]) {
      const view = await waitFor('all rows', async () => {
        const found = await readView(ask)
        return found.cache_status === 'fresh' ? found : null
      })
      expect(view.stocks.map((row) => row.symbol).sort()).toEqual(
        allSymbols.filter((symbol) => !['CRASH', 'GONE'].includes(symbol)),
      )
      expect(view.stocks.slice(-2).map((row) => row.symbol)).toEqual(['NOBAR', 'NOCHN'])
      expect(view).toMatchObject({ message: null, data_class: 'recorded', source: 'invented market' })
      expect(view.as_of).toBe('2026-07-10T20:00:00.000Z')
    }
    const status = await ask('screener.status')
    expect(status.body).toMatchObject({ total_stocks: allSymbols.length, enriched: allSymbols.length - 4, failed: 2 })
  })

  test('stores one rating and call volume per symbol and session, enough to rank any day', async () => {
    const sessions = await stack.database.selectFrom('symbolSession').selectAll().execute()
    expect(sessions).toHaveLength(allSymbols.length - 2)
    const known = sessions.filter(({ symbol }) => ordinarySymbols.includes(symbol))
    expect(new Set(known.map(({ sessionDate }) => sessionDate))).toEqual(new Set(['2026-07-10']))
    for (const { callVolume, scoreVersion } of known)
      expect({ callVolume, scoreVersion }).toEqual({ callVolume: 10, scoreVersion: RATING_VERSION })
    const { stocks } = await readView(api.ask)
    const ranked = sessions
      .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || (a.symbol < b.symbol ? -1 : 1))
      .map(({ symbol, score }) => ({ symbol, score }))
    expect(ranked).toEqual(stocks.map((row) => ({ symbol: row.symbol, score: row.cc_score })))
  })

  test('starts no further run in a recorded market, whose clock does not move', async () => {
    await stack.database
      .updateTable('screenerRow')
      .set({ enrichedAt: new Date(0) })
      .execute()
    const before = api.sink.lines().filter((line) => line.event === 'enrichment.due').length
    const checks = stack.market.universeCalls()
    await waitFor('three more polls at the market', () => stack.market.universeCalls() >= checks + 3)
    expect(api.sink.lines().filter((line) => line.event === 'enrichment.due')).toHaveLength(before)
    expect(await countRuns()).toBe(1)
  })
})

describe('runs of users', () => {
  test.each([
    ['refresh', (from: Api) => ask('screener.refresh', {}, from), 202],
    ['force_refresh', (from: Api) => ask('screener.view', { query: { force_refresh: 'true' } }, from), 200],
  ] as const)('50 times %s within a minute makes no further requests (S27)', async (_name, send, expected) => {
    const { run_id } = await readStatus(api.ask)
    const calls = stack.market.totalCalls()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => send(index % 2 ? api : second)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([expected]))
    expect(await readStatus(api.ask)).toMatchObject({ run_id, state: 'idle' })
    expect(stack.market.totalCalls()).toBe(calls)
    expect(await countRuns()).toBe(1)
  })

  test('rejects demo accounts; their forced refresh returns the current page (D49)', async () => {
    await agePast()
    const sign = createIdentitySigner(stack.apiConfig, 'gateway')
    const demo = { kind: 'user', userId: 'demo-1', sessionId: 'session', isDemo: true } as const
    const headers = { [IDENTITY_HEADER]: sign('screener', demo) }
    for (const id of ['screener.refresh', 'screener.startEnrichment', 'screener.stopEnrichment'] as const) {
      const refused = await ask(id, { headers })
      expect(refused.status).toBe(403)
      expect(problemOf(refused)).toMatchObject({
        code: 'demo_account',
        detail: expect.stringMatching(/^Demo accounts/),
      })
    }
    const view = await ask('screener.view', { query: { force_refresh: 'true' }, headers })
    expect([view.status, view.body]).toEqual([200, expect.objectContaining({ message: null })])
    expect((await ask('screener.enrichmentStatus', { headers })).body).toMatchObject({ state: 'idle' })
    expect(await countRuns()).toBe(1)
  })

  test('starts a run on a refresh a minute later', async () => {
    await agePast()
    const { run_id } = await readStatus(api.ask)
    const refreshed = await ask('screener.refresh')
    expect(refreshed.status).toBe(202)
    expect(refreshed.body).toMatchObject({ state: 'running', started_by: 'user' })
    expect((refreshed.body as EnrichmentStatus).run_id).not.toBe(run_id)
  })

  test('only the owner can stop a run; results are kept and active jobs finish', async () => {
    const other = await ask('screener.stopEnrichment', { user: 'user-2' })
    expect(other.status).toBe(403)
    expect(problemOf(other)).toMatchObject({ code: 'other_users_run' })

    const heldAt = stack.market.totalCalls() + 12
    stack.market.holdAfter(8)
    const { close } = await stack.openWorker()
    await waitFor('eight done and four held', async () => {
      return stack.market.totalCalls() >= heldAt && (await readStatus(api.ask)).active === 4
    })
    const stopping = await ask('screener.stopEnrichment')
    expect(stopping.status).toBe(202)
    expect(stopping.body).toMatchObject({ state: 'stopping', queued: 0, active: 4 })
    for (const id of ['screener.startEnrichment', 'screener.refresh'] as const) {
      const tooSoon = await ask(id)
      expect(tooSoon.status).toBe(409)
      expect(problemOf(tooSoon)).toMatchObject({ code: 'run_stopping' })
    }
    expect((await readView(api.ask, { force_refresh: 'true' })).message).toMatch(/still stopping/)
    stack.market.release()
    const status = await untilIdle(api.ask)
    expect(status.done).toBeGreaterThanOrEqual(8)
    expect(status.done + status.failed).toBeLessThan(allSymbols.length)
    await close()
    const rows = await stack.database.selectFrom('screenerRow').select('symbol').execute()
    expect(rows).toHaveLength(allSymbols.length - 2)
  })

  test('a refresh soon after a stop returns the stopped run', async () => {
    const { run_id } = await readStatus(api.ask)
    const refreshed = await ask('screener.refresh')
    expect(refreshed.status).toBe(202)
    expect(refreshed.body).toMatchObject({ run_id, state: 'idle' })
  })

  test('a stop without an active run returns 202 and idle', async () => {
    const stopped = await ask('screener.stopEnrichment')
    expect(stopped.status).toBe(202)
    expect(stopped.body).toMatchObject({ state: 'idle' })
  })

  test('50 concurrent starts on two replicas create one run (F33)', async () => {
    const before = await countRuns()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? api : second).ask('screener.startEnrichment', { user: `user-${index}` }),
      ),
    )
    const started = answers.filter(({ status }) => status === 202)
    // A request that waits more than a second for a database connection gets a 503.
    expect(answers.filter(({ status }) => status !== 202 && status !== 503)).toEqual([])
    expect(new Set(started.map(({ body }) => (body as EnrichmentStatus).run_id)).size).toBe(1)
    expect(await countRuns()).toBe(before + 1)
    const status = await readStatus(api.ask)
    expect(status.queued).toBe(allSymbols.length)
  })

  test('two workers share a run without duplicate or missing rows or requests, and the status counts both (F33)', async () => {
    const callsOf = () => ordinarySymbols.map((symbol) => stack.market.callsOf(symbol))
    const before = callsOf()
    const workers = [await stack.openWorker({ concurrency: 2 }), await stack.openWorker({ concurrency: 2 })]
    await waitFor('two workers announced', async () => (await readStatus(api.ask)).workers === 2)
    const status = await untilIdle(api.ask)
    expect(status).toMatchObject({ done: allSymbols.length - 2, failed: 2 })
    // On a busy machine, requests that time out are sent again.
    for (const [index, count] of callsOf().entries()) expect(count).toBeGreaterThan(before[index] ?? 0)
    const rows = await stack.database.selectFrom('screenerRow').select(['symbol', 'runId']).execute()
    expect(rows.map(({ symbol }) => symbol).sort()).toEqual(
      allSymbols.filter((symbol) => !['CRASH', 'GONE'].includes(symbol)),
    )
    expect(new Set(rows.map(({ runId }) => runId))).toEqual(new Set([status.run_id]))
    let saved = 0
    for (const { worker, close } of workers) {
      const text = await worker.metrics.registry.metrics()
      saved += parseMetrics(text).find('queue_jobs_processed_total', { queue: 'enrichment', outcome: 'saved' }) ?? 0
      expect(text).toMatch(/queue_jobs_processed_total\{queue="enrichment",outcome="saved",[^}]*\} [1-9]/)
      expect(text).toMatch(/worker_concurrency\{queue="enrichment",[^}]*\} 2/)
      await close()
    }
    expect(saved).toBe(allSymbols.length - 2)
    await waitFor('both workers gone', async () => (await readStatus(api.ask)).workers === 0)
  })
})

describe('late writers', () => {
  const row = (name: string) => buildRow({ ...inventFacts('QAA'), name }, { asOf: new Date(), past: NO_PAST })
  const nameOf = async (symbol: string) => {
    const { row: stored } = await stack.database
      .selectFrom('screenerRow')
      .select('row')
      .where('symbol', '=', symbol)
      .executeTakeFirstOrThrow()
    return stored.company_name
  }

  test('an earlier attempt, an older run and a finished run write nothing (F33)', async () => {
    const rows = createRowStore(stack.database)
    await agePast()
    const old = await readStatus(api.ask)
    const oldContext = await rows.findJobContext(old.run_id ?? '', 'QAA')
    if (oldContext === null) throw new Error('the run is gone')
    expect(await rows.save({ context: oldContext, attempt: 9, ...row('over') })).toBeNull()

    await ask('screener.startEnrichment')
    const { run_id } = await readStatus(api.ask)
    const context = await rows.findJobContext(run_id ?? '', 'QAA')
    if (context === null) throw new Error('the run is gone')
    expect(await rows.save({ context, attempt: 2, ...row('second start') })).not.toBeNull()
    expect(await rows.save({ context, attempt: 1, ...row('first start') })).toBeNull()
    expect(await rows.save({ context: oldContext, attempt: 9, ...row('older run') })).toBeNull()
    expect(await nameOf('QAA')).toBe('second start')
    expect(await rows.save({ context, attempt: 2, ...row('same start again') })).not.toBeNull()
    expect(await nameOf('QAA')).toBe('same start again')
  })
})

test('the API has queue, worker, run and screen metrics by state, without symbols as labels', async () => {
  const text = await waitFor('a measurement', async () => {
    const found = await api.runtime.metrics.registry.metrics()
    return found.includes('enrichment_run_symbols{') ? found : null
  })
  for (const state of ['waiting', 'prioritized', 'delayed', 'active', 'failed']) {
    expect(text).toMatch(new RegExp(`queue_jobs\\{queue="enrichment",state="${state}",service="screener"\\} \\d`))
  }
  for (const name of ['queue_oldest_waiting_age_seconds', 'queue_workers', 'queue_concurrency', 'queue_dead_letters']) {
    expect(text).toMatch(new RegExp(`${name}\\{queue="enrichment",service="screener"\\} \\d`))
  }
  for (const state of ['done', 'failed', 'outstanding']) {
    expect(text).toMatch(new RegExp(`enrichment_run_symbols\\{state="${state}",service="screener"\\} \\d`))
  }
  expect(text).toMatch(/screener_event_streams\{service="screener"\} 0/)
  for (const state of ['ready', 'incomplete', 'failed']) expect(text).toContain(`screener_symbols{state="${state}"`)
  for (const symbol of ordinarySymbols) expect(text).not.toContain(symbol)
})
