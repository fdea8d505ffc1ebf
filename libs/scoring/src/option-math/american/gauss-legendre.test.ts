import { describe, expect, test } from '@jest/globals'
import { gaussLegendre } from './gauss-legendre.ts'

function integrate(count: number, integrand: (x: number) => number): number {
  const { nodes, weights } = gaussLegendre(count)
  return nodes.reduce((sum, x, i) => sum + (weights[i] ?? Number.NaN) * integrand(x), 0)
}

describe('Gauss-Legendre rule', () => {
  /** Abramowitz and Stegun, table 25.4: the largest node of each rule and its weight. */
  test.each([
    [2, 0.577350269189626, 1],
    [3, 0.774596669241483, 0.555555555555556],
    [5, 0.906179845938664, 0.236926885056189],
    [10, 0.973906528517172, 0.066671344308688],
    [24, 0.995187219997021, 0.012341229799987],
    [48, 0.998771007252426, 0.003153346052306],
  ])('%d nodes, published', (count, node, weight) => {
    const rule = gaussLegendre(count)
    expect(rule.nodes[count - 1]).toBeCloseTo(node, 14)
    expect(rule.weights[count - 1]).toBeCloseTo(weight, 14)
    expect(rule.nodes[0]).toBe(-(rule.nodes[count - 1] ?? 0))
  })

  test('one node is the midpoint', () => {
    const { nodes, weights } = gaussLegendre(1)
    expect(nodes[0]).toBeCloseTo(0, 15)
    expect(weights[0]).toBeCloseTo(2, 14)
  })

  test.each([1, 2, 3, 7, 8, 16, 25, 40])('%d nodes: exact for every power up to 2n − 1, and not for 2n', (count) => {
    for (let power = 0; power < 2 * count; power += 1) {
      expect(integrate(count, (x) => x ** power)).toBeCloseTo(power % 2 === 0 ? 2 / (power + 1) : 0, 13)
    }
    const missed = Math.abs(integrate(count, (x) => x ** (2 * count)) - 2 / (2 * count + 1))
    if (count < 8) expect(missed).toBeGreaterThan(1e-8)
  })

  test('a smooth function: ∫ eˣ = e − 1/e', () => {
    expect(integrate(12, Math.exp)).toBeCloseTo(Math.E - 1 / Math.E, 14)
  })

  test('one rule is worked out once', () => {
    expect(gaussLegendre(31)).toBe(gaussLegendre(31))
  })

  test.each([0, -1, 2.5, Number.NaN])('%p nodes: refused', (count) => {
    expect(() => gaussLegendre(count)).toThrow(/^count must be/)
  })
})
