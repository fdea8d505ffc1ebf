import { describe, expect, test } from '@jest/globals'
import { serviceAddresses, wasNeverSent } from './addresses.ts'

const read = (env: Record<string, string>) => serviceAddresses('COACH')(env)

describe('addresses of a service', () => {
  test.each([
    [{ COACH_URL: 'http://a:1/,' }, [{ url: 'http://a:1', opsUrl: 'http://a:21' }]],
    [
      { COACH_URL: ' http://a:1, https://b ,http://a:1' },
      [
        { url: 'http://a:1', opsUrl: 'http://a:21' },
        { url: 'https://b', opsUrl: 'https://b:463' },
      ],
    ],
    [
      { COACH_URL: 'http://a:1,http://b:1', COACH_OPS_URL: 'http://a:9,http://b:9/' },
      [
        { url: 'http://a:1', opsUrl: 'http://a:9' },
        { url: 'http://b:1', opsUrl: 'http://b:9' },
      ],
    ],
  ])('%j', (env, value) => {
    expect(read(env)).toEqual({ ok: true, value })
  })

  test.each([
    [{}, 'COACH_URL is not set'],
    [{ COACH_URL: ' , ' }, 'COACH_URL is not set'],
    [{ COACH_URL: 'http://a:1 http://b:1' }, 'COACH_URL must be a URL starting with http:// or https://'],
    [{ COACH_URL: 'http://a:1', COACH_OPS_URL: 'a' }, 'COACH_OPS_URL must be a URL starting with http:// or https://'],
    [
      { COACH_URL: 'http://a:1,http://b:1', COACH_OPS_URL: 'http://a:9' },
      'COACH_OPS_URL must list as many URLs as COACH_URL',
    ],
  ])('%j is refused', (env, problem) => {
    expect(read(env as Record<string, string>)).toEqual({ ok: false, problem })
  })
})

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, true],
  [new TypeError('fetch failed', { cause: { code: 'EHOSTUNREACH' } }), true],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, true],
  [{ code: 'ETIMEDOUT', syscall: 'read' }, false],
  [{ code: 'ECONNRESET' }, false],
  [{ code: 'UND_ERR_SOCKET' }, false],
  [null, false],
])('whether a request was never sent: %j', (error, expected) => {
  expect(wasNeverSent(error)).toBe(expected)
})
