import type { ScreenerRow } from '@callwright/contracts'
import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { ALIKE, askScreen, listSymbols, openScreen, weighAlike } from '../../test/ask-screen.ts'
import { drawnQuery } from '../../test/drawn-queries.ts'
import { answerNaively, contradictsItself, type QueryTexts } from '../../test/naive-view.ts'
import { inventRows } from '../../test/rows.ts'
import { prepareRow } from './prepared-row.ts'
import { createScreen, type Screen } from './screen.ts'
import type { Weighting } from './weighted-rating.ts'

const weightings = [
  ['the rating', null, (row: ScreenerRow) => row],
  ['weights of one’s own', ALIKE, weighAlike],
] as const

/** The same rows in the same order, the same counts, the same hints. */
function compare(screen: Screen, rows: readonly ScreenerRow[], query: QueryTexts, weighting: Weighting | null): void {
  if (contradictsItself(query)) {
    expect(() => askScreen(screen, query, weighting)).toThrow(expect.objectContaining({ status: 400 }))
    return
  }
  const answer = askScreen(screen, query, weighting)
  const { stocks, total, relaxations } = answerNaively(rows, query)
  expect(listSymbols(answer)).toBe(listSymbols({ stocks }))
  expect(answer.total).toBe(total)
  expect(new Map(answer.relaxations.map((hint) => [hint.parameter, hint.total]))).toEqual(
    new Map(relaxations.map((hint) => [hint.parameter, hint.total])),
  )
  expect(answer.relaxations.map((hint) => hint.total)).toEqual(relaxations.map((hint) => hint.total))
  expect(answer.stocks[0]).toEqual(stocks[0])
}

describe.each(weightings)('by %s', (_name, weighting, weigh) => {
  const universe = inventRows(180)
  const screen = openScreen(universe)
  const plain = universe.map(weigh)

  test('any question is answered as by going through all rows', () => {
    fc.assert(fc.property(drawnQuery, (query) => compare(screen, plain, query, weighting)))
  })

  test('rows that come and change in any order stand where they would if they had always been there', () => {
    const editions = [1, 2, 3].map((seed) => inventRows(60, seed))
    const steps = fc.array(fc.tuple(fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 20 }), drawnQuery), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(steps, (drawn) => {
        const current = new Map<string, ScreenerRow>()
        const changing = createScreen()
        for (const [index, [places, query]] of drawn.entries()) {
          const changed = places.map((place) => editions[index % 3]?.[place]).filter((row) => row !== undefined)
          for (const row of changed) current.set(row.symbol, weigh(row))
          changing.put(changed.map(prepareRow))
          compare(changing, [...current.values()], query, weighting)
        }
      }),
    )
  })
})
