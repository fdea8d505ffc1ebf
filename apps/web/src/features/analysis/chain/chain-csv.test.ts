/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { readChain } from '../../../api/option-chain.ts'
import { buildChain, buildContract } from '../../../testing/option-builders.ts'
import { writeChainCsv } from './chain-csv.ts'

function writeRows(side: 'call' | 'put', changes: Parameters<typeof buildContract>[0] = {}) {
  const chain = readChain(buildChain({ options: [buildContract({ type: side, ...changes })], source: '=pack' }))
  const lines = writeChainCsv(chain, side, chain.contracts).slice(1).split('\r\n')
  const head = lines.findIndex((line) => line.startsWith('Contract,'))
  const names = lines[head]?.split(',') ?? []
  const values = lines[head + 1]?.split(',') ?? []
  return { lines, row: Object.fromEntries(names.map((name, index) => [name, values[index]])) }
}

test('says what the figures are before them, and runs no formula', () => {
  const { lines } = writeRows('call')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Callwright options chain',
      'Symbol,QAAA',
      '"Expiration","2026-08-14, 35 days"'.replaceAll('"Expiration"', 'Expiration'),
      'Price,$120.50',
      '"As of","Jul 10, 2026, 16:00 ET"'.replaceAll('"As of"', 'As of'),
      `Source,"'=pack"`,
      'Yields,at the bid',
    ]),
  )
})

test('has every figure of a call in the unit its column names', () => {
  expect(writeRows('call', { bid: 1, ask: 1.5, mid: 1.25, volume: null }).row).toEqual({
    Contract: 'QAAA260814C00130000',
    'Strike ($)': '130',
    Moneyness: 'OTM',
    'In range': 'no',
    'Bid ($)': '1',
    'Ask ($)': '1.5',
    'Mid ($)': '1.25',
    Delta: '0.2194',
    'Yield (% a year)': '10.39',
    'Time value (% a year)': '10.39',
    'If called (% of term)': '8.88',
    'Expires OTM (%)': '80.3',
    'Volume (contracts)': '',
    'Open interest (contracts)': '400',
    'IV (%)': '32.04',
    'Last ($)': '1.22',
    'Time value ($)': '1.2',
    'Breakeven ($)': '119.3',
    Gamma: '0.02',
    'Theta ($ a day)': '-0.05',
    'Vega ($ a point)': '0.12',
    'Rho ($ a point)': '0.03',
    Notes: 'Wide spread: 40% of the mid',
  })
})

test('what an unquoted strike does not have is empty, never 0', () => {
  const nothing = {
    annualized_yield_pct: null,
    time_value: null,
    annualized_time_value_yield_pct: null,
    if_called_return_pct: null,
    breakeven: null,
    delta: null,
    probability_itm: null,
    implied_volatility: null,
  }
  const { row } = writeRows('call', { bid: 0, ask: null, mid: null, flags: ['zero_bid'], ...nothing })
  const derived = ['Ask ($)', 'Mid ($)', 'Delta', 'Yield (% a year)', 'Time value (% a year)', 'If called (% of term)']
  expect([...derived, 'Time value ($)', 'Breakeven ($)'].map((name) => row[name])).toEqual(Array(8).fill(''))
})

test('a put has no figures of writing', () => {
  expect(Object.keys(writeRows('put').row)).not.toContain('Yield (% a year)')
})
