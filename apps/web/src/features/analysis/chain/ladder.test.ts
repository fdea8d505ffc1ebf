import { expect, test } from '@jest/globals'
import { readChain } from '../../../api/option-chain.ts'
import { buildCalls, buildChain } from '../../../testing/option-builders.ts'
import { buildLadder, type LadderRow } from './ladder.ts'

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

test('goes on to the chosen strike', () => {
  const find = (strike: number) => chain.contracts.find((contract) => contract.strike === strike) ?? null
  expect(build({ ...chain, expectedMove: null }, '5', find(150)).at(-1)).toBe(150)
  expect(build({ ...chain, expectedMove: null }, '5', find(90))[0]).toBe(90)
})

test('a move past the strikes in view is left out', () => {
  expect(build({ ...chain, expectedMove: 40 }, 'all', null)).toHaveLength(14)
})

test('without a price there are all strikes and nothing else', () => {
  const rows = build({ ...chain, price: null }, '5', null)
  expect(rows).toEqual(buildCalls().map(({ strike }) => strike))
})
