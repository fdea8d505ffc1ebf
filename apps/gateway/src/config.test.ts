import { ConfigError, readConfig } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { gatewayReaders } from './config.ts'
import { redactText } from './error-intake.ts'

describe('config', () => {
  const env = {
    AUTH_URL: 'http://127.0.0.1:8081',
    MARKET_DATA_URL: 'http://127.0.0.1:8082',
    SCREENER_URL: 'http://127.0.0.1:8083',
    PORTFOLIO_URL: 'http://127.0.0.1:8084',
    COACH_URL: 'http://127.0.0.1:8085/',
    REDIS_CACHE_URL: 'redis://127.0.0.1:6379',
  }
  const read = (changes: Record<string, string | undefined> = {}) => readConfig({ ...env, ...changes }, gatewayReaders)

  describe('the gateway configuration', () => {
    test('has defaults for everything except the addresses of other services', () => {
      expect(read()).toMatchObject({
        port: 8080,
        coach: [{ url: 'http://127.0.0.1:8085', opsUrl: 'http://127.0.0.1:8105' }],
        trustedProxies: [],
        upstreamTimeoutMs: 5_000,
        coachTimeoutMs: 35_000,
      })
      expect(read().webRoot).toMatch(/\/apps\/web\/dist$/)
    })

    test('defaults ops ports to 20 above the service port, and the worker registry to the cache Redis', () => {
      expect(read()).toMatchObject({
        redisQueueUrl: 'redis://127.0.0.1:6379',
        redisNamespace: 'callwright',
        auth: [{ opsUrl: 'http://127.0.0.1:8101' }],
        'market-data': [{ opsUrl: 'http://127.0.0.1:8102' }],
      })
      expect(read({ AUTH_OPS_URL: 'http://auth.internal:9000/', REDIS_QUEUE_URL: 'redis://queue:6379' })).toMatchObject(
        {
          redisQueueUrl: 'redis://queue:6379',
          auth: [{ url: 'http://127.0.0.1:8081', opsUrl: 'http://auth.internal:9000' }],
          screener: [{ opsUrl: 'http://127.0.0.1:8103' }],
        },
      )
      expect(() => read({ COACH_OPS_URL: 'coach:9' })).toThrow('COACH_OPS_URL must be a URL')
    })

    test('names every problem in one message', () => {
      const problems = { AUTH_URL: 'ftp://x', COACH_URL: undefined, REDIS_CACHE_URL: 'x', TRUSTED_PROXIES: 'all' }
      const readIt = () => read(problems)
      expect(readIt).toThrow(ConfigError)
      for (const name of Object.keys(problems)) expect(readIt).toThrow(name)
    })

    test.each([
      ['10.0.0.0/8, ::1,192.168.0.1 ', ['10.0.0.0/8', '::1', '192.168.0.1']],
      ['', []],
      [undefined, []],
    ])('trusted proxies: %s', (text, expected) => {
      expect(read({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(expected)
    })

    test.each([
      'true',
      '*',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/8/8',
      'proxy.test',
      '10.0.0/8',
      '10.0.0.0/',
      '1.2.3.4 5.6.7.8',
    ])('rejects the proxy list %s', (text) => {
      expect(() => read({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES')
    })
  })
})

describe('redactText', () => {
  test.each([
    ['https://user:pass@host/path', 'https://[redacted]@host/path'],
    ['redis://:pass@cache:6379', 'redis://[redacted]@cache:6379'],
    ['/analysis?symbol=AAPL&token=abc#x=1', '/analysis?symbol=[redacted]&token=[redacted]#x=[redacted]'],
    ['Authorization: Bearer abc.def', 'Authorization: [redacted] [redacted]'],
    ['bearer abc', 'bearer [redacted]'],
    ['{"password":"hunter2","a":1}', '{"password":"[redacted]","a":1}'],
    ['token = abc, rest', 'token = [redacted], rest'],
    ['write to trader+x@mail.example.test now', 'write to [redacted] now'],
    ['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl', '[redacted]'],
    [`key ${'a'.repeat(43)} end`, 'key [redacted] end'],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected)
  })

  test.each([
    'TypeError: Cannot read properties of undefined (reading "price")',
    'at Screener (https://callwright.test/assets/index-Bq3xk29a.js:1:2345)',
    '2026-11-20T15:00:00.000Z',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    'BRK.B at $512.34, 30-45 DTE: 12 % (naïve café)',
  ])('does not change %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('escapes control characters, format characters and line separators', () => {
    expect(redactText('a\r\n\tb\u001b[31m\u0000\u009b\u200b\u202e\u2028\ufeff')).toBe(
      'a\\u{d}\\u{a}\\u{9}b\\u{1b}[31m\\u{0}\\u{9b}\\u{200b}\\u{202e}\\u{2028}\\u{feff}',
    )
  })

  test.each([
    ['a', ''],
    ['a-', ''],
    ['a.', ''],
    ['a@', ''],
    ['?a', ''],
    ['token ', ''],
    ['a:', '//'],
    [' ', '='],
    ['aaaaaaaa.', '@'],
  ])('runs in linear time on hostile repetition of "%s"', (unit, end) => {
    const startedAt = performance.now()
    redactText(unit.repeat(200_000 / unit.length) + end)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
