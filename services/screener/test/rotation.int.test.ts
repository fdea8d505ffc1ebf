import { SCORE_HISTORY_SESSIONS, type ScreenerRow } from '@callwright/contracts'
import { addDays, RATING_VERSION } from '@callwright/scoring'
import { waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { buildRow, buildSurveyRow } from '../src/enrichment/build-row.ts'
import { createRowStore, createSurveyStore } from '../src/enrichment/row-store.ts'
import { createProgressStore } from '../src/enrichment/run-store.ts'
import { FAILS_WITH_CHAIN } from './fake-market.ts'
import { INVENTED_DAY, INVENTED_SOURCE, inventFacts } from './invented-facts.ts'
import { type Api, askAvailable, openStack, readStatus, readView, type Stack, untilIdle } from './support.ts'

describe('rotation', () => {
  const symbols = Array.from(
    { length: 30 },
    (_, index) => `R${String.fromCharCode(65 + Math.floor(index / 10), 65 + (index % 10))}`,
  )
  const CHAINS = 10

  let stack: Stack
  beforeEach(async () => {
    stack = await openStack()
    stack.market.become({ symbols })
  })
  afterEach(() => stack.close())

  const openApi = (rotationShare: number, chainsPerRun = CHAINS) =>
    stack.openApi({ chainsPerRun, rotationShare, refreshCooldownMs: 0 })

  async function runAgain({ ask }: Api) {
    expect((await askAvailable(ask, 'screener.refresh')).status).toBe(202)
    return untilIdle(ask)
  }

  const countCalls = () => new Map(symbols.map((symbol) => [symbol, stack.market.callsOf(symbol)]))
  /** Stocks whose chain was read, since the given count if there is one. On a busy machine, some are read again. */
  const listRead = (before = new Map<string, number>()) =>
    symbols.filter((symbol) => stack.market.callsOf(symbol) > (before.get(symbol) ?? 0))

  describe('a universe with more symbols than chains per run', () => {
    test('with rotation only, three runs read every chain, waiting stocks say how long, and rows are kept', async () => {
      const api = await openApi(1)
      const worker = await stack.openWorker()
      const first = await untilIdle(api.ask)
      expect(first).toMatchObject({ stage: 'chains', total: CHAINS, done: CHAINS, failed: 0, incomplete: [] })
      expect(listRead()).toHaveLength(CHAINS)
      expect(symbols.filter((symbol) => stack.market.surveysOf(symbol) === 0)).toEqual([])

      const view = await waitFor('all thirty', async () => {
        const found = await readView(api.ask)
        return found.cache_status === 'fresh' && found.stocks.length === symbols.length ? found : null
      })
      const waits = Map.groupBy(view.stocks, (row) => row.missing_reason)
      expect(Object.fromEntries([...waits].map(([reason, rows]) => [reason, rows.length]))).toEqual({
        null: CHAINS,
        'Options not loaded yet. They load with the next refresh': CHAINS,
        'Options not loaded yet. They load within the next 2 refreshes': CHAINS,
      })
      for (const row of waits.get('Options not loaded yet. They load with the next refresh') ?? []) {
        expect(row).toMatchObject({ cc_score: null, best_contract: null, score_reason: 'options_not_read' })
        expect([row.rsi, row.current_price, row.market_cap].includes(null)).toBe(false)
      }
      const readFirst = new Map((waits.get(null) ?? []).map((row) => [row.symbol, row.enriched_at]))

      await runAgain(api)
      expect(listRead()).toHaveLength(2 * CHAINS)
      await runAgain(api)
      expect(listRead()).toEqual(symbols)
      const last = await waitFor('thirty whole rows', async () => {
        const { stocks } = await readView(api.ask)
        return stocks.length === symbols.length && stocks.every((row) => row.missing_reason === null) ? stocks : null
      })
      for (const [symbol, enrichedAt] of readFirst) {
        expect(last.find((row) => row.symbol === symbol)?.enriched_at).toBe(enrichedAt)
      }
      await worker.close()
    })

    test('in every run, four of five chains go to the survey’s best stocks and the fifth to rotation', async () => {
      const api = await openApi(0.2)
      await stack.openWorker()
      await untilIdle(api.ask)
      const surveyed = await stack.database.selectFrom('symbolSurvey').select(['symbol', 'points']).execute()
      const best = surveyed
        .sort((a, b) => b.points - a.points || (a.symbol < b.symbol ? -1 : 1))
        .slice(0, 8)
        .map(({ symbol }) => symbol)
      const first = listRead()
      const before = countCalls()
      await runAgain(api)
      const second = listRead(before)
      for (const read of [first, second])
        expect([read.length, best.filter((one) => !read.includes(one))]).toEqual([CHAINS, []])
      expect(new Set([...first, ...second]).size).toBe(best.length + 4)
    })

    test('a symbol that fails in the survey is not chosen, and one whose chain fails goes to the end of the rotation', async () => {
      const working = symbols.slice(0, 10)
      stack.market.become({ symbols: [...working, FAILS_WITH_CHAIN, 'GONE'].sort() })
      const api = await openApi(1, 4)
      await stack.openWorker()
      const statuses = [await untilIdle(api.ask), await runAgain(api), await runAgain(api)]
      // The chains of eleven symbols fill all but one of the three runs' twelve slots; the last slot repeats one from
      // the first run.
      expect(working.map((symbol) => stack.market.callsOf(symbol))).not.toContain(0)
      expect(stack.market.callsOf(FAILS_WITH_CHAIN)).toBeGreaterThanOrEqual(1)
      expect(stack.market.callsOf('GONE')).toBe(0)
      for (const status of statuses) {
        expect(status.total).toBe(4 + 1)
        expect(status.done + status.failed).toBe(status.total)
        expect(status.failures).toContainEqual({ symbol: 'GONE', reason: 'Unknown symbol: GONE' })
      }
    })
  })

  describe('a run in two stages', () => {
    const few = symbols
    const openFew = () => openApi(0.2)

    test('reports the progress of each stage, and survives a restart of the API and a loss of Redis in both', async () => {
      stack.market.holdAfter(12)
      const first = await openFew()
      await stack.openWorker()
      const surveying = await waitFor('the survey under way', async () => {
        const status = await readStatus(first.ask)
        return status.done === 12 && status.active === 4 ? status : null
      })
      expect(surveying).toMatchObject({ state: 'running', stage: 'survey', total: 30, failed: 0, eta_seconds: null })
      expect(surveying.rate_per_second).toBeGreaterThan(0)
      expect(few).toContain(surveying.last_symbol)
      expect(surveying.queued).toBe(14)
      const shown = await waitFor('the rows surveyed', async () => {
        const { stocks } = await readView(first.ask)
        return stocks.length === 12 ? stocks : null
      })
      expect(new Set(shown.map((row) => row.missing_reason))).toEqual(new Set(['Options not loaded yet']))
      await first.runtime.close()
      await stack.flushRedis()

      stack.market.release()
      stack.market.holdChains()
      const second = await openFew()
      const reading = await waitFor('chains in hand', async () => {
        const status = await readStatus(second.ask)
        return status.active === 4 && status.stage === 'chains' ? status : null
      })
      expect(reading).toMatchObject({ run_id: surveying.run_id, total: 10 })
      await second.runtime.close()
      await stack.flushRedis()

      stack.market.release()
      const third = await openFew()
      const over = await untilIdle(third.ask)
      expect(over).toMatchObject({ run_id: surveying.run_id, stage: 'chains', total: 10, done: 10, failed: 0 })
      const rows = await stack.database.selectFrom('screenerRow').select('surveyedOnly').execute()
      expect(rows.filter(({ surveyedOnly }) => !surveyedOnly)).toHaveLength(10)
      expect(rows).toHaveLength(30)
    })

    test('ignores late writes: an earlier attempt, a survey after its stage, a chain before its stage', async () => {
      const api = await openFew()
      const rows = createRowStore(stack.database)
      const surveys = createSurveyStore(stack.database)
      const runId = await waitFor('the run', async () => {
        const { queued, run_id } = await readStatus(api.ask)
        return queued === 30 ? run_id : null
      })
      const symbol = few[0] ?? ''
      const survey = buildSurveyRow({ ...inventFacts(symbol), chain: null }, new Date())
      const context = await rows.findJobContext(runId, symbol)
      if (context === null) throw new Error('the run is gone')
      expect(context.stage).toBe('survey')
      const chain = buildRow(inventFacts(symbol), context)
      expect(await surveys.save({ context, attempt: 2, ...survey })).not.toBeNull()
      expect(await surveys.save({ context, attempt: 1, ...survey })).toBeNull()
      const early = { ...context, stage: 'chains' as const }
      expect(await rows.save({ context: early, attempt: 1, ...chain })).toBeNull()
      expect(await readStatus(api.ask)).toMatchObject({ done: 1, last_symbol: symbol })

      await stack.openWorker()
      await untilIdle(api.ask)
      expect(await surveys.save({ context, attempt: 9, ...survey })).toBeNull()
      expect(await rows.save({ context: early, attempt: 9, ...chain })).toBeNull()
    })

    test('a writer that waits for the version while the stage changes writes no row and no failure', async () => {
      const api = await openFew()
      const surveys = createSurveyStore(stack.database)
      const progress = createProgressStore(stack.database)
      const runId = await waitFor('the run', async () => {
        const { queued, run_id } = await readStatus(api.ask)
        return queued === 30 ? run_id : null
      })
      const symbol = few[0] ?? ''
      const context = await createRowStore(stack.database).findJobContext(runId, symbol)
      if (context === null) throw new Error('the run is gone')
      const survey = buildSurveyRow({ ...inventFacts(symbol), chain: null }, new Date())
      const { late } = await stack.database.transaction().execute(async (transaction) => {
        await sql`update snapshot_version set version = version + 1`.execute(transaction)
        const saving = surveys.save({ context, attempt: 1, ...survey })
        await waitFor('the writer to wait', async () => {
          const found = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%symbol_survey%'`.execute(
            stack.database,
          )
          return found.rows.length === 1
        })
        await transaction
          .updateTable('enrichmentRun')
          .set({ stage: 'chains', chainSymbols: few.slice(1, 11) })
          .where('id', '=', runId)
          .execute()
        return { late: saving }
      })
      expect(await late).toBeNull()
      await progress.recordFailure({ runId, symbol, reason: 'Gone', inSurvey: true })
      expect(await readStatus(api.ask)).toMatchObject({ stage: 'chains', total: 10, done: 0, failed: 0, failures: [] })
    })
  })
})

describe('sessions', () => {
  const MONDAY = '2026-07-13'
  const SYMBOLS = ['QAA', 'QAB', 'NOCHN']

  let stack: Stack
  let api: Api

  beforeAll(async () => {
    stack = await openStack()
    stack.market.become({ symbols: SYMBOLS })
    api = await stack.openApi({ refreshCooldownMs: 0 })
    await stack.openWorker()
    await untilIdle(api.ask)
  })
  afterAll(() => stack.close())

  const readRows = (session: string) =>
    waitFor('the rows of the session', async () => {
      const { stocks } = await readView(api.ask)
      const isComplete = stocks.length === SYMBOLS.length && stocks.every((row) => row.as_of?.startsWith(session))
      return isComplete ? new Map(stocks.map((row) => [row.symbol, row])) : null
    })

  const keep = (symbol: string, sessionDate: string, score: number | null, scoreVersion = RATING_VERSION) =>
    stack.database
      .insertInto('symbolSession')
      .values({ ...{ symbol, sessionDate, score, scoreVersion }, source: INVENTED_SOURCE, callVolume: null })
      .execute()

  const historyOf = (row: ScreenerRow | undefined) => row?.score_history.map(({ date }) => date)

  test('a rating has no history in its first session', async () => {
    const row = (await readRows(INVENTED_DAY)).get('QAA')
    expect(row).toMatchObject({ cc_score_previous: null, cc_score_previous_date: null, cc_score_change: null })
    expect(row?.score_history).toEqual([{ date: INVENTED_DAY, score: row?.cc_score }])
  })

  test('deletes sessions after a year, and compares a rating with the last rated session', async () => {
    const first = await readRows(INVENTED_DAY)
    const far = addDays(MONDAY, -401)
    const near = addDays(MONDAY, -400)
    await keep('QAA', far, 12)
    await keep('QAA', near, 13)
    await keep('QAA', '2026-07-08', 14)
    // Not comparable: a session without a rating, and one from another rating version.
    await keep('QAB', '2026-07-08', 15)
    await keep('QAB', '2026-07-09', 16, '0')
    await stack.database
      .updateTable('symbolSession')
      .set({ score: null })
      .where('symbol', '=', 'QAB')
      .where('sessionDate', '=', INVENTED_DAY)
      .execute()

    stack.market.become({ as_of: `${MONDAY}T20:00:00.000Z` })
    const second = await readRows(MONDAY)
    await untilIdle(api.ask)
    const [moved, gapped, unrated] = SYMBOLS.map((symbol) => second.get(symbol))
    const before = first.get('QAA')?.cc_score ?? Number.NaN
    expect(moved).toMatchObject({ cc_score_previous: before, cc_score_previous_date: INVENTED_DAY })
    expect(moved?.cc_score_change).toBeCloseTo((moved?.cc_score ?? Number.NaN) - before, 10)
    expect(historyOf(moved)).toEqual([far, near, '2026-07-08', INVENTED_DAY, MONDAY])
    expect(gapped).toMatchObject({ cc_score_previous: 15, cc_score_previous_date: '2026-07-08' })
    expect(historyOf(gapped)).toEqual(['2026-07-08', MONDAY])
    expect(unrated).toMatchObject({ cc_score: null, cc_score_previous: null, score_history: [] })

    const kept = await stack.database.selectFrom('symbolSession').select('sessionDate').execute()
    const dates = kept.map(({ sessionDate }) => sessionDate)
    expect(dates).not.toContain(far)
    expect(dates).toContain(near)
  })

  test('another run in the same session replaces the session’s rating', async () => {
    await api.ask('screener.refresh')
    await untilIdle(api.ask)
    const row = (await readRows(MONDAY)).get('QAA')
    expect(row?.score_history.filter(({ date }) => date === MONDAY)).toHaveLength(1)
    const kept = await stack.database
      .selectFrom('symbolSession')
      .selectAll()
      .where('sessionDate', '=', MONDAY)
      .execute()
    expect(kept).toHaveLength(SYMBOLS.length)
  })

  test('on a recorded day before some stored sessions, only the sessions before that day are used', async () => {
    for (let day = 1; day <= SCORE_HISTORY_SESSIONS; day += 1) await keep('QAA', addDays(MONDAY, day), 30)
    const before = '2026-07-09'
    stack.market.become({ as_of: `${before}T20:00:00.000Z` })
    const row = (await readRows(before)).get('QAA')
    expect(row).toMatchObject({ cc_score_previous: 14, cc_score_previous_date: '2026-07-08' })
  })
})
