import { expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { newYorkCloseMs } from '../calendar/new-york.ts'
import { valueContracts } from './contract-row.ts'
import { valueAtVolatility } from './theoretical-value.ts'

test.each(['call', 'put'] as const)(
  'a %s at the volatility of its mid is its mid, with the Greeks of its row',
  (type) => {
    const market = { ...MARKET, dividends: [{ exDate: inDays(20), cash: 0.8 }] }
    const contract = quoted({ type, strike: type === 'call' ? 105 : 95, bid: 2, ask: 2.1 })
    const [row] = valueContracts([contract], market)
    const value = valueAtVolatility(contract, row?.impliedVolatility ?? Number.NaN, market)
    expect(value.price).toBeCloseTo(2.05, 4)
    expect(value).toMatchObject({
      delta: row?.delta,
      gamma: row?.gamma,
      thetaPerDay: row?.theta,
      model: row?.greeksSource,
    })
    expect(value).toMatchObject({ vegaPerPoint: row?.vega, rhoPerPoint: row?.rho })
  },
)

test('once expired it is worth what exercise pays', () => {
  const contract = { type: 'call', strike: 97, expiration: inDays(0) } as const
  expect(valueAtVolatility(contract, 0.3, MARKET)).toMatchObject({ price: 3, delta: 1, gamma: 0 })
  expect(valueAtVolatility(contract, 0.3, { ...MARKET, asOfMs: newYorkCloseMs(inDays(1)) }).price).toBe(3)
})
