import { describe, expect, test } from '@jest/globals'
import { createFakeCaches } from '../testing/fake-caches.ts'
import { request } from './http.ts'
import { openAnswers } from './stored-answers.ts'

const quote = (symbol: string) => request('stocks.quote', { params: { symbol } })

function setUp(fake = createFakeCaches(), userId = 'user-1') {
  const state = { current: userId, nowMs: 1_000 }
  const answers = openAnswers({
    caches: fake.caches,
    userId,
    isCurrent: () => state.current === userId,
    nowMs: () => state.nowMs,
  })
  return { ...fake, answers, state }
}

describe('stored answers', () => {
  test('returns the last answer with the time at which it was stored', async () => {
    const { answers, state } = setUp()
    await answers.keep(quote('KO'), { last_price: 70 })
    state.nowMs = 2_000
    await answers.keep(quote('KO'), { last_price: 71 })
    expect(await answers.find(quote('KO'))).toEqual({ body: { last_price: 71 }, storedAtMs: 2_000 })
    expect(await answers.find(quote('PEP'))).toBeNull()
  })

  test('marks every stored figure as stale, at any depth, and leaves unreal markets named', async () => {
    const { answers } = setUp()
    await answers.keep(quote('KO'), {
      data_class: 'live',
      cache_status: 'fresh',
      positions: [
        { underlying: { data_class: 'delayed' } },
        { underlying: { data_class: 'simulated' } },
        { underlying: { data_class: 'recorded' } },
        { underlying: { data_class: null } },
      ],
    })
    expect((await answers.find(quote('KO')))?.body).toEqual({
      data_class: 'stale',
      cache_status: 'stale',
      positions: [
        { underlying: { data_class: 'stale' } },
        { underlying: { data_class: 'simulated' } },
        { underlying: { data_class: 'recorded' } },
        { underlying: { data_class: null } },
      ],
    })
  })

  test('never stores answers about the session, the account, the coach or a running refresh', async () => {
    const { answers, list } = setUp()
    for (const id of [
      'auth.me',
      'auth.listSessions',
      'auth.export',
      'coach.listHistory',
      'coach.status',
      'portfolio.export',
      'screener.enrichmentStatus',
    ] as const) {
      await answers.keep(request(id), { text: 'private' })
      expect(await answers.find(request(id))).toBeNull()
    }
    expect(list()).toEqual({})
  })

  test('keeps users apart, and deletes the answers of the earlier user', async () => {
    const first = setUp()
    await first.answers.keep(quote('KO'), { last_price: 70 })
    const second = setUp(first, 'user-2')
    expect(await second.answers.find(quote('KO'))).toBeNull()
    await second.answers.keep(quote('PEP'), { last_price: 150 })
    expect(first.list()).toEqual({ 'answers.user-2': ['/api/stocks/quote/PEP'] })
  })

  test('stores nothing after the user has signed out, not even an answer that was being stored', async () => {
    const { answers, state, list, caches } = setUp()
    const put = answers.keep(quote('KO'), { last_price: 70 })
    state.current = 'user-2'
    await put
    await answers.keep(quote('KO'), { last_price: 70 })
    expect(list()).toEqual({})
    expect(await caches.keys()).toEqual([])
  })

  test('stores at most 400 answers and drops the oldest', async () => {
    const { answers, list } = setUp()
    for (let index = 0; index < 402; index += 1) await answers.keep(quote(`S${index}`), {})
    const paths = list()['answers.user-1'] ?? []
    expect([paths.length, paths[0], paths.at(-1)]).toEqual([400, '/api/stocks/quote/S2', '/api/stocks/quote/S401'])
  })

  test('keeps the earlier answer if the device has no room for the new one', async () => {
    const full = setUp()
    await full.answers.keep(quote('KO'), { last_price: 70 })
    const cache = await full.caches.open('answers.user-1')
    const refusing = { ...cache, put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    const { answers } = setUp({ ...full, caches: { ...full.caches, open: async () => refusing } as never })
    await answers.keep(quote('KO'), { last_price: 71 })
    expect((await answers.find(quote('KO')))?.body).toEqual({ last_price: 70 })
  })
})
