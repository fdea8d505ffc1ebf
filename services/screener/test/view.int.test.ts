import { sortColumns } from '@callwright/contracts'
import { IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { type Api, openStack, problemOf, readView, type Stack, untilIdle } from './support.ts'

let stack: Stack
let api: Api

beforeAll(async () => {
  stack = await openStack()
  api = await stack.openApi()
  const { close } = await stack.openWorker()
  await untilIdle(api.ask)
  await waitFor('the rows', async () => (await readView(api.ask)).cache_status === 'fresh')
  await close()
})
afterAll(() => stack.close())

describe('what is not a question', () => {
  test.each([
    ['sort_by', 'drop'],
    ['sort_by', 'symbol; drop table screener_row'],
    ['sort_by', 'cc_score desc, pg_sleep(5)'],
    ['sort_by', 'constructor'],
    ['sort_by', ''],
    ['sort_order', 'sideways'],
    ['sort_order', "desc' or '1'='1"],
    ['limit', '0'],
    ['limit', '501'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', '1e2x'],
    ['limit', '50; select 1'],
    ['offset', '-1'],
    ['offset', '0 union select 1'],
    ['offset', '1000001'],
    ['force_refresh', 'maybe'],
    ['unheard_of', '1'],
  ])('%s=%s is a 400 that names it', async (name, value) => {
    const answer = await api.ask('screener.view', { query: { [name]: value } })
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toMatch(/application\/problem\+json/)
    expect(problemOf(answer)).toMatchObject({ code: 'validation', detail: expect.stringContaining(name) })
  })

  test('nothing was lost by asking', async () => {
    expect((await readView(api.ask)).total).toBe(allSymbols.length - 2)
  })

  test.each(['screener.view', 'screener.startEnrichment', 'screener.enrichmentStatus'] as const)(
    '%s without a signed identity is a 401',
    async (id) => {
      const answer = await api.ask(id, { headers: { [IDENTITY_HEADER]: 'x.y.z', 'x-user-id': 'user-1' } })
      expect(answer.status).toBe(401)
    },
  )
})

describe('order and pages', () => {
  test.each(sortColumns)(
    '%s: unknown last both ways, ties by symbol, the same rows in every page size',
    async (column) => {
      for (const sort_order of ['asc', 'desc']) {
        const { stocks } = await readView(api.ask, { sort_by: column, sort_order })
        const pages = []
        for (let offset = 0; offset < stocks.length; offset += 7) {
          pages.push(
            ...(await readView(api.ask, { sort_by: column, sort_order, limit: '7', offset: `${offset}` })).stocks,
          )
        }
        expect(pages.map((row) => row.symbol)).toEqual(stocks.map((row) => row.symbol))
      }
    },
  )

  test.each(['asc', 'desc'])('by rating %s the stocks without one stand at the end', async (sort_order) => {
    const { stocks } = await readView(api.ask, { sort_order })
    const firstUnknown = stocks.findIndex((row) => row.cc_score === null)
    expect(firstUnknown).toBeGreaterThan(0)
    expect(stocks.slice(firstUnknown).every((row) => row.cc_score === null)).toBe(true)
    expect(stocks.slice(firstUnknown).map((row) => row.symbol)).toEqual(['NOBAR', 'NOCHN'])
    const known = stocks.slice(0, firstUnknown).map((row) => row.cc_score ?? Number.NaN)
    expect(known).toEqual([...known].sort((a, b) => (sort_order === 'asc' ? a - b : b - a)))
  })

  test('the score is exactly the sum of its parts, and its core that of all but income', async () => {
    for (const row of (await readView(api.ask)).stocks) {
      const cents = row.score_parts.map(({ points }) => Math.round(points * 100))
      const income = Math.round((row.score_parts.find(({ key }) => key === 'income')?.points ?? 0) * 100)
      const sum = cents.reduce((total, value) => total + value, 0)
      expect(Math.round((row.cc_score_core ?? Number.NaN) * 100)).toBe(sum - income)
      if (row.cc_score !== null) expect(Math.round(row.cc_score * 100)).toBe(sum)
    }
  })
})

describe('etag', () => {
  test('the same page is a 304, another page or another version is not', async () => {
    const first = await api.ask('screener.view', { query: { limit: '5' } })
    const etag = String(first.headers.etag)
    const again = await api.ask('screener.view', { query: { limit: '5' }, headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, body: null })
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const listed = await api.ask('screener.view', {
      query: { limit: '5' },
      headers: { 'if-none-match': `"another", W/${etag}` },
    })
    expect(listed.status).toBe(304)
    expect(listed.headers['cache-control']).toBe('private, no-cache')
    const refused = await api.ask('screener.view', { query: { fields: 'nonsense' } })
    expect([refused.status, refused.headers.etag]).toEqual([400, undefined])
    const other = await api.ask('screener.view', { query: { limit: '6' }, headers: { 'if-none-match': etag } })
    expect(other.status).toBe(200)
    await stack.database
      .updateTable('snapshotVersion')
      .set((column) => ({ version: column('version', '+', 1) }))
      .execute()
    await waitFor('the new version', async () => {
      const moved = await api.ask('screener.view', { query: { limit: '5' }, headers: { 'if-none-match': etag } })
      return moved.status === 200
    })
  })
})

test('another replica’s view follows without being asked', async () => {
  const second = await stack.openApi()
  await waitFor('its rows', async () => (await readView(second.ask)).total === allSymbols.length - 2)
})
