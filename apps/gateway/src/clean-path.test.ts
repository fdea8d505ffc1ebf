import { buildPath, endpointIds } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { isCleanPath, pathOf } from './clean-path.ts'

describe('isCleanPath', () => {
  test.each(endpointIds)('the address of %s is clean', (id) => {
    expect(isCleanPath(buildPath(id, { symbol: 'BRK.B', id: '1763650000000-a_b' }))).toBe(true)
  })

  test.each([
    '/',
    '/login',
    '/assets/index-Bq3xk29a.js',
    '/a/',
    "/a-b_c~d!$&'()*+,=:@/e",
    '/caf%C3%A9',
    '/A%20B',
    '/..a',
    '/a..',
    '/api/stocks/quote/BRK%2FB',
    '/api/options/recommendations/brk%2fb/custom',
  ])('%s is clean', (path) => {
    expect(isCleanPath(path)).toBe(true)
  })

  test.each([
    '',
    'a',
    '*',
    '//',
    '/a//b',
    '//a',
    '/a//',
    '/.',
    '/..',
    '/a/../b',
    '/a/./b',
    '/%2e',
    '/a%2Eb',
    '/a%2fb',
    '/BRK%2FB',
    '/internal/a%2Fb',
    '/api/a%2F..',
    '/api/a%2Fb%2Fc',
    '/api/%2Fb',
    '/api/a%2Fau',
    '/a%5cb',
    '/a\\b',
    '/a;b',
    '/a%3Bb',
    '/a%00',
    '/a%1f',
    '/a%7f',
    '/a%c2%85',
    '/a%25',
    '/a%252e',
    '/a%',
    '/a%g0',
    '/%ff',
    '/%c0%ae',
    '/a b',
    '/a#b',
    '/a"b',
    '/a<b',
    '/a{b}',
    '/a|b',
    '/a^b',
    '/a`b',
    '/é',
    'http://host/a',
    `/${'a'.repeat(101)}`,
    `/${'%20'.repeat(101)}`,
  ])('%s is not', (path) => {
    expect(isCleanPath(path)).toBe(false)
  })

  test('an escape of what needs none is not, and of anything else may be', () => {
    const codes = Array.from({ length: 0x80 }, (_, code) => code)
    const hex = (code: number) => code.toString(16).padStart(2, '0')
    const plain = codes.filter((code) => /[A-Za-z0-9._~-]/.test(String.fromCharCode(code)))
    const refused = plain.flatMap((code) => [`/a%${hex(code)}b`, `/a%${hex(code).toUpperCase()}b`])
    expect(refused.filter(isCleanPath)).toEqual([])
    const printable = codes.filter(
      (code) => code >= 0x20 && code < 0x7f && !'/\\;%'.includes(String.fromCharCode(code)),
    )
    const kept = printable.filter((code) => !plain.includes(code)).map((code) => `/a%${hex(code)}b`)
    expect(kept.filter((path) => !isCleanPath(path))).toEqual([])
  })

  test('a segment may have 100 characters', () => {
    expect(isCleanPath(`/${'a'.repeat(100)}/${'%20'.repeat(100)}`)).toBe(true)
  })
})

test('pathOf takes the query string off', () => {
  expect(['/a?b=//..', '/a', '/?', '?'].map(pathOf)).toEqual(['/a', '/a', '/', ''])
})
