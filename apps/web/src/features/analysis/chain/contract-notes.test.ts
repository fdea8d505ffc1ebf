/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { readContract } from '../../../api/option-chain.ts'
import { buildContract } from '../../../testing/option-builders.ts'
import { explainNoVol, listNotes } from './contract-notes.ts'

const notesOf = (changes: Parameters<typeof buildContract>[0]) => listNotes(readContract(buildContract(changes)))

test('a tight quote that many hold needs no note', () => {
  expect(notesOf({ bid: 1.9, ask: 2.1, mid: 2, open_interest: 100 })).toBeNull()
  expect(notesOf({ open_interest: null })).toBeNull()
})

test.each([
  [{ bid: 1.9, ask: 2.11, mid: 2.005 }, 'Wide spread: 10.5% of the mid'],
  [{ bid: 1, ask: 1.5, mid: 1.25 }, 'Wide spread: 40% of the mid'],
  [{ open_interest: 99 }, 'Low open interest: 99'],
  [{ open_interest: 0 }, 'No open interest'],
  [{ flags: ['crossed' as const], bid: 2, ask: 1 }, 'Crossed quote: the bid is above the ask'],
])('%j is trouble: %s', (changes, line) => {
  expect(notesOf(changes)).toEqual({ tone: 'trouble', lines: [line] })
})

test('a call nobody bids for says so, and that it has no volatility', () => {
  const flags = ['zero_bid' as const, 'iv_unsolvable' as const]
  expect(notesOf({ bid: 0, ask: null, mid: null, implied_volatility: null, flags })).toEqual({
    tone: 'trouble',
    lines: ['No bid: nobody offers to pay a premium', 'No implied volatility: nobody bids'],
  })
})

test('an old trade alone is only good to know', () => {
  expect(notesOf({ flags: ['stale_trade'] })).toEqual({
    tone: 'aside',
    lines: ['Not traded today: its last trade is of an earlier day'],
  })
})

test.each([
  [{ flags: ['crossed' as const] }, 'the quote is crossed'],
  [{ mid: null }, 'there is no bid and ask'],
  [{}, 'no volatility gives its mid as the price'],
])('%j has no volatility because %s', (changes, reason) => {
  expect(explainNoVol(readContract(buildContract(changes)))).toBe(reason)
})
