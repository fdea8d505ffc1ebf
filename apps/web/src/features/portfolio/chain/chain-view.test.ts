import { expect, test } from '@jest/globals'
import type { Chain } from '../../../api/lifecycle.ts'
import { hasChanged, listJoinable, readSettings } from './chain-view.ts'

const build = (chainId: string, changes: Partial<Chain> = {}) =>
  ({ chainId, symbol: 'QAAA', account: null, intent: null, taxDeferred: false, note: null, ...changes }) as Chain

test('settings start as they are stored, and only a difference counts as a change', () => {
  const chain = build('a', { intent: 'keep_shares', account: 'IRA', taxDeferred: true })
  const settings = readSettings(chain)
  expect(settings).toEqual({ intent: 'keep_shares', account: 'IRA', taxDeferred: true, note: '' })
  expect(hasChanged(chain, settings)).toBe(false)
  for (const change of [{ intent: '' }, { account: '' }, { taxDeferred: false }, { note: 'x' }] as const) {
    expect(hasChanged(chain, { ...settings, ...change })).toBe(true)
  }
})

test('only other chains on the same stock and in the same account can be joined', () => {
  const chain = build('a')
  const same = build('b')
  const others = [chain, same, build('c', { symbol: 'QBBB' }), build('d', { account: 'IRA' })]
  expect(listJoinable(chain, others)).toEqual([same])
})
