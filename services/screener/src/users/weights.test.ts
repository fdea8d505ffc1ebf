import type { RatingWeights } from '@callwright/contracts'
import { RATING_WEIGHTS } from '@callwright/scoring'
import { createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { expect, test } from '@jest/globals'
import { createWeights, type StoredWeights } from './weights.ts'

const { log } = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener')
const equalWeights = { liquidity_volume: 1, liquidity_spread: 1, iv_rank: 1, technical: 1, quality: 1, income: 1 }

function setUp() {
  const stored = new Map<string, StoredWeights>()
  const state = { version: 0, removedVersion: 0, announced: 0, beforeListing: async () => {} }
  const put = async (userId: string, weights: RatingWeights | null) => {
    state.version += 1
    stored.set(userId, { userId, version: state.version, weights })
  }
  const store = {
    put,
    readVersion: async () => ({ version: state.version, removedVersion: state.removedVersion }),
    async listChanged(since: number) {
      await state.beforeListing()
      return [...stored.values()].filter(({ version }) => version > since).sort((a, b) => a.version - b.version)
    },
  }
  const announce = () => {
    state.announced += 1
  }
  return { stored, state, put, weights: createWeights({ store, announce, pollMs: 1_000_000, log }) }
}

test('ignores unreadable weights without affecting other users', async () => {
  const { weights, put } = setUp()
  await put('before', equalWeights)
  await put('broken', { ...equalWeights, income: -1 })
  await put('older', { momentum: 30 } as unknown as RatingWeights)
  await put('nothing', { ...equalWeights, ...Object.fromEntries(Object.keys(equalWeights).map((key) => [key, 0])) })
  await put('after', equalWeights)
  await weights.nudge()
  expect(weights.isKnown).toBe(true)
  expect(['before', 'broken', 'older', 'nothing', 'after'].map((user) => weights.findWeighting(user)?.maxima)).toEqual([
    [10, 10, 10, 10, 10, 10],
    ...[undefined, undefined, undefined],
    [10, 10, 10, 10, 10, 10],
  ])
  expect(await weights.get('broken')).toEqual({ weights: RATING_WEIGHTS, custom: false })
})

test('reads everything from a restored database and applies later changes', async () => {
  const { weights, stored, state, put } = setUp()
  await put('early', equalWeights)
  await put('late', equalWeights)
  await weights.nudge()
  stored.delete('late')
  state.version = 1
  await weights.nudge()
  expect(weights.findWeighting('late')).toBeNull()
  expect(weights.findWeighting('early')).not.toBeNull()
  expect(await weights.put('late', { ...equalWeights, income: 2 })).toMatchObject({ custom: true })
  expect(weights.findWeighting('late')).not.toBeNull()
  expect(state.announced).toBe(1)
})

test.each(['before', 'during'] as const)('drops weights erased %s a read at the next read', async (moment) => {
  const { weights, stored, state, put } = setUp()
  const erase = () => {
    stored.delete('leaver')
    state.version += 1
    state.removedVersion = state.version
  }
  await put('leaver', equalWeights)
  await put('stayer', equalWeights)
  await weights.nudge()
  await put('early', equalWeights)
  if (moment === 'before') erase()
  state.beforeListing = async () => {
    if (moment === 'during') erase()
    await put('late', equalWeights)
    state.beforeListing = async () => {}
  }
  await weights.nudge()
  await weights.nudge()
  expect(weights.findWeighting('late')).not.toBeNull()
  expect(weights.findWeighting('leaver')).toBeNull()
  expect(weights.findWeighting('stayer')).not.toBeNull()
})
