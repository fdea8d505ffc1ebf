import { randomUUID } from 'node:crypto'
import { createRuntime, migrate, openDatabase } from '@callwright/service'
import { buildTestConfig, createTestDatabase, waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { migrations } from '../src/db/migrations/index.ts'
import { ROW_FORMAT, type Tables } from '../src/db/schema.ts'
import { createRunStore } from '../src/enrichment/run-store.ts'
import { INVENTED_AS_OF, INVENTED_SOURCE } from './invented-facts.ts'
import { inventRows } from './rows.ts'
import { storeRows } from './stored-rows.ts'
import { openStack, readView, untilIdle } from './support.ts'

const FIRST = '20261120T0900_screener'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('a database of the first release keeps its runs and sessions, and that release can go on writing', async () => {
  const { [FIRST]: first } = migrations
  if (first === undefined) throw new Error('the first migration is gone')
  const old = await createTestDatabase('screener', { [FIRST]: first })
  closers.push(() => old.drop())
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
  closers.push(() => runtime.close())
  const database = openDatabase<Tables>(runtime, { url: old.url })
  const id = randomUUID()
  const keepSession = (day: string) =>
    sql`insert into symbol_session (source, symbol, session_date, atm_iv, call_volume)
      values ('a market', 'QAA', ${day}::date, 0.3, 12)`.execute(database)
  await sql`
    insert into enrichment_run (
      id, sequence, started_by, state, source, data_class, as_of, symbols, done, started_at, finished_at
    ) values (
      ${id}, 1, 'platform', 'finished', 'a market', 'recorded', '2026-07-10T20:00Z', '{QAA,QAB}', 2,
      '2026-07-10T21:00:00Z', '2026-07-10T21:00:04Z'
    )`.execute(database)
  await keepSession('2026-07-10')

  await migrate({ url: old.url, migrations })
  await keepSession('2026-07-13')
  expect(await createRunStore(database).findLatest()).toMatchObject({
    ...{ id, stage: null, total: 2, symbols: 2, done: 2, failed: 0 },
    ...{ elapsedSeconds: 4, stageSeconds: 4, idleSeconds: 4 },
  })
  const kept = await database.selectFrom('symbolSession').select(['callVolume', 'score']).execute()
  expect(kept).toEqual(Array(2).fill({ callVolume: 12, score: null }))
})

test('rows that another release wrote in the run under way are worked out again', async () => {
  const stack = await openStack()
  closers.push(() => stack.close())
  const symbols = ['QAA', 'QAB', 'QAC']
  stack.market.become({ symbols })
  const id = randomUUID()
  const market = { source: INVENTED_SOURCE, dataClass: 'recorded', asOf: new Date(INVENTED_AS_OF) }
  const run = { ...market, id, sequence: 1, startedBy: 'platform', userId: null, symbols, stage: null } as const
  await createRunStore(stack.database).insert(run)
  await storeRows(
    stack,
    inventRows(2).map((row, index) => ({ ...row, symbol: symbols[index] ?? '' })),
  )
  await stack.database
    .updateTable('screenerRow')
    .set({ runId: id, runSequence: 1, attempt: 9, format: ROW_FORMAT - 1 })
    .execute()
  const api = await stack.openApi()
  await stack.openWorker()
  expect(await untilIdle(api.ask)).toMatchObject({ run_id: id, total: 3, done: 3, failed: 0 })
  const rows = await stack.database.selectFrom('screenerRow').select(['symbol', 'format']).execute()
  expect(rows.map(({ symbol }) => symbol).sort()).toEqual(symbols)
  expect(new Set(rows.map(({ format }) => format))).toEqual(new Set([ROW_FORMAT]))
  await waitFor('the view to hold all rows', async () => (await readView(api.ask)).universe_total === 3)
})
