import { describe, expect, test } from '@jest/globals'
import { chooseChains, isSurveyNeeded, type SurveyedSymbol } from './rotation.ts'

/** Named by their rank: A is the best. */
const surveyed = (count: number, lastTurns: Readonly<Record<string, number>> = {}): SurveyedSymbol[] =>
  Array.from({ length: count }, (_, index) => {
    const symbol = String.fromCharCode(65 + index)
    return { symbol, points: 40 - index, lastTurn: lastTurns[symbol] ?? null }
  }).reverse()

test.each([
  [0, 6_000, false],
  [20, 20, false],
  [20, 21, true],
])('with %i chains a run, %i symbols are surveyed first: %p', (chainsPerRun, symbols, expected) => {
  expect(isSurveyNeeded({ chainsPerRun, rotationShare: 0.2 }, symbols)).toBe(expected)
})

describe('chooseChains', () => {
  test('four of five go to the best, one in five to the next in turn', () => {
    const { chosen, waiting } = chooseChains(surveyed(8), { chainsPerRun: 5, rotationShare: 0.2 })
    expect(chosen).toEqual(['A', 'B', 'C', 'D', 'E'])
    expect(waiting).toEqual([
      { symbol: 'F', runs: 1 },
      { symbol: 'G', runs: 2 },
      { symbol: 'H', runs: 3 },
    ])
  })

  test('never asked for comes first, then longest ago; equals by points, then by symbol', () => {
    const lastTurns = { A: 9, B: 9, C: 3, D: 2, E: 2, F: 4 }
    const { chosen, waiting } = chooseChains(surveyed(8, lastTurns), { chainsPerRun: 5, rotationShare: 0.6 })
    expect(chosen).toEqual(['A', 'B', 'G', 'H', 'D'])
    expect(waiting.map(({ symbol, runs }) => `${symbol}${runs}`)).toEqual(['E1', 'C1', 'F1'])
    const equals = ['QB', 'QA', 'QC'].map((symbol) => ({ symbol, points: 1, lastTurn: null }))
    expect(chooseChains(equals, { chainsPerRun: 1, rotationShare: 0 }).chosen).toEqual(['QA'])
  })

  test.each([
    [0, ['A', 'B', 'C', 'D'], [null, null, null, null]],
    [0.01, ['A', 'B', 'C', 'H'], [1, 2, 3, 4]],
    [1, ['E', 'F', 'G', 'H'], [1, 1, 1, 1]],
  ])('a share of %d', (rotationShare, chosen, runs) => {
    const lastTurns = { A: 5, B: 5, C: 5, D: 5, E: 4, F: 4, G: 4 }
    const choice = chooseChains(surveyed(8, lastTurns), { chainsPerRun: 4, rotationShare })
    expect([...choice.chosen].sort()).toEqual(chosen)
    expect(choice.waiting.map((entry) => entry.runs)).toEqual(runs)
  })

  test('where fewer were surveyed than chains may be read, all of them are', () => {
    const { chosen, waiting } = chooseChains(surveyed(3), { chainsPerRun: 5, rotationShare: 0.2 })
    expect(chosen).toEqual(['A', 'B', 'C'])
    expect(waiting).toEqual([])
  })
})
