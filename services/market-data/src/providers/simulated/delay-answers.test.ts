import { expect, test } from '@jest/globals'
import { delayAnswers } from './delay-answers.ts'
import { openAt } from './testing/open-at.ts'

const INSTANT = '2026-07-10T15:12:00Z'

test('late answers are the same answers, and what is no question is not late', async () => {
  const market = openAt(INSTANT)
  const late = delayAnswers(market, 1)
  expect(late.clock.now()).toBe(Date.parse(INSTANT))
  expect(late.stamp()).toEqual(market.stamp())
  expect(await late.quotes.findQuote('AAPL')).toEqual(await market.quotes.findQuote('AAPL'))
  const filter = { type: 'call', maxDays: 20 } as const
  expect(await late.chains.findChain('AAPL', filter)).toEqual(await market.chains.findChain('AAPL', filter))
  expect(await late.reference.findSymbol('NOSUCH')).toBeNull()
})
