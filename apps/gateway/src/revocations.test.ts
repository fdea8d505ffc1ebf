import { expect, test } from '@jest/globals'
import { createRevocations } from './revocations.ts'

const MINUTE_MS = 60_000

test('a session stays revoked for as long as a token of it could live, clocks a little apart included', () => {
  let nowMs = 1_000_000
  const revocations = createRevocations(() => nowMs)
  revocations.add('a')
  expect([revocations.has('a'), revocations.has('b')]).toEqual([true, false])
  nowMs += 15 * MINUTE_MS + 5_000
  expect(revocations.has('a')).toBe(true)
  nowMs += MINUTE_MS
  expect(revocations.has('a')).toBe(false)
})

test('what has ended is swept out, what has not stays', () => {
  let nowMs = 1_000_000
  const revocations = createRevocations(() => nowMs)
  for (let index = 0; index < 1_000; index += 1) revocations.add(`old-${index}`)
  nowMs += 10 * MINUTE_MS
  for (let index = 0; index < 10; index += 1) revocations.add(`new-${index}`)
  expect(revocations.size).toBe(1_010)
  nowMs += 6 * MINUTE_MS
  revocations.add('last')
  expect(revocations.size).toBe(11)
  expect(revocations.has('new-0')).toBe(true)
})

test('a session revoked again is remembered from then on', () => {
  let nowMs = 1_000_000
  const revocations = createRevocations(() => nowMs)
  revocations.add('a')
  nowMs += 10 * MINUTE_MS
  revocations.add('a')
  nowMs += 10 * MINUTE_MS
  expect(revocations.has('a')).toBe(true)
})
