import { waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { buildRow } from '../src/enrichment/build-row.ts'
import { createProgressStore } from '../src/enrichment/progress-store.ts'
import { createRowStore } from '../src/enrichment/row-store.ts'
import { buildSurveyRow } from '../src/enrichment/survey-row.ts'
import { createSurveyStore } from '../src/enrichment/survey-store.ts'
import { FAILS_WITH_CHAIN } from './fake-market.ts'
import { inventFacts } from './invented-facts.ts'
import { type Api, openStack, readStatus, readView, type Stack, untilIdle } from './support.ts'

/** Sixty symbols that stand for a universe of thousands, and twenty chains a run. */
const symbols = Array.from(
  { length: 60 },
  (_, index) => `R${String.fromCharCode(65 + Math.floor(index / 10), 65 + (index % 10))}`,
)
const CHAINS = 20

let stack: Stack
beforeEach(async () => {
  stack = await openStack()
  stack.market.become({ symbols })
})
afterEach(() => stack.close())

const openApi = (rotationShare: number, chainsPerRun = CHAINS) =>
  stack.openApi({ chainsPerRun, rotationShare, refreshCooldownMs: 0 })

async function runAgain({ ask }: Api) {
  expect((await ask('screener.refresh')).status).toBe(202)
  return untilIdle(ask)
}

const reads = () => symbols.map((symbol) => stack.market.callsOf(symbol))
const countReads = (times: number) => reads().filter((count) => count === times).length

describe('a universe larger than the chains of a run', () => {
  test('by rotation alone three runs read every chain; a stock that waits says for how long, and loses nothing later', async () => {
    const api = await openApi(1)
    const worker = await stack.openWorker()
    const first = await untilIdle(api.ask)
    expect(first).toMatchObject({ stage: 'chains', total: CHAINS, done: CHAINS, failed: 0, incomplete: [] })
    expect([countReads(1), countReads(0)]).toEqual([20, 40])
    expect(symbols.map((symbol) => stack.market.surveysOf(symbol))).toEqual(symbols.map(() => 1))

    const view = await waitFor('all sixty', async () => {
      const found = await readView(api.ask)
      return found.cache_status === 'fresh' && found.stocks.length === 60 ? found : null
    })
    const waits = Map.groupBy(view.stocks, (row) => row.missing_reason)
    expect(Object.fromEntries([...waits].map(([reason, rows]) => [reason, rows.length]))).toEqual({
      null: 20,
      'Its options have not been read yet: the next refresh reads them': 20,
      'Its options have not been read yet: one of the next 2 refreshes reads them': 20,
    })
    for (const row of waits.get('Its options have not been read yet: the next refresh reads them') ?? []) {
      expect(row).toMatchObject({ cc_score: null, best_contract: null, score_reason: 'options_not_read' })
      expect([row.rsi, row.current_price, row.market_cap].includes(null)).toBe(false)
    }
    const readFirst = new Map((waits.get(null) ?? []).map((row) => [row.symbol, row.enriched_at]))

    await runAgain(api)
    expect([countReads(1), countReads(0)]).toEqual([40, 20])
    await runAgain(api)
    expect(reads()).toEqual(symbols.map(() => 1))
    const last = await waitFor('sixty whole rows', async () => {
      const { stocks } = await readView(api.ask)
      return stocks.length === 60 && stocks.every((row) => row.missing_reason === null) ? stocks : null
    })
    for (const [symbol, enrichedAt] of readFirst) {
      expect(last.find((row) => row.symbol === symbol)?.enriched_at).toBe(enrichedAt)
    }
    await worker.close()
  })

  test('four of five chains go to the best of the survey, run after run, and the fifth to whose turn it is', async () => {
    stack.market.become({ symbols: symbols.slice(0, 30) })
    const api = await openApi(0.2, 10)
    await stack.openWorker()
    await untilIdle(api.ask)
    const surveyed = await stack.database.selectFrom('symbolSurvey').select(['symbol', 'points']).execute()
    const best = surveyed
      .sort((a, b) => b.points - a.points || (a.symbol < b.symbol ? -1 : 1))
      .slice(0, 8)
      .map(({ symbol }) => symbol)
    await runAgain(api)
    expect(best.map((symbol) => stack.market.callsOf(symbol))).toEqual(best.map(() => 2))
    expect([countReads(2), countReads(1)]).toEqual([8, 4])
  })

  test('what fails has had its turn: in the survey it is not chosen, with its chain it waits for the others', async () => {
    const sound = symbols.slice(0, 10)
    stack.market.become({ symbols: [...sound, FAILS_WITH_CHAIN, 'GONE'].sort() })
    const api = await openApi(1, 4)
    await stack.openWorker()
    const statuses = [await untilIdle(api.ask), await runAgain(api), await runAgain(api)]
    // Eleven chains in three runs of four: the last place goes to one of the first run.
    expect(sound.map((symbol) => stack.market.callsOf(symbol))).not.toContain(0)
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
  const few = symbols.slice(0, 30)
  const openFew = () => openApi(0.2, 10)
  beforeEach(() => stack.market.become({ symbols: few }))

  test('says how far each stage is; API and Redis may go in either of them', async () => {
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
    expect(new Set(shown.map((row) => row.missing_reason))).toEqual(new Set(['Its options have not been read yet']))
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

  test('who comes late writes nothing: an older start, a survey after its stage, a chain before it', async () => {
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

  test('who waits for the version while the stage changes writes nothing after it, and says no failure', async () => {
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
