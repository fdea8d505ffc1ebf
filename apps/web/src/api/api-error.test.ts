/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { asApiError, buildFailure, buildRefusal, describeFailure } from './api-error.ts'

test('a problem is read into its parts', () => {
  const headers = new Headers({ 'retry-after': '42', 'x-request-id': 'from-header' })
  const errors = [{ field: 'username', detail: 'Taken' }]
  expect(buildRefusal(429, headers, { detail: 'Slow down.', code: 'slow', request_id: 'r-1', errors })).toEqual({
    kind: 'refused',
    status: 429,
    detail: 'Slow down.',
    code: 'slow',
    requestId: 'r-1',
    retryAfterSeconds: 42,
    fields: errors,
  })
})

test.each([null, 'Bad gateway', { detail: 7, errors: 'x', request_id: 1 }])(
  'of %j only the status is known',
  (body) => {
    expect(buildRefusal(502, new Headers({ 'retry-after': 'Fri, 20 Nov 2026 10:00:00 GMT' }), body)).toEqual({
      kind: 'refused',
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
  [buildRefusal(500, new Headers(), { detail: 'Broken.' }), 'Broken.'],
  [buildRefusal(500, new Headers(), null), null],
  [buildFailure('unreachable'), 'Cannot reach the server'],
  [buildFailure('timeout'), 'The server took too long to answer'],
  [buildFailure('unreadable'), 'The answer of the server could not be read'],
  [buildFailure('cancelled'), null],
  [null, null],
])('%j is described as %j', (error, words) => {
  expect(describeFailure(error)).toBe(words)
})

test('whatever a hook calls an error is a failure', () => {
  const refusal = buildRefusal(500, new Headers(), null)
  expect(asApiError(refusal)).toBe(refusal)
  expect(asApiError(undefined)).toBeNull()
  expect(asApiError({ name: 'TypeError', message: 'x is not a function' })).toMatchObject({ kind: 'unreadable' })
})
