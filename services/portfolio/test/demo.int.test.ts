import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { seed, testExamples } from './demo-examples.ts'
import { openStack, problemOf, type Stack } from './support.ts'

const service = { kind: 'service' } as const

describe('the examples of a simulated market', () => testExamples({ MARKET_DATA_PROVIDER: 'simulated' }))

describe('without a market', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await openStack()
  })
  afterAll(() => stack.close())

  test('there are no examples: 503, and nothing is stored', async () => {
    stack.market.breakFor('*', 'refuses')
    const answer = await stack.ask('portfolio.seedDemo', { as: service, params: { id: 'visitor' } })
    expect([answer.status, problemOf(answer).code]).toEqual([503, 'market_unavailable'])
    stack.market.mend()
    expect(await stack.listIds('visitor')).toEqual([])
  })

  test('of stocks that show nothing there are none', async () => {
    expect(await seed(stack, 'visitor')).toEqual({ status: 'success', positions: 0 })
  })

  test('and only the service that keeps accounts may ask', async () => {
    const asked = { as: service, caller: 'coach', params: { id: 'visitor' } } as const
    expect((await stack.ask('portfolio.seedDemo', asked)).status).toBe(403)
    expect((await stack.ask('portfolio.exportUser', asked)).status).toBe(403)
  })
})
