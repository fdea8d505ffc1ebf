import { expect, test } from '@jest/globals'
import { mergeMissing, worstStamp } from './stamps.ts'

const quote = { source: 'massive', dataClass: 'delayed', asOfMs: 2_000, cacheStatus: 'fresh' } as const
const chain = { source: 'tradier', dataClass: 'live', asOfMs: 1_000 } as const

test('an answer of several parts is as old, as doubtful and as dear as the worst of them', () => {
  expect(worstStamp(quote, chain)).toEqual({
    ...{ source: 'massive + tradier', dataClass: 'delayed', asOfMs: 1_000, cacheStatus: 'miss' },
  })
  expect(worstStamp(quote, { ...chain, dataClass: 'stale', cacheStatus: 'refreshing' })).toMatchObject({
    ...{ dataClass: 'stale', cacheStatus: 'refreshing' },
  })
  expect(worstStamp({ ...quote, dataClass: 'simulated' }, { ...chain, dataClass: 'stale' }).dataClass).toBe('simulated')
})

test('one part is itself, and every source is named once', () => {
  expect(worstStamp(quote)).toEqual(quote)
  expect(worstStamp(chain).cacheStatus).toBe('miss')
  expect(worstStamp(worstStamp(quote, chain), quote).source).toBe('massive + tradier')
})

test('what several parts lack is said once', () => {
  const notice = { field: 'real_prices', reason: 'Not real' }
  const bid = { field: 'bid', reason: 'No bid' }
  expect(mergeMissing([bid, notice], [notice], [bid, { field: 'ask', reason: 'No bid' }])).toEqual([
    ...[bid, notice, { field: 'ask', reason: 'No bid' }],
  ])
})
