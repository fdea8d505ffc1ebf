import { describe, expect, test } from '@jest/globals'
import { chooseShown, readShown, toGiven } from './shown.ts'

const TODAY = '2026-11-27'
const TWO =
  'VZ is at 41.10. For Dec 18 the 42 call (delta 0.28) brings 0.31, the 43 call (delta 0.13) 0.11. The 42 pays more.'

describe('the calls that the words of an answer name', () => {
  test('reads strike, expiration, delta and premium of each call, and the price of the stock', () => {
    expect(readShown(TWO, TODAY)).toEqual({
      calls: [
        { strike: 42, expiry: '2026-12-18', delta: 0.28, premium: 0.31 },
        { strike: 43, expiry: '2026-12-18', delta: 0.13, premium: 0.11 },
      ],
      price: 41.1,
      days: null,
    })
  })

  test('reads a bid, thousands and the days left, and leaves amounts for a contract out', () => {
    expect(readShown('LLY Jan 15, 2027 1,160 call: bid 13.80, $1,380 per contract; 49 days.', TODAY)).toEqual({
      calls: [{ strike: 1160, expiry: '2027-01-15', delta: null, premium: 13.8 }],
      price: null,
      days: 49,
    })
  })

  test('gives each call the date before it', () => {
    const { calls } = readShown('The Dec 18 27 call brings 0.17, the Jan 15 27 call 0.42.', TODAY)
    expect(calls.map(({ expiry, premium }) => [expiry, premium])).toEqual([
      ['2026-12-18', 0.17],
      ['2027-01-15', 0.42],
    ])
  })

  test('gives the figures of a calculation, and none without a premium', () => {
    expect(toGiven(readShown(TWO, TODAY), TODAY)).toEqual({
      premium: [0.31, 0.11],
      strike: [42, 43],
      price: [41.1],
      days: [21],
    })
    expect(toGiven(readShown('JPM (call pays 1.1%) and BAC', TODAY), TODAY)).toBeNull()
  })

  test.each([
    ['why not the 43', [43], 43],
    ['the second one', [], 43],
    ['the lowest of those', [], 42],
    ['what about the middle one', [], 43],
  ])('chooses a call by %s', (text, strikes, strike) => {
    const { calls } = readShown(TWO, TODAY)
    expect(chooseShown(calls, { text, strikes, day: null }).map((call) => call.strike)).toEqual([strike])
  })
})
