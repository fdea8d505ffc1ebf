import { describe, expect, test } from '@jest/globals'
import type { ConfiguredProvider } from '../providers/provider-definition.ts'
import { computeRefreshSeconds, findSeparateIvRanks } from './refresh-pace.ts'

describe('the time between two refreshes', () => {
  const provider = (name: string, callsPerMinute: number): ConfiguredProvider => ({
    name,
    keyId: 'test',
    limit: { burst: 5, perSecond: callsPerMinute / 60 },
    open: () => {
      throw new Error('not opened')
    },
  })
  const shared = { name: 'files', callsASymbol: { quotes: 0, chains: 1, bars: 0 } }

  test('uses half of the limit, with the usual calls or those of the definition', () => {
    const order = { quotes: ['files'], chains: ['files'], bars: ['files'] }
    const given = { providers: [provider('files', 40)], order }
    // 503 calls at 40 a minute take 755 s.
    expect(computeRefreshSeconds(given, 503, [shared])).toBe(1_509)
    expect(computeRefreshSeconds(given, 503, [])).toBe(4 * 1_509)
  })

  test('is decided by the slowest provider, counted with what it serves first', () => {
    const providers = [provider('fast', 300), provider('files', 40)]
    const order = { quotes: ['fast', 'files'], chains: ['files', 'fast'], bars: ['fast'] }
    expect(computeRefreshSeconds({ providers, order }, 503, [shared])).toBe(1_509)
    expect(computeRefreshSeconds({ providers: [], order }, 503)).toBe(0)
  })
})

test('IV ranks are separate if the first source of them takes a call for each', () => {
  const definitions = [{ name: 'files', hasSeparateIvRanks: true }, { name: 'lists' }]
  const find = (...ivRank: string[]) => findSeparateIvRanks({ order: { ivRank } }, definitions)
  expect([find('files', 'lists'), find('lists', 'files'), find()]).toEqual([true, false, false])
})
