/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { readChain } from '../../../api/option-chain.ts'
import { buildCalls, buildChain, buildContract } from '../../../testing/option-builders.ts'
import { buildLadder, extendReach, type LadderRow } from './ladder.ts'

const chain = readChain(buildChain())

const name = (row: LadderRow) => {
  if (row.kind === 'contract') return row.contract.strike
  return row.kind === 'price' ? `price ${row.price}` : `${row.sign} move ${row.price}`
}
const build = (...args: Parameters<typeof buildLadder>) => buildLadder(...args).map(name)

test('has so many strikes on each side of the price, the price between them, and the moves where they fall', () => {
  expect(build(chain, '5', null)).toEqual([
    100,
    105,
    '-1 move 109.5',
    110,
    115,
    120,
    'price 120.5',
    125,
    130,
    '1 move 131.5',
    135,
    140,
    145,
  ])
  expect(build(chain, '8', null).filter((row) => typeof row === 'number')).toHaveLength(13)
})

test('a strike at the price is below it', () => {
  expect(build({ ...chain, price: 120, expectedMove: null }, '5', null).slice(4, 6)).toEqual([120, 'price 120'])
})

/** Strikes every $5 from 100 to 400 around a price of 150; those from 250 to 300 are in range. */
const volatile = readChain(
  buildChain({
    current_price: 150,
    expected_move: null,
    options: Array.from({ length: 61 }, (_, index) => 100 + 5 * index).map((strike) =>
      buildContract({ strike, in_target: strike >= 250 && strike <= 300 }),
    ),
  }),
)
const strikesOf = (...args: Parameters<typeof buildLadder>) =>
  buildLadder(...args).flatMap((row) => (row.kind === 'contract' ? row.contract.strike : []))

test.each(['5', '8', '15'] as const)(
  'at depth %s the whole target band is shown, and two strikes beyond it',
  (depth) => {
    const strikes = strikesOf(volatile, depth, null)
    expect([strikes[0], strikes.at(-1)]).toEqual([Math.max(100, 155 - 5 * Number(depth)), 310])
  },
)

test('a chosen strike extends the ladder, and the next one takes nothing away', () => {
  const first = extendReach(null, 350)
  expect(strikesOf(volatile, '5', first).at(-1)).toBe(350)
  const next = extendReach(first, 110)
  const strikes = strikesOf(volatile, '5', next)
  expect([strikes[0], strikes.at(-1), strikes.length]).toEqual([110, 350, 49])
})

test('a strike that is not listed reaches to the strikes around it', () => {
  expect(strikesOf(volatile, '5', extendReach(null, 342)).at(-1)).toBe(340)
})

test('a move past the strikes in view is left out', () => {
  expect(build({ ...chain, expectedMove: 40 }, 'all', null)).toHaveLength(14)
})

test('without a price there are all strikes and nothing else', () => {
  const rows = build({ ...chain, price: null }, '5', null)
  expect(rows).toEqual(buildCalls().map(({ strike }) => strike))
})
