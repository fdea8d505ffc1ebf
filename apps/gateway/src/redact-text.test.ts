import { describe, expect, test } from '@jest/globals'
import { redactText } from './redact-text.ts'

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
  ])('leaves %s alone', (text) => {
    expect(redactText(text)).toBe(text)
  })

  test('spells control characters, format characters and line separators', () => {
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
  ])('stays linear on hostile repetition of "%s"', (unit, end) => {
    const startedAt = performance.now()
    redactText(unit.repeat(200_000 / unit.length) + end)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
