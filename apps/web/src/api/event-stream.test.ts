/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { buildFailure, buildRefusal } from './api-error.ts'
import { findPauseMs } from './event-stream.ts'

const refusal = (status: number, headers: Record<string, string> = {}) =>
  buildRefusal(status, new Headers(headers), null)
const middle = () => 0.5

test.each([
  ['one that had events', { wasLive: true, error: null }, 0, 1_000],
  ['one that was mute', { wasLive: false, error: null }, 1, 300_000],
  ['no such endpoint', { wasLive: false, error: refusal(404) }, 1, 300_000],
  ['something that is no stream', { wasLive: false, error: buildFailure('unreadable') }, 1, 300_000],
  ['an unreachable server, once', { wasLive: false, error: buildFailure('unreachable') }, 1, 2_000],
  ['an unreachable server, three times', { wasLive: false, error: buildFailure('unreachable') }, 3, 8_000],
  ['an unreachable server, for long', { wasLive: false, error: buildFailure('unreachable') }, 20, 60_000],
  ['a full server', { wasLive: false, error: refusal(503) }, 2, 4_000],
  ['a full server that names a time', { wasLive: false, error: refusal(429, { 'retry-after': '30' }) }, 1, 30_000],
  ['the token of another session', { wasLive: false, error: refusal(401) }, 1, 2_000],
])('after %s the next attempt waits', (_name, end, attempts, pauseMs) => {
  expect(findPauseMs(end, attempts, middle)).toBe(pauseMs)
})

test('readers of the same server do not come back at once', () => {
  const end = { wasLive: true, error: null }
  expect([0, 1].map((share) => findPauseMs(end, 0, () => share))).toEqual([500, 1_500])
})
