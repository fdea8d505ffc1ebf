import type { ChainRow } from '@callwright/contracts'
import { expect, test } from '@jest/globals'
import { readChain } from '../../../api/option-chain.ts'
import { buildCalls, buildChain, buildContract } from '../../../testing/option-builders.ts'
import { chooseCall } from './selection.ts'

const choose = (options: ChainRow[], strike: number | null = null, price: number | null = 120.5) =>
  chooseCall(readChain(buildChain({ options, current_price: price })), strike)?.strike ?? null

const inRange = (strike: number, yieldPct: number | null, changes: Partial<ChainRow> = {}) =>
  buildContract({ strike, in_target: true, time_value_yield_pct: yieldPct, ...changes })

test('the strike asked for, whatever its delta', () => {
  expect(choose(buildCalls(), 105)).toBe(105)
})

test('a strike that is not listed is no other one', () => {
  expect(choose(buildCalls(), 132)).toBeNull()
})

test('a put is no call', () => {
  expect(choose([buildContract({ type: 'put', in_target: true })])).toBeNull()
  expect(choose([buildContract({ type: 'put', strike: 130 })], 130)).toBeNull()
})

test.each([
  ['the highest yield of time value in range', [inRange(130, 1.1), inRange(135, 1.4), inRange(140, 0.9)], 135],
  ['not a crossed quote', [inRange(130, 1.1), inRange(135, 1.4, { flags: ['crossed'] })], 130],
  ['not one without a bid', [inRange(130, 1.1), inRange(135, 1.4, { bid: 0, flags: ['zero_bid'] })], 130],
  ['not one whose bid is unknown', [inRange(130, 1.1), inRange(135, 1.4, { bid: null })], 130],
  ['an unknown yield last', [inRange(130, null), inRange(135, 0.1)], 135],
  [
    'outside the range nothing, however high its yield',
    [buildContract({ strike: 125, time_value_yield_pct: 9 }), inRange(130, 1)],
    130,
  ],
])('without a strike: %s', (_name, options, strike) => {
  expect(choose(options)).toBe(strike)
})

const outOfRange = (strike: number, changes: Partial<ChainRow> = {}) => buildContract({ strike, ...changes })

test('nothing in range: the first above the price that somebody bids for', () => {
  const bare = { bid: 0, flags: ['zero_bid'] as ChainRow['flags'] }
  expect(choose([outOfRange(115), outOfRange(120.5), outOfRange(125, bare), outOfRange(130), outOfRange(135)])).toBe(
    130,
  )
})

test.each([
  ['no call above the price has a bid', [outOfRange(115), outOfRange(125, { bid: null })], 120.5],
  ['the price is not known', [outOfRange(115), outOfRange(125)], null],
  ['there are no calls', [], 120.5],
])('none where %s', (_name, options, price) => {
  expect(choose(options, null, price)).toBeNull()
})
