import { findTerm, glossary } from '@callwright/scoring/glossary'
import { describe, expect, test } from '@jest/globals'
import { allFacts, factNamed } from './facts.ts'
import { createFinder, findFacts, SURE_SCORE } from './find-fact.ts'

describe('the entries', () => {
  test('are complete, and each belongs to a term of the glossary', () => {
    const terms = new Set(glossary.map(({ id }) => id))
    const faults = allFacts.flatMap(({ id, title, term, lines, questions, followUps, after }) => [
      ...(title === '' || lines.length < 1 || lines.length > 2 ? [`${id}: title and one or two lines`] : []),
      ...(terms.has(term) ? [] : [`${id}: unknown term ${term}`]),
      ...(questions.length + followUps.length >= 3 ? [] : [`${id}: too few questions`]),
      ...after.flatMap((other) => (factNamed(other) === null ? [`${id}: follows unknown ${other}`] : [])),
    ])
    expect(faults).toEqual([])
    expect(allFacts.length).toBeGreaterThanOrEqual(130)
  })

  test('have ids and titles of their own', () => {
    expect(new Set(allFacts.map(({ id }) => id)).size).toBe(allFacts.length)
    expect(new Set(allFacts.map(({ title }) => title.toLowerCase())).size).toBe(allFacts.length)
    expect(allFacts.filter(({ id }) => findTerm(id) !== null)).toEqual([])
  })
})

test('finds most questions without having read them', () => {
  const FOLDS = 8
  const results = Array.from({ length: FOLDS }, (_, fold) => {
    const find = createFinder(
      allFacts.map((fact) => ({ ...fact, questions: fact.questions.filter((_one, index) => index % FOLDS !== fold) })),
    )
    return allFacts.flatMap(({ id, questions }) =>
      questions.filter((_one, index) => index % FOLDS === fold).map((text) => ({ id, found: find(text).slice(0, 3) })),
    )
  }).flat()
  const answered = results.filter(({ found: [best] }) => (best?.score ?? 0) >= SURE_SCORE)
  const share = (part: number, whole: number) => part / whole
  const isFirst = ({ id, found: [best] }: (typeof results)[number]) => best?.fact.id === id
  // Neighboring entries share words, so the buttons matter as much as the first place.
  const rates = {
    precision: share(answered.filter(isFirst).length, answered.length),
    recall: share(results.filter(isFirst).length, results.length),
    amongThree: share(
      results.filter(({ id, found }) => found.some(({ fact }) => fact.id === id)).length,
      results.length,
    ),
  }
  const floors = { precision: 0.58, recall: 0.5, amongThree: 0.72 }
  expect(rates.precision).toBeGreaterThanOrEqual(floors.precision)
  expect(rates.recall).toBeGreaterThanOrEqual(floors.recall)
  expect(rates.amongThree).toBeGreaterThanOrEqual(floors.amongThree)
})

test.each([
  ['does the guy holding my call collect the dividend', 'dividend_buyer'],
  ['am i on the hook for more than my investment', 'worst_case'],
  ['roth ira ok for this?', 'ira_allowed'],
  ['isnt it identical to being short a put', 'short_put_same'],
  ['which of my lots goes first at assignment', 'lots_fifo'],
  ['etrade quotes a different premium than this site', 'app_price_differs'],
  ['is thursday the last day when friday is a holiday', 'holiday_expiry'],
  ['am i bleeding because theta has a minus', 'theta_negative'],
])('finds the entry: %s', (question, id) => {
  expect(
    findFacts(question)
      .slice(0, 3)
      .map(({ fact }) => fact.id),
  ).toContain(id)
})

test('a follow-up question belongs to the entry before it', () => {
  const before = factNamed('twenty_one_days')
  expect(findFacts('and for weeklies?', before)[0]?.fact.id).toBe('twenty_one_weeklies')
  expect(findFacts('so is that per day?', factNamed('theta_meaning'))[0]?.fact.id).toBe('theta_per_day')
})
