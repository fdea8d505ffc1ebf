import { describe, expect, test } from '@jest/globals'
import { ProviderFailure } from './provider-failure.ts'
import { redact, secretsOf } from './redact.ts'
import { failureOfStatus, readRetryAfter } from './status-failure.ts'

const nowMs = Date.parse('2026-07-10T14:00:00Z')
const retryAfter = (value: string) => readRetryAfter(new Headers({ 'retry-after': value }), nowMs)

test.each([
  [301, 'unreadable'],
  [400, 'unreadable'],
  [401, 'unauthorized'],
  [402, 'not_entitled'],
  [403, 'not_entitled'],
  [404, 'not_found'],
  [408, 'unavailable'],
  [413, 'unavailable'],
  [418, 'unreadable'],
  [429, 'rate_limited'],
  [499, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [599, 'unavailable'],
] as const)('HTTP %i is %s', (status, kind) => {
  expect(failureOfStatus(status, new Headers(), nowMs)).toMatchObject({ kind, status, retryAfterMs: null })
})

test('a part of an answer comes with a failure, and into no log', () => {
  const partial = { source: 'test', dataClass: 'live', asOfMs: nowMs, value: [1, 2], missing: [] } as const
  const failure = new ProviderFailure('test', { kind: 'unavailable', detail: 'page 2 failed', partial })
  expect(failure.partial).toBe(partial)
  expect(Object.keys(failure)).not.toContain('partial')
})

describe('Retry-After', () => {
  test.each([
    ['30', 30_000],
    ['0.5', 500],
    ['Fri, 10 Jul 2026 14:00:20 GMT', 20_000],
    ['Fri, 10 Jul 2026 13:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['99999999999999', null],
    ['999999', 86_400_000],
    ['Fri, 10 Jul 2099 14:00:00 GMT', 86_400_000],
  ])('%j', (value, expected) => expect(retryAfter(value)).toBe(expected))
})

describe('words fit for a log', () => {
  const secrets = secretsOf({ authorization: 'Bearer s3cret-key', accept: 'x/y' })
  test.each([
    ['unknown key s3cret-key', 'unknown key ***'],
    ['sent Bearer s3cret-key twice: s3cret-key', 'sent *** twice: ***'],
    ['see https://api.example/x?apiKey=abc for more', 'see (address) for more'],
    ['two\r\nlines\u001b[31m', 'two lines [31m'],
    ['plain words', 'plain words'],
  ])('%j', (text, expected) => expect(redact(text, secrets)).toBe(expected))

  test('are cut where they go on', () => expect(redact('x'.repeat(5_000), []).length).toBeLessThan(260))
})
