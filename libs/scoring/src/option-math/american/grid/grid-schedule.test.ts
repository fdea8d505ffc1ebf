import { describe, expect, test } from '@jest/globals'
import { LEVELS, scheduleSteps, WEIGHTS_PER_STEP } from './grid-schedule.ts'

const weightsOf = (count: number, grade: number, step: number) => {
  const { weights } = scheduleSteps(count, grade)
  return [...weights.subarray(WEIGHTS_PER_STEP * step, WEIGHTS_PER_STEP * (step + 1))]
}

describe('steps of a stretch', () => {
  test('equal or shorter first, from 0 to 1', () => {
    expect([...scheduleSteps(4, 1).fractions]).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect([...scheduleSteps(4, 2).fractions]).toEqual([0, 1 / 16, 4 / 16, 9 / 16, 1])
  })

  test('worked out once', () => {
    expect(scheduleSteps(9, 1.5)).toBe(scheduleSteps(9, 1.5))
    expect(scheduleSteps(9, 1.5)).not.toBe(scheduleSteps(9, 2))
  })

  /** Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, III.1, formula 1.22'. */
  test.each([
    [1, [1, 1, 0, 0, 0]],
    [2, [2 / 3, 4 / 3, -1 / 3, 0, 0]],
    [3, [6 / 11, 18 / 11, -9 / 11, 2 / 11, 0]],
    [4, [12 / 25, 48 / 25, -36 / 25, 16 / 25, -3 / 25]],
    [7, [12 / 25, 48 / 25, -36 / 25, 16 / 25, -3 / 25]],
  ])('step %d of equal ones: the published formula', (step, published) => {
    weightsOf(8, 1, step).forEach((weight, j) => {
      expect(weight).toBeCloseTo(published[j] ?? Number.NaN, 12)
    })
  })

  test('unequal steps: exact for every power up to the order', () => {
    const { fractions } = scheduleSteps(12, 1.7)
    for (let step = 1; step <= 12; step += 1) {
      const [own = 0, ...old] = weightsOf(12, 1.7, step)
      const time = fractions[step] ?? 0
      const length = time - (fractions[step - 1] ?? 0)
      for (let power = 0; power <= Math.min(step, LEVELS); power += 1) {
        const past = old.reduce((sum, weight, j) => sum + weight * (fractions[step - 1 - j] ?? 0) ** power, 0)
        const slope = power === 0 ? 0 : power * time ** (power - 1)
        expect(past + own * length * slope).toBeCloseTo(time ** power, 12)
      }
    }
  })
})
