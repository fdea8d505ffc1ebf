import { describe, expect, test } from '@jest/globals'
import { inverseNormal, normalAt, openStream, openSubstream, pickAt, uniformAt } from './random.ts'

const COUNT = 40_000
const range = Array.from({ length: COUNT }, (_value, index) => index)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('streams', () => {
  test('a stream is read at any place, in any order', () => {
    const stream = openStream('seed', 'market')
    const forwards = [0, 1, 2, 20_644].map((n) => uniformAt(stream, n))
    const backwards = [20_644, 2, 1, 0].map((n) => uniformAt(openStream('seed', 'market'), n))
    expect(backwards.reverse()).toEqual(forwards)
    expect(new Set(forwards).size).toBe(4)
  })

  test('names divide where their parts do', () => {
    expect(openStream('ab', 'c')).not.toEqual(openStream('a', 'bc'))
  })

  test('even, normal, and independent of neighbours, siblings and parents', () => {
    const stream = openStream('seed', 'own', 'KO')
    const normals = range.map((n) => normalAt(stream, n))
    const noise = 4 / Math.sqrt(COUNT)
    expect(Math.abs(mean(range.map((n) => uniformAt(stream, n))) - 0.5)).toBeLessThan(noise)
    expect(Math.abs(mean(normals))).toBeLessThan(noise)
    expect(Math.abs(mean(normals.map((value) => value ** 2)) - 1)).toBeLessThan(1.5 * noise)
    expect(Math.abs(mean(normals.map((value) => value ** 4)) - 3)).toBeLessThan(10 * noise)
    const others = [openStream('seed', 'own', 'KR'), openSubstream(stream, 1), openSubstream(stream, 2)]
    for (const other of others) {
      expect(Math.abs(mean(normals.map((value, n) => value * normalAt(other, n))))).toBeLessThan(noise)
    }
    expect(Math.abs(mean(normals.map((value, n) => value * (normals[n + 1] ?? 0))))).toBeLessThan(noise)
  })

  test('picks every entry', () => {
    const stream = openStream('seed', 'picks')
    expect(new Set(range.slice(0, 100).map((n) => pickAt(stream, n, ['a', 'b', 'c'])))).toEqual(
      new Set(['a', 'b', 'c']),
    )
  })
})

// From scipy 1.17, norm.ppf.
test.each([
  [1e-9, -5.9978070150076865],
  [1e-5, -4.264890793922825],
  [0.01, -2.3263478740408408],
  [0.0749, -1.4402347],
  [0.3, -0.5244005127080409],
  [0.5, 0],
  [0.9, 1.2815515655446004],
  [0.999, 3.090232306167813],
])('the quantile of %d is %d', (probability, quantile) => {
  expect(inverseNormal(probability)).toBeCloseTo(quantile, 5)
})
