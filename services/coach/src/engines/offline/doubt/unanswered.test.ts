import { describe, expect, test } from '@jest/globals'
import { noSlots } from '../reading/slots.ts'
import { findUnanswered, showDraft } from './unanswered.ts'

const wordsOf = (...args: Parameters<typeof findUnanswered>) => findUnanswered(...args).map(({ words }) => words)

describe('findUnanswered', () => {
  test('names what an answer does not show, with the stock, and the reading that shows it', () => {
    const slots = { ...noSlots, stocks: ['NVDA'] }
    expect(
      findUnanswered('is the iv on § high and its 30 delta call', 'calls', slots, 'premium 2.10, delta 0.30'),
    ).toEqual([expect.objectContaining({ words: 'iv on NVDA high', by: 'volatility' })])
    expect(wordsOf('is the iv on § high', 'calls', slots, 'low for this stock')).toEqual([])
  })

  test('takes a figure that bounds a search for a condition', () => {
    const slots = { ...noSlots, ivRank: { least: 50, most: null } }
    expect(wordsOf('stocks with iv rank over 50', 'screen', slots, 'ko, pep')).toEqual([])
    expect(wordsOf('iv rank of the best', 'screen', noSlots, 'ko, pep')).toEqual(['iv rank'])
  })

  test('takes the parts of a rating for its reasons', () => {
    const slots = { ...noSlots, stocks: ['PLTR'] }
    expect(wordsOf('why is § rated the way it is', 'stock', slots, 'rating 34 of 60')).toEqual(['why'])
    expect(wordsOf('why is § rated the way it is', 'stock', slots, 'score parts 0 points 4.9 of 6')).toEqual([])
  })

  test('asks a general answer only for times', () => {
    expect(wordsOf('does gamma matter', 'concept', noSlots, 'delta changes')).toEqual([])
    expect(wordsOf('best time of day to sell', 'concept', noSlots, 'no hurry')).toEqual(['time of day'])
  })
})

test('a draft shows its placeholders as path and value', () => {
  const calls = [{ id: 'r1', result: { call: { theta: -0.03 }, why: 'Early exercise' } }]
  expect(showDraft(['Theta {{r1.call.theta}}.', '{{r1.why}}'], calls)).toBe(
    'theta call theta -0.03. why early exercise',
  )
})
