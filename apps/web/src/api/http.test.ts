/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import { findPauseMs } from './event-stream.ts'
import { asApiError, buildFailure, buildRejection, describeFailure, request } from './http.ts'

describe('request', () => {
  test('takes method, path, access and attempts from the endpoint table', () => {
    expect(request('screener.view', { query: { limit: 25, offset: 0, sort_by: 'rsi' } })).toEqual({
      id: 'screener.view',
      method: 'GET',
      path: '/api/phase1/views/stock-screener?limit=25&offset=0&sort_by=rsi',
      needsToken: true,
      body: null,
      encoding: 'json',
      attempts: 3,
      deadlineMs: 10_000,
      idempotencyKey: null,
    })
    expect(request('auth.login', { body: { username: 'a', password: 'b' }, encoding: 'form' })).toMatchObject({
      method: 'POST',
      path: '/api/auth/login',
      needsToken: false,
      body: { username: 'a', password: 'b' },
      encoding: 'form',
      attempts: 1,
    })
  })

  test('fills in and escapes path parameters', () => {
    expect(request('stocks.quote', { params: { symbol: 'BRK/B' } }).path).toBe('/api/stocks/quote/BRK%2FB')
  })

  test('omits parameters that are not set', () => {
    expect(request('screener.view', { query: {} }).path).toBe('/api/phase1/views/stock-screener')
  })
})

describe('API error', () => {
  test('reads the parts of a problem response', () => {
    const headers = new Headers({ 'retry-after': '42', 'x-request-id': 'from-header' })
    const errors = [{ field: 'username', detail: 'Taken' }]
    expect(buildRejection(429, headers, { detail: 'Slow down.', code: 'slow', request_id: 'r-1', errors })).toEqual({
      kind: 'rejected',
      status: 429,
      detail: 'Slow down.',
      code: 'slow',
      requestId: 'r-1',
      retryAfterSeconds: 42,
      fields: errors,
    })
  })

  test.each([null, 'Bad gateway', { detail: 7, errors: 'x', request_id: 1 }])(
    'has only a status if the body is %j',
    (body) => {
      expect(buildRejection(502, new Headers({ 'retry-after': 'Fri, 20 Nov 2026 10:00:00 GMT' }), body)).toEqual({
        kind: 'rejected',
        status: 502,
        detail: null,
        code: null,
        requestId: null,
        retryAfterSeconds: null,
        fields: [],
      })
    },
  )

  test.each([
    [buildRejection(500, new Headers(), { detail: 'Broken.' }), 'Broken.'],
    [buildRejection(500, new Headers(), null), null],
    [buildFailure('unreachable'), 'Cannot reach the server'],
    [buildFailure('timeout'), 'The server took too long to respond'],
    [buildFailure('unreadable'), 'Could not read the server’s response'],
    [buildFailure('canceled'), null],
    [null, null],
  ])('%j is described as %j', (error, words) => {
    expect(describeFailure(error)).toBe(words)
  })

  test('converts any error from a hook', () => {
    const refusal = buildRejection(500, new Headers(), null)
    expect(asApiError(refusal)).toBe(refusal)
    expect(asApiError(undefined)).toBeNull()
    expect(asApiError({ name: 'TypeError', message: 'x is not a function' })).toMatchObject({ kind: 'unreadable' })
  })
})

describe('event stream', () => {
  const refusal = (status: number, headers: Record<string, string> = {}) =>
    buildRejection(status, new Headers(headers), null)
  const middle = () => 0.5

  test.each([
    ['a stream that had events', { wasLive: true, error: null }, 0, 1_000],
    ['a silent stream', { wasLive: false, error: null }, 1, 300_000],
    ['no such endpoint', { wasLive: false, error: refusal(404) }, 1, 300_000],
    ['a response that is not a stream', { wasLive: false, error: buildFailure('unreadable') }, 1, 300_000],
    ['an unreachable server, once', { wasLive: false, error: buildFailure('unreachable') }, 1, 2_000],
    ['an unreachable server, three times', { wasLive: false, error: buildFailure('unreachable') }, 3, 8_000],
    ['a server that stays unreachable', { wasLive: false, error: buildFailure('unreachable') }, 20, 60_000],
    ['a full server', { wasLive: false, error: refusal(503) }, 2, 4_000],
    ['a full server that sends a delay', { wasLive: false, error: refusal(429, { 'retry-after': '30' }) }, 1, 30_000],
    ['a token that was rejected', { wasLive: false, error: refusal(401) }, 1, 2_000],
  ])('after %s, waits before the next attempt', (_name, end, attempts, pauseMs) => {
    expect(findPauseMs(end, attempts, middle)).toBe(pauseMs)
  })

  test('adds jitter, so that clients of one server do not reconnect together', () => {
    const end = { wasLive: true, error: null }
    expect([0, 1].map((share) => findPauseMs(end, 0, () => share))).toEqual([500, 1_500])
  })
})
