import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, openStack, problemOf, type Stack } from './support.ts'

const own = { liquidity_volume: 1, liquidity_spread: 1, iv_rank: 1, technical: 1, quality: 1, income: 1 }
let stack: Stack
let api: Api
let other: Api

beforeAll(async () => {
  stack = await openStack()
  api = await stack.openApi()
  other = await stack.openApi()
  // Until a replica has read the stored weights once, it answers 503.
  for (const replica of [api, other]) {
    await waitFor('weights', async () => (await replica.ask('screener.getWeights', { user: 'first' })).status === 200)
  }
})
afterEach(() => stack.postgres.restore())
afterAll(() => stack.close())

type Asked = 'screener.erase' | 'screener.exportUser'

/** As the service that keeps accounts. */
function askAsAuth(id: Asked, user: string, at: Api = api) {
  const identity = createIdentitySigner(stack.apiConfig, 'auth')('screener', { kind: 'service' })
  return at.ask(id, { params: { id: user }, headers: { [IDENTITY_HEADER]: identity } })
}

async function keep(user: string) {
  const answers = [
    await api.ask('screener.putWeights', { user, body: own }),
    await api.ask('screener.putScreen', { user, params: { id: 'b' }, body: { name: 'Wheel', query: 'rating=40' } }),
    await api.ask('screener.putScreen', {
      user,
      params: { id: 'a' },
      body: { name: 'Banks', query: 'sector=financial' },
    }),
  ]
  // A refusal is shown with its words.
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
}

const hasOwnWeights = async (at: Api, user: string) =>
  ((await at.ask('screener.getWeights', { user })).body as { custom: boolean }).custom

describe('what a user keeps', () => {
  test('is handed out as a whole', async () => {
    await keep('leaver')
    const { status, body } = await askAsAuth('screener.exportUser', 'leaver')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kept: {
        weights: own,
        screens: [
          { id: 'a', name: 'Banks', query: 'sector=financial' },
          { id: 'b', name: 'Wheel', query: 'rating=40' },
        ],
      },
    })
  })

  test('of who keeps nothing is nothing', async () => {
    const { body } = await askAsAuth('screener.exportUser', 'nobody')
    expect(body).toEqual({ status: 'success', kept: { weights: null, screens: [] } })
  })

  test('ends with the account, on every replica, and nobody else’s does', async () => {
    await keep('leaver')
    await keep('stayer')
    await waitFor('the other replica', async () => hasOwnWeights(other, 'leaver'))
    expect((await askAsAuth('screener.erase', 'leaver')).body).toEqual({ status: 'success' })
    expect(await hasOwnWeights(api, 'leaver')).toBe(false)
    await waitFor('the other replica', async () => !(await hasOwnWeights(other, 'leaver')))
    expect(await hasOwnWeights(other, 'stayer')).toBe(true)
    for (const table of ['ratingWeights', 'savedScreen'] as const) {
      const rows = await stack.database.selectFrom(table).select('userId').execute()
      expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set(['stayer']))
    }
    expect((await askAsAuth('screener.erase', 'leaver')).status).toBe(200)
  })

  test('a run that was the user’s is the platform’s afterwards', async () => {
    await api.ask('screener.startEnrichment', { user: 'runner' })
    expect((await askAsAuth('screener.erase', 'runner')).status).toBe(200)
    const runs = await stack.database.selectFrom('enrichmentRun').select(['userId', 'startedBy']).execute()
    expect(runs.length).toBeGreaterThan(0)
    expect(runs.filter(({ userId }) => userId !== null)).toEqual([])
    expect(problemOf(await api.ask('screener.stopEnrichment', { user: 'runner' })).code).toBe('platform_run')
  })

  test.each(['screener.erase', 'screener.exportUser'] as const)('%s is for auth alone', async (id) => {
    await keep('stayer')
    const answer = await api.ask(id, { user: 'stayer', params: { id: 'stayer' } })
    expect(answer.status).toBe(403)
    expect(await hasOwnWeights(api, 'stayer')).toBe(true)
  })

  test('without PostgreSQL neither: 503', async () => {
    stack.postgres.cut()
    for (const id of ['screener.erase', 'screener.exportUser'] as const) {
      expect(problemOf(await askAsAuth(id, 'stayer')).code).toBe('database_unavailable')
    }
  })
})
