import fc from '@callwright/properties'
import { expect, test } from '@jest/globals'
import { roundFigure, roundFigures } from './round-figures.ts'

test.each([
  [6.45 - 6.05, 0.4],
  [500.45 - 500.05, 0.4],
  [0.1 + 0.2, 0.3],
  [0.5000000000000002, 0.5],
  [-0.3999999999999999, -0.4],
  [5_000.45 - 5_000.05, 0.4],
  [0.9999999999999, 1],
  [1.000000000001, 1],
  [37.61904761904762, 37.619047619],
  [1.2345678901234e-7, 1.23456789012e-7],
  [1.2345678901234e-15, 1.23456789012e-15],
  [2_774_123_456_789.125, 2_774_123_456_789.125],
  [41.25, 41.25],
  [0, 0],
])('%d is written as %d', (figure, written) => {
  expect(roundFigure(figure)).toBe(written)
})

test('any figure keeps twelve digits, and a rounded one stays as it is', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (figure) => {
      const written = roundFigure(figure)
      expect(Math.abs(written - figure)).toBeLessThanOrEqual(Math.abs(figure) * 5.000001e-12)
      expect(roundFigure(written)).toBe(written)
    }),
  )
})

test('figures are rounded wherever they are, texts and dates stay, and what is given is not changed', () => {
  const noise = 0.1 + 0.2
  const when = new Date(0)
  const given = { texts: ['0.30000000000000004'], when, none: null, parts: [{ points: noise, list: [1, noise] }] }
  const rounded = roundFigures(given)
  expect(rounded).toEqual({
    texts: ['0.30000000000000004'],
    when,
    none: null,
    parts: [{ points: 0.3, list: [1, 0.3] }],
  })
  expect(given.parts[0]?.points).toBe(noise)
  expect(rounded.texts).toBe(given.texts)
})
