import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import {
  isDeeperThan,
  readDay,
  readInstantMs,
  readJsonNumber,
  readKnownJsonNumber,
  readObject,
  readObjects,
  readPositiveNumber,
  readText,
} from './json-values.ts'
import { redact, secretsOf } from './provider-client.ts'
import { failureOfStatus, ProviderFailure, readRetryAfter } from './provider-failure.ts'

describe('failures', () => {
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

  test('a failure can carry a partial answer, which is not logged', () => {
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

  describe('redacted text', () => {
    const secrets = secretsOf({ authorization: 'Bearer s3cret-key', accept: 'x/y' })
    test.each([
      ['unknown key s3cret-key', 'unknown key ***'],
      ['sent Bearer s3cret-key twice: s3cret-key', 'sent *** twice: ***'],
      ['see https://api.example/x?apiKey=abc for more', 'see (address) for more'],
      ['two\r\nlines\u001b[31m', 'two lines [31m'],
      ['plain words', 'plain words'],
    ])('%j', (text, expected) => expect(redact(text, secrets)).toBe(expected))

    test('is truncated if it is long', () => expect(redact('x'.repeat(5_000), []).length).toBeLessThan(260))
  })
})

describe('json depth', () => {
  function depthOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 0
    return 1 + Math.max(0, ...Object.values(value).map(depthOf))
  }

  describe('nesting depth of a JSON text', () => {
    test.each([
      ['1', 0],
      ['"[[["', 0],
      ['[]', 1],
      ['{"a":[1,{"b":2}]}', 3],
      ['["\\"[[[", 1]', 1],
      ['["\\\\", [1]]', 2],
      ['{"[":"{"}', 1],
    ])('%s has a depth of %i', (text, depth) => {
      expect(isDeeperThan(text, depth)).toBe(false)
      if (depth > 0) expect(isDeeperThan(text, depth - 1)).toBe(true)
    })

    test('matches the parsed value for any JSON', () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
          const text = JSON.stringify(value)
          const depth = depthOf(JSON.parse(text))
          expect(isDeeperThan(text, depth)).toBe(false)
          if (depth > 0) expect(isDeeperThan(text, depth - 1)).toBe(true)
        }),
      )
    })

    test('reads to the end of invalid JSON', () => {
      expect(isDeeperThan('["never closed [[[[', 3)).toBe(false)
      expect(isDeeperThan('['.repeat(1_000_000), 64)).toBe(true)
    })
  })
})

describe('json values', () => {
  describe('numbers', () => {
    test.each([
      [1.5, 1.5],
      [0, 0],
      [-2, -2],
      ['12.50', 12.5],
      [' 3 ', 3],
      ['1e3', 1_000],
      ['-0.01', -0.01],
    ])('reads %j as %d', (value, expected) => expect(readJsonNumber(value)).toBe(expected))

    test.each([[undefined], [null], [''], ['  '], ['N/A'], ['n/a'], ['NaN'], ['--'], ['null'], [{}]])(
      'reads %j as unknown',
      (value) => expect(readJsonNumber(value)).toBeNull(),
    )

    test.each([[true], ['abc'], ['1,234'], ['$5'], ['0x10'], [[]], [[1]], [{ value: 1 }], [Number.POSITIVE_INFINITY]])(
      'reads %j as not a number',
      (value) => {
        expect(readJsonNumber(value)).toBeNaN()
        expect(readKnownJsonNumber(value)).toBeNull()
      },
    )

    test('accepts only amounts above zero', () => {
      expect([0, -1, null, '2.5', 'x'].map(readPositiveNumber)).toEqual([null, null, null, 2.5, null])
    })
  })

  describe('instants', () => {
    const atMs = Date.parse('2022-05-10T14:25:54.172Z')
    test.each([
      [1_652_192_754, atMs - 172],
      [1_652_192_754_172, atMs],
      [1_652_192_754_172_000, atMs],
      [1_652_192_754_171_838_500, atMs],
      ['1652192754171838500', atMs],
      ['2022-05-10T10:25:54.172-04:00', atMs],
      ['2022-05-10T14:25:54.172Z', atMs],
    ])('%j', (value, expected) => expect(readInstantMs(value)).toBe(expected))

    test.each([[0], [-1], [null], [{}], ['N/A'], ['2022-05-10'], ['2022-05-10T10:25:54'], ['soon'], [1e25], [true]])(
      'rejects %j',
      (value) => expect(readInstantMs(value)).toBeNull(),
    )
  })

  test('reads days', () => {
    expect(['2026-07-10', '2026-07-10T00:00:00Z', ' 2026-07-10 '].map(readDay)).toEqual(Array(3).fill('2026-07-10'))
    expect(['2026-02-30', '07/10/2026', '', null, 20_260_710].map(readDay)).toEqual(Array(5).fill(null))
  })

  test('reads texts', () => {
    expect([' a ', '', '  ', null, 1, {}].map(readText)).toEqual(['a', null, null, null, null, null])
  })

  test('accepts an object in place of a list, and null and strings in place of objects', () => {
    expect([{ a: 1 }, null, undefined, 'x', [1]].map(readObject)).toEqual([{ a: 1 }, {}, {}, {}, {}])
    expect(readObjects([{ a: 1 }, null, 2, { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }])
    expect(readObjects({ a: 1 })).toEqual([{ a: 1 }])
    expect([null, undefined, 'null', 3].map(readObjects)).toEqual([[], [], [], []])
  })
})
