/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { readScreen } from '../../../api/screen.ts'
import { buildStock, buildView } from '../../../testing/builders.ts'
import { formatVol, judgeIvRank, judgeStochastic, judgeVol, nameRsi, readSignal } from './summary-words.ts'

const toStock = (changes: Parameters<typeof buildStock>[0]) => {
  const [stock] = readScreen(buildView([buildStock(changes)]), { fields: [] }).stocks
  if (stock === undefined) throw new Error('There is one')
  return stock
}

test.each([
  [80, null],
  [80.01, 'High'],
  [20, null],
  [19.99, 'Low'],
])('stochastic %d is %s', (value, level) => expect(judgeStochastic(value)).toBe(level))

test.each([
  [70, null],
  [70.5, 'High'],
  [30, null],
  [29, 'Low'],
])('IV rank %d is %s', (value, level) => expect(judgeIvRank(value)).toBe(level))

test.each([
  [0.3, null],
  [0.301, 'High'],
  [0.15, null],
  [0.149, 'Low'],
])('a volatility of %d is %s', (value, level) => expect(judgeVol(value)).toBe(level))

test.each([
  [70, 'Overbought'],
  [50, 'Neutral'],
  [30, 'Oversold'],
])('RSI %d is %s', (value, word) => expect(nameRsi(value)).toBe(word))

test('a volatility that is not known is not a number', () => {
  expect(formatVol(0.2722)).toBe('27.22%')
  expect(formatVol(null)).toBe('--.--%')
})

describe('CC Signal', () => {
  test.each([
    [40, 'Strong'],
    [39.99, 'Good'],
    [36, 'Good'],
    [26, 'Fair'],
    [19, 'Weak'],
    [18.99, 'Avoid'],
  ])('a rating of %d is %s', (cc_score, word) => {
    expect(readSignal(toStock({ cc_score }), false).word).toBe(word)
  })

  test('says why: the rating, the bands and the parts', () => {
    const { why } = readSignal(toStock({ cc_score: 37.5, score_points: [5, 3, null, 8, 12, 6] }), false)
    expect(why.split('\n')).toEqual([
      'Good: the rating is 37 of 60.',
      'Strong from 40, Good from 36, Fair from 26, Weak from 19, else Avoid.',
      'Trading volume: 5.00 of 6',
      'Option spread: 3.00 of 4',
      'IV rank: unknown',
      'Technical setup: 8.00 of 10',
      'Stock quality: 12.00 of 15',
      'Income: 6.00 of 10',
    ])
  })

  test('no rating, no call, with the reason', () => {
    expect(readSignal(toStock({ cc_score: null, score_reason: 'no_writable_call' }), false)).toMatchObject({
      band: null,
      word: 'No call',
      why: 'No call 21 to 60 days out passes the liquidity and delta rules',
    })
  })
})
