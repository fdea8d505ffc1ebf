import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { newYorkCloseMs } from '../calendar/new-york.ts'
import { computeAmericanDelta } from '../option-math/american/american.ts'
import { impliedAmericanVolatility } from '../option-math/american/implied.ts'
import { openChainClock } from '../option-math/chain.ts'
import { boundByAsk, NO_BOUNDS } from './bounds.ts'

/** Case 21: AAPL at 549.46 on the day before the 580 call expires, quoted 0 by 0.06. */
const market = { price: 549.46, rate: 0.04, dividends: [], asOfMs: newYorkCloseMs('2026-11-25') }
const call = { strike: 580, expiration: '2026-11-27', bid: 0, ask: 0.06 }

describe('a call without a bid', () => {
  test('has at most the delta at the volatility of its ask', () => {
    const { deltaAtMost, impliedVolatilityAtMost } = boundByAsk(call, market)
    expect(deltaAtMost).toBeGreaterThan(0)
    expect(deltaAtMost).toBeLessThan(0.02)
    expect(impliedVolatilityAtMost).toBeLessThan(0.5)
  })

  test.each([
    ['a bid', { ...call, bid: 0.01 }],
    ['no ask', { ...call, ask: null }],
    ['in the money', { ...call, strike: 500, ask: 51 }],
    ['offered at more than the stock', { ...call, ask: 600 }],
  ])('says nothing with or without %s', (_name, quoted) => expect(boundByAsk(quoted, market)).toEqual(NO_BOUNDS))

  test('no value up to the ask has a higher delta, with a dividend in the term too', () => {
    const exDate = '2026-12-10'
    const far = { ...market, dividends: [{ exDate, cash: 2 }] }
    const { termsOf, dividends } = openChainClock(far)
    const { years } = termsOf('2026-12-18')
    fc.assert(
      fc.property(
        fc.integer({ min: 552, max: 800 }),
        fc.double({ min: 0.05, max: 5 }),
        fc.double({ min: 0.1, max: 1 }),
        (strike, ask, part) => {
          const { deltaAtMost } = boundByAsk({ strike, expiration: '2026-12-18', bid: 0, ask }, far)
          const terms = { type: 'call', spot: far.price, strike, years, rate: far.rate, dividends } as const
          const { vol } = impliedAmericanVolatility({ ...terms, price: ask * part })
          if (vol === null || deltaAtMost === null) return
          expect(computeAmericanDelta({ ...terms, vol })).toBeLessThanOrEqual(deltaAtMost + 1e-4)
        },
      ),
    )
  })
})
