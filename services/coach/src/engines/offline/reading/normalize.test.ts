import { describe, expect, test } from '@jest/globals'
import { nameBrokers } from './normalize.ts'

describe('the name of a broker', () => {
  test.each([
    ['my Schwab app shows NVDA higher', 'my broker app shows NVDA higher'],
    ['log in at Schwab and check', 'log in at my broker and check'],
    ['Robinhood rejected my order', 'my broker rejected my order'],
    ['can this place the roll for me at Fidelity', 'can this place the roll for me at my broker'],
  ])('is a broker where the words around it say so: %s', (typed, meant) => {
    expect(nameBrokers(typed)).toBe(meant)
  })

  test.each([
    'covered call on Schwab',
    'roll my Schwab 80 call',
    'I have 200 shares of Schwab at 75',
    'what does Robinhood pay for a 30 delta call',
    'Schwab closed at 80, my strike is 82',
    'take a look at Schwab',
  ])('is a stock otherwise: %s', (typed) => {
    expect(nameBrokers(typed)).toBe(typed)
  })
})
