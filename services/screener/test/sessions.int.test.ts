import { SCORE_HISTORY_SESSIONS, type ScreenerRow } from '@callwright/contracts'
import { addDays, RATING_VERSION } from '@callwright/scoring'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { INVENTED_DAY, INVENTED_SOURCE } from './invented-facts.ts'
import { type Api, openStack, readView, type Stack, untilIdle } from './support.ts'

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

test('in its first session a rating has no past', async () => {
  const row = (await readRows(INVENTED_DAY)).get('QAA')
  expect(row).toMatchObject({ cc_score_previous: null, cc_score_previous_date: null, cc_score_change: null })
  expect(row?.score_history).toEqual([{ date: INVENTED_DAY, score: row?.cc_score }])
})

test('a year later sessions are forgotten, and a row says how its rating moved since the last one that had one', async () => {
  const first = await readRows(INVENTED_DAY)
  const far = addDays(MONDAY, -401)
  const near = addDays(MONDAY, -400)
  await keep('QAA', far, 12)
  await keep('QAA', near, 13)
  await keep('QAA', '2026-07-08', 14)
  // No measure of a move: a session without a rating, and one rated by other rules.
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

test('another run in the same session puts its rating in the place of the last', async () => {
  await api.ask('screener.refresh')
  await untilIdle(api.ask)
  const row = (await readRows(MONDAY)).get('QAA')
  expect(row?.score_history.filter(({ date }) => date === MONDAY)).toHaveLength(1)
  const kept = await stack.database.selectFrom('symbolSession').selectAll().where('sessionDate', '=', MONDAY).execute()
  expect(kept).toHaveLength(SYMBOLS.length)
})

test('a recorded day before those that are kept looks back on what came before it alone', async () => {
  for (let day = 1; day <= SCORE_HISTORY_SESSIONS; day += 1) await keep('QAA', addDays(MONDAY, day), 30)
  const before = '2026-07-09'
  stack.market.become({ as_of: `${before}T20:00:00.000Z` })
  const row = (await readRows(before)).get('QAA')
  expect(row).toMatchObject({ cc_score_previous: 14, cc_score_previous_date: '2026-07-08' })
})
