import { describe, expect, test } from '@jest/globals'
import { factNamed } from '../../../facts/facts.ts'
import { noSlots } from '../reading/slots.ts'
import { facets } from './facets.ts'
import { findUnanswered } from './unanswered.ts'

const factsOf = (text: string, shown = 'ko $77.50 call: $0.58 a share, delta 0.23') =>
  findUnanswered(text, 'calls', { ...noSlots, stocks: ['KO'] }, shown).flatMap(({ fact }) => fact ?? [])

describe('facets', () => {
  test.each([
    ['will i get filled at the mid on the § call', 'order_not_filled'],
    ['§ pays a lot, what is the catch', 'higher_premium'],
    ['why does § pay less compared to last spring', 'no_past_premiums'],
    ['how do my § calls do against the s&p 500', 'no_index'],
    ['show me the chart of §', 'charts'],
  ])('%j is open until the entry answers it', (text, fact) => {
    expect(factsOf(text)).toContain(fact)
    const lines = factNamed(fact)?.lines ?? []
    expect(factsOf(text, lines.join(' ').toLowerCase())).not.toContain(fact)
  })

  test.each(['if i get filled at the bid, how much for § calls', '§ call better than the december one'])(
    '%j asks for no entry',
    (text) => {
      expect(factsOf(text)).toEqual([])
    },
  )

  test('every entry that a facet names exists', () => {
    expect(facets.flatMap(({ fact }) => (fact === undefined || factNamed(fact) !== null ? [] : [fact]))).toEqual([])
  })
})
