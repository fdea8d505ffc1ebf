import { expect, test } from '@jest/globals'
import { choosePremium } from './premium.ts'

test.each([
  ['the mid', { bid: 1.2, ask: 1.3, last: 9, volume: 5 }, 0, 1.25, 'quote'],
  ['half of the ask without a bid, whatever traded', { bid: 0, ask: 0.06, last: 0.04, volume: 5 }, 0, 0.03, 'half_ask'],
  ['no half of the ask where exercise pays more', { bid: 0, ask: 5, last: null, volume: 0 }, 4, null, null],
  ['the last trade of today where there is no ask', { bid: 0, ask: null, last: 0.04, volume: 5 }, 0, 0.04, 'last'],
  ['a crossed quote: the last trade', { bid: 2, ask: 1, last: 1.5, volume: 5 }, 0, 1.5, 'last'],
  ['no trade today', { bid: null, ask: null, last: 0.04, volume: 0 }, 0, null, null],
  ['not known whether it traded today', { bid: null, ask: null, last: 0.04, volume: null }, 0, null, null],
])('%s', (_name, quote, intrinsic, premium, source) => {
  expect(choosePremium(quote, intrinsic)).toEqual({ premium, source })
})
