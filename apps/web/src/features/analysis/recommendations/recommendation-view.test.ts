/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { describeOrder, pickBest } from './recommendation-view.ts'

type Liquidity = 'liquid' | 'thin' | null

const call = (
  expiration: string,
  days: number,
  strike: number,
  annualizedYieldPct: number,
  bestCallLiquidity: Liquidity = 'liquid',
) => ({ expiration, days, strike, annualizedYieldPct, bestCallLiquidity, isBestCall: false })

const name = ({ expiration, strike }: ReturnType<typeof call>) => `${expiration.slice(5)} ${strike}`

describe('one call of each expiration', () => {
  const tomorrow = call('2026-11-27', 1, 100, 198.4)
  const sep = [call('2026-12-26', 30, 110, 12), call('2026-12-26', 30, 105, 30, 'thin'), call('2026-12-26', 30, 115, 8)]
  const jan = call('2027-01-08', 43, 120, 14)
  const thinOne = call('2027-01-02', 37, 118, 40, 'thin')
  const late = call('2027-03-19', 113, 130, 9)

  test('30 to 45 days first, liquid before thin, by yield; then the other dates in order', () => {
    expect(pickBest([late, tomorrow, thinOne, ...sep, jan]).map(name)).toEqual([
      '01-08 120',
      '12-26 110',
      '01-02 118',
      '11-27 100',
      '03-19 130',
    ])
  })

  test('the best call of the stock leads, whatever its days and yield', () => {
    const best = { ...call('2027-01-18', 53, 125, 6, 'thin'), isBestCall: true }
    const list = pickBest([call('2027-01-18', 53, 122, 20), jan, best])
    expect(list.map(name)).toEqual(['01-18 125', '01-08 120'])
    expect(describeOrder(list, true, 'best_call')).toMatch(/^The best call first, then one call per expiration/)
  })
})

test('a list of the reader’s own says by what it is ranked', () => {
  expect(describeOrder([], false, 'score')).toBe('Recommended calls first, by score.')
  expect(describeOrder([], false, 'best_call')).toBe('The best call first, then by score.')
})
