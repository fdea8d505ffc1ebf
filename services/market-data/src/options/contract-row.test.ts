import { ChainRow } from '@callwright/contracts'
import { newYorkCloseMs, valueContracts } from '@callwright/scoring'
import { expect, test } from '@jest/globals'
import type { OptionQuote } from '../providers/provider.ts'
import { toWireRow } from './contract-row.ts'

const MARKET = { price: 100, rate: 0.037, dividends: [], asOfMs: newYorkCloseMs('2026-07-10') }
const QUOTE: OptionQuote = {
  contractSymbol: 'XYZ260821C00110000',
  type: 'call',
  expiration: '2026-08-21',
  strike: 110,
  bid: 1.2,
  ask: 1.3,
  last: 1.25,
  volume: 10,
  openInterest: 100,
  vendorGreeks: { delta: 0.07, gamma: 0.01, theta: -0.02, vega: 0.05, rho: 0.03 },
}

test.each([
  ['solved', {}],
  ['without a volatility', { bid: 0, volume: 0 }],
])('a quote %s as a row of the contract, every figure under its name', (_name, change) => {
  const [row] = valueContracts([{ ...QUOTE, ...change }], MARKET)
  if (row === undefined) throw new Error('no row')
  const wire = toWireRow(row)
  expect(Object.keys(wire)).toEqual(Object.keys(ChainRow.properties))
  expect(wire).toEqual({
    ...{ contract_symbol: 'XYZ260821C00110000', type: 'call', strike: 110, expiration_date: '2026-08-21' },
    ...{ days_to_expiration: 42, bid: row.bid, ask: 1.3, mid: row.mid, last: 1.25, volume: row.volume },
    ...{ open_interest: 100, implied_volatility: row.impliedVolatility, delta: row.delta, gamma: row.gamma },
    ...{ theta: row.theta, vega: row.vega, rho: row.rho, greeks_source: row.greeksSource, moneyness: 'OTM' },
    ...{ in_target: row.inTarget, best_call_liquidity: row.bestCallLiquidity },
    ...{ annualized_yield_pct: row.annualizedYieldPct, time_value: row.timeValueUsd },
    ...{ time_value_yield_pct: row.timeValueYieldPct },
    ...{
      annualized_time_value_yield_pct: row.annualizedTimeValueYieldPct,
      if_called_return_pct: row.ifCalledReturnPct,
    },
    ...{ breakeven: row.breakeven, probability_itm: row.probabilityItm },
    ...{ probability_profit: row.probabilityProfit, probability_touch: row.probabilityTouch, flags: row.flags },
  })
})
