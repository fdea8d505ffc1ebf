import { describe, expect, test } from '@jest/globals'
import {
  readDay,
  readInstantMs,
  readJsonNumber,
  readKnownJsonNumber,
  readObject,
  readObjects,
  readPositiveNumber,
  readText,
} from './json-values.ts'

describe('numbers', () => {
  test.each([
    [1.5, 1.5],
    [0, 0],
    [-2, -2],
    ['12.50', 12.5],
    [' 3 ', 3],
    ['1e3', 1_000],
    ['-0.01', -0.01],
  ])('%j is the number %d', (value, expected) => expect(readJsonNumber(value)).toBe(expected))

  test.each([[undefined], [null], [''], ['  '], ['N/A'], ['n/a'], ['NaN'], ['--'], ['null'], [{}]])(
    '%j is no value',
    (value) => expect(readJsonNumber(value)).toBeNull(),
  )

  test.each([[true], ['abc'], ['1,234'], ['$5'], ['0x10'], [[]], [[1]], [{ value: 1 }], [Number.POSITIVE_INFINITY]])(
    '%j is something that is no number',
    (value) => {
      expect(readJsonNumber(value)).toBeNaN()
      expect(readKnownJsonNumber(value)).toBeNull()
    },
  )

  test('amounts are above zero', () => {
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
    '%j is none',
    (value) => expect(readInstantMs(value)).toBeNull(),
  )
})

test('days', () => {
  expect(['2026-07-10', '2026-07-10T00:00:00Z', ' 2026-07-10 '].map(readDay)).toEqual(Array(3).fill('2026-07-10'))
  expect(['2026-02-30', '07/10/2026', '', null, 20_260_710].map(readDay)).toEqual(Array(5).fill(null))
})

test('texts', () => {
  expect([' a ', '', '  ', null, 1, {}].map(readText)).toEqual(['a', null, null, null, null, null])
})

test('objects and lists: one where a list should be, null and strings where objects should be', () => {
  expect([{ a: 1 }, null, undefined, 'x', [1]].map(readObject)).toEqual([{ a: 1 }, {}, {}, {}, {}])
  expect(readObjects([{ a: 1 }, null, 2, { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }])
  expect(readObjects({ a: 1 })).toEqual([{ a: 1 }])
  expect([null, undefined, 'null', 3].map(readObjects)).toEqual([[], [], [], []])
})
