import { expect, test } from '@jest/globals'
import type { IncomeBucket } from '../../../api/lifecycle.ts'
import { addUp, hasIncome, listIncomparable, nameMonth, optionIncome } from './income-view.ts'

const month = (key: string, changes: Partial<IncomeBucket> = {}): IncomeBucket => ({
  key,
  premiumReceivedUsd: 0,
  paidToCloseUsd: 0,
  optionFeesUsd: 0,
  netPremiumUsd: 0,
  realizedOptionsUsd: 0,
  realizedStockUsd: 0,
  dividendsUsd: 0,
  rolls: 0,
  rollNetUsd: 0,
  presumedUsd: 0,
  ...changes,
})

/** LIFECYCLE E9: cash and realized add up to the same once the chain has no open call. */
const months = [
  month('2026-01', { netPremiumUsd: 199.35, premiumReceivedUsd: 200 }),
  month('2026-02', { netPremiumUsd: 68.7, realizedOptionsUsd: -41.3, rolls: 1 }),
  month('2026-03', { realizedOptionsUsd: 309.35 }),
]

test('cash and realized income have the same sum', () => {
  const sum = (view: 'cash' | 'realized') => months.reduce((all, each) => all + optionIncome(each, view), 0)
  expect(sum('cash')).toBeCloseTo(268.05, 10)
  expect(sum('realized')).toBeCloseTo(268.05, 10)
})

test('cumulative results count each chain in the month when it ended, and open chains today', () => {
  const chain = (endedOn: string | null, pnlUsd: number | null, holdingPnlUsd: number | null, symbol = 'QAAA') => ({
    symbol,
    endedOn,
    pnlUsd,
    holdingPnlUsd,
  })
  const ended = [chain('2026-03-20', 268.05, 500), chain('2026-02-20', 100, 40), chain('2026-03-02', 10, 10)]
  expect(addUp([...ended, chain(null, 50, 60)])).toEqual([
    { label: 'Start', withCalls: 0, withoutCalls: 0 },
    { label: 'Feb 2026', withCalls: 100, withoutCalls: 40 },
    { label: 'Mar 2026', withCalls: 378.05, withoutCalls: 550 },
    { label: 'Today', withCalls: 428.05, withoutCalls: 610 },
  ])
  const unknown = [chain(null, 50, null, 'QBBB'), chain('2026-03-09', null, 7, 'QCCC'), chain(null, null, null, 'QBBB')]
  expect(addUp([...ended, ...unknown])).toEqual(addUp(ended))
  expect(listIncomparable([...ended, ...unknown])).toEqual(['QBBB', 'QCCC'])
  expect(addUp([])).toEqual([])
})

test('names months and tells whether anything was recorded', () => {
  expect(nameMonth('2026-02')).toBe('Feb 2026')
  expect(hasIncome(month('total'))).toBe(false)
  expect(hasIncome(month('total', { presumedUsd: 109.35 }))).toBe(true)
})
