import { describe, expect, test } from '@jest/globals'
import { asksForChoices, weighsRoll } from '../positions/choices.ts'
import { asksForEnded } from './trades.ts'

describe('trades that ended', () => {
  test.each([
    'what was my best trade this year',
    'which was my worst closed position',
    'what is my win rate',
    'was i ever assigned',
    'have any of my calls expired worthless',
  ])('%j asks for entries of the ledger', (text) => {
    expect(asksForEnded(text)).toBe(true)
  })

  test.each([
    'what is my worst open trade',
    'which of my calls is closest to being assigned',
    'sort my trades by delta',
  ])('%j asks about open calls', (text) => {
    expect(asksForEnded(text)).toBe(false)
  })
})

describe('choices of an open call', () => {
  test.each([
    ['should i close my § call', true, false],
    ['let § get assigned or roll it', true, true],
    ['roll, hold or buy back § with numbers', true, true],
    ['what are my options with the § call', true, true],
    ['what are my options to roll the § position', false, false],
    ['how close is § to getting called away', false, false],
    ['can i roll § for a credit', false, false],
  ])('%j', (text, asks, weighs) => {
    expect([asksForChoices(text), weighsRoll(text)]).toEqual([asks, weighs])
  })
})
