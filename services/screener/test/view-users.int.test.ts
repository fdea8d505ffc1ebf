import { MAX_SCREENS, type SavedScreen, type ScreenerRow, sortColumns } from '@callwright/contracts'
import { IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { allSymbols } from './fake-market.ts'
import { applyEqualWeights } from './query-rows.ts'
import { inventRows } from './rows.ts'
import { storeRows } from './stored-rows.ts'
import { type Api, openStack, problemOf, readView, type Stack, untilIdle } from './support.ts'

describe('view users', () => {
  const rows = inventRows(40)
  const equalWeights = { liquidity_volume: 1, liquidity_spread: 1, iv_rank: 1, technical: 1, quality: 1, income: 1 }
  const own = { liquidity_volume: 6, liquidity_spread: 4, iv_rank: 15, technical: 10, quality: 15, income: 10 }
  let stack: Stack
  let api: Api
  let other: Api

  beforeAll(async () => {
    stack = await openStack()
    await storeRows(stack, rows)
    api = await stack.openApi()
    other = await stack.openApi()
  })
  afterEach(() => {
    stack.postgres.restore()
    stack.redis.restore()
  })
  afterAll(() => stack.close())

  const put = (user: string, body: unknown) => api.ask('screener.putWeights', { user, body })
  const scores = async (at: Api, user: string) => {
    const answer = await at.ask('screener.view', {
      user,
      query: { fields: 'cc_score', sort_by: 'symbol', limit: '500' },
    })
    const { stocks, weights } = answer.body as { stocks: readonly ScreenerRow[]; weights: string }
    return { weights, scores: stocks.map((row) => row.cc_score), etag: answer.headers.etag }
  }
  const bySymbol = [...rows].sort((a, b) => (a.symbol < b.symbol ? 1 : -1))
  const expectedScores = (weigh: (row: ScreenerRow) => ScreenerRow) => bySymbol.map((row) => weigh(row).cc_score)

  describe('weights', () => {
    test('default to the rating’s own weights', async () => {
      expect((await api.ask('screener.getWeights', { user: 'plain' })).body).toEqual({
        ...{ status: 'success', weights: own, custom: false },
      })
    })

    test('are stored and apply to the user’s next page on every replica, and to no other user', async () => {
      const before = await scores(api, 'weigher')
      expect(before).toMatchObject({ weights: 'default', scores: expectedScores((row) => row) })
      expect((await put('weigher', equalWeights)).body).toEqual({
        status: 'success',
        weights: equalWeights,
        custom: true,
      })
      const after = await scores(api, 'weigher')
      expect(after).toMatchObject({ weights: 'custom', scores: expectedScores(applyEqualWeights) })
      expect(after.etag).not.toBe(before.etag)
      await waitFor('the other replica', async () => (await scores(other, 'weigher')).weights === 'custom')
      expect(await scores(other, 'weigher')).toEqual(after)
      expect((await other.ask('screener.getWeights', { user: 'weigher' })).body).toMatchObject({
        weights: equalWeights,
      })
      expect(await scores(api, 'plain')).toEqual(before)
    })

    test('apply to filters and sort order', async () => {
      await put('weigher', equalWeights)
      const view = await api.ask('screener.view', { user: 'weigher', query: { min_score: '30', limit: '500' } })
      const expected = rows.map(applyEqualWeights).filter((row) => row.cc_score !== null && row.cc_score >= 30)
      const shown = (view.body as { stocks: readonly ScreenerRow[] }).stocks.map((row) => row.cc_score ?? Number.NaN)
      expect(shown).toHaveLength(expected.length)
      expect(shown).toEqual([...shown].sort((a, b) => b - a))
    })

    test('in the same proportions as the defaults, reset the user to the defaults', async () => {
      await put('returner', equalWeights)
      const half = Object.fromEntries(Object.entries(own).map(([key, weight]) => [key, weight / 2]))
      expect((await put('returner', half)).body).toMatchObject({ weights: own, custom: false })
      expect((await scores(api, 'returner')).weights).toBe('default')
      await waitFor('the other replica', async () => (await scores(other, 'returner')).weights === 'default')
    })

    test.each([
      [{ ...own, income: -1 }, ['income']],
      [{ ...own, income: 101 }, ['income']],
      [{ ...own, income: '10' }, ['income']],
      [{ ...own, user_id: 'plain' }, ['user_id']],
      [{ income: 10 }, ['quality']],
      [Object.fromEntries(Object.keys(own).map((key) => [key, 0])), Object.keys(own)],
    ])('rejects %j', async (body, fields) => {
      const answer = await put('refused', body)
      expect(answer.status).toBe(400)
      expect(problemOf(answer).errors?.map(({ field }) => field)).toEqual(expect.arrayContaining(fields))
      expect((await scores(api, 'refused')).weights).toBe('default')
    })

    test('reach other replicas by polling if Redis is unavailable', async () => {
      stack.redis.cut()
      await put('quiet', equalWeights)
      await waitFor('the other replica', async () => (await scores(other, 'quiet')).weights === 'custom')
    })

    test('without PostgreSQL, stay as last known, and setting them returns a 503', async () => {
      await put('weigher', equalWeights)
      stack.postgres.cut()
      await waitFor('the cut', async () => (await readView(api.ask)).cache_status === 'stale')
      expect((await scores(api, 'weigher')).weights).toBe('custom')
      const answer = await put('weigher', own)
      expect([answer.status, problemOf(answer).code]).toEqual([503, 'database_unavailable'])
      expect((await scores(api, 'weigher')).weights).toBe('custom')
    })
  })

  describe('saved screens', () => {
    const save = (user: string, id: string, name: string, query = 'rating=40') =>
      api.ask('screener.putScreen', { user, params: { id }, body: { name, query } })
    const list = async (user: string) =>
      ((await api.ask('screener.listScreens', { user })).body as { screens: readonly SavedScreen[] }).screens

    test('can be added, replaced, listed by name and removed', async () => {
      await save('saver', 'b', '  Wheel   candidates ')
      await save('saver', 'a', 'Banks', 'sector=financial&sort=rsi')
      expect((await list('saver')).map(({ id, name, query }) => [id, name, query])).toEqual([
        ['a', 'Banks', 'sector=financial&sort=rsi'],
        ['b', 'Wheel candidates', 'rating=40'],
      ])
      await save('saver', 'b', 'Air', '')
      expect((await list('saver')).map(({ id, name, query }) => [id, name, query])).toEqual([
        ['b', 'Air', ''],
        ['a', 'Banks', 'sector=financial&sort=rsi'],
      ])
      const removed = await api.ask('screener.removeScreen', { user: 'saver', params: { id: 'b' } })
      expect(removed.body).toMatchObject({ status: 'success', screens: [{ id: 'a' }] })
    })

    test('have a unique name per user, regardless of case', async () => {
      await save('namer', 'one', 'Straße ＡＢ')
      for (const name of ['STRASSE ab'.replace('SS', 'ß'), 'straße AB', ' Straße  ＡＢ ']) {
        const answer = await save('namer', 'two', name)
        expect([answer.status, problemOf(answer).code]).toEqual([409, 'screen_name_taken'])
      }
      expect((await save('namer', 'one', 'STRAßE ab')).status).toBe(200)
      expect((await save('another', 'two', 'Straße ＡＢ')).status).toBe(200)
    })

    test('are limited to fifty, even with concurrent requests, and can still be replaced then', async () => {
      // A busy machine may reject some of the requests with a 503, which are retried.
      const saveWithRetry = async (index: number) => {
        let answer = await save('collector', `id-${index}`, `Screen ${index}`)
        while (answer.status === 503) answer = await save('collector', `id-${index}`, `Screen ${index}`)
        return answer
      }
      const answers = await Promise.all(Array.from({ length: MAX_SCREENS + 5 }, (_, index) => saveWithRetry(index)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_SCREENS)
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused.map((answer) => problemOf(answer).code)).toEqual(
        Array.from({ length: 5 }, () => 'too_many_screens'),
      )
      const [kept] = await list('collector')
      expect((await save('collector', kept?.id ?? '', 'Renamed')).status).toBe(200)
      expect(await list('collector')).toHaveLength(MAX_SCREENS)
    })

    test('that belong to other users can be neither read nor changed', async () => {
      await save('owner', 'mine', 'Mine')
      const before = await list('owner')
      expect(await list('intruder')).toEqual([])
      expect((await api.ask('screener.removeScreen', { user: 'intruder', params: { id: 'mine' } })).status).toBe(404)
      await save('intruder', 'mine', 'Mine', 'rating=0')
      await api.ask('screener.removeScreen', { user: 'intruder', params: { id: 'mine' } })
      expect(await list('owner')).toEqual(before)
    })

    test.each([
      ['a', { name: ' ', query: '' }, 'name'],
      ['a', { name: 'x'.repeat(61), query: '' }, 'name'],
      ['a', { name: 'a\u0000b', query: '' }, 'name'],
      ['a', { name: 'half \ud800', query: '' }, 'name'],
      ['a', { name: 'a', query: 'x'.repeat(2_001) }, 'query'],
      ['a', { name: 'a', query: '\u0000' }, 'query'],
      ['a', { name: 'a' }, 'query'],
      ['a', { name: 'a', query: '', user_id: 'owner' }, 'user_id'],
      ['a b', { name: 'a', query: '' }, 'id'],
      ['x'.repeat(65), { name: 'a', query: '' }, 'id'],
    ])('rejects %j %j', async (id, body, field) => {
      const answer = await api.ask('screener.putScreen', { user: 'refused', params: { id }, body })
      expect(answer.status).toBe(400)
      expect(problemOf(answer).errors?.map((error) => error.field)).toContain(field)
      expect(await list('refused')).toEqual([])
    })

    test('without PostgreSQL, return a 503', async () => {
      stack.postgres.cut()
      const answer = await api.ask('screener.listScreens', { user: 'saver' })
      expect([answer.status, problemOf(answer).code]).toEqual([503, 'database_unavailable'])
    })
  })
})

describe('view', () => {
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

  describe('an invalid query', () => {
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
    ])('%s=%s gets a 400 that names the parameter', async (name, value) => {
      const answer = await api.ask('screener.view', { query: { [name]: value } })
      expect(answer.status).toBe(400)
      expect(answer.headers['content-type']).toMatch(/application\/problem\+json/)
      expect(problemOf(answer)).toMatchObject({ code: 'validation', detail: expect.stringContaining(name) })
    })

    test('changes no rows', async () => {
      expect((await readView(api.ask)).total).toBe(allSymbols.length - 2)
    })

    test.each(['screener.view', 'screener.startEnrichment', 'screener.enrichmentStatus'] as const)(
      '%s without a signed identity gets a 401',
      async (id) => {
        const answer = await api.ask(id, { headers: { [IDENTITY_HEADER]: 'x.y.z', 'x-user-id': 'user-1' } })
        expect(answer.status).toBe(401)
      },
    )
  })

  describe('order and pages', () => {
    test.each(sortColumns)(
      '%s: unknown values last in both directions, ties by symbol, the same rows for every page size',
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

    test.each(['asc', 'desc'])('sorted by rating %s, unrated stocks come last', async (sort_order) => {
      const { stocks } = await readView(api.ask, { sort_order })
      const firstUnknown = stocks.findIndex((row) => row.cc_score === null)
      expect(firstUnknown).toBeGreaterThan(0)
      expect(stocks.slice(firstUnknown).every((row) => row.cc_score === null)).toBe(true)
      expect(stocks.slice(firstUnknown).map((row) => row.symbol)).toEqual(['NOBAR', 'NOCHN'])
      const known = stocks.slice(0, firstUnknown).map((row) => row.cc_score ?? Number.NaN)
      expect(known).toEqual([...known].sort((a, b) => (sort_order === 'asc' ? a - b : b - a)))
    })

    test('the score is exactly the sum of its parts, and the core score is the sum without income', async () => {
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
    test('the same page returns a 304, another page or version does not', async () => {
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

  test('another replica’s view updates automatically', async () => {
    const second = await stack.openApi()
    await waitFor('its rows', async () => (await readView(second.ask)).total === allSymbols.length - 2)
  })
})
