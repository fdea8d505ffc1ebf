/** @jest-environment node */

import type { ChainRow, Success } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { readChain } from '../../../api/options.ts'
import { buildCalls, buildChain, buildContract } from '../../../testing/option-builders.ts'
import { buildValuedChain } from '../../../testing/valued-chain.ts'
import { chooseCall, explainNoPassing, relateToBest } from './selection.ts'
import { measureTrade, openTrade } from './trade-figures.ts'
import { listWarnings, recommendOnceAdded } from './trade-warnings.ts'

describe('selection', () => {
  const chainOf = (options: ChainRow[]) => readChain(buildChain({ options, current_price: 120.5 }))
  const choose = (options: ChainRow[], strike: number | null = null, opened: number | null = null) => {
    const call = opened === null ? null : { expiration: '2026-08-14', strike: opened }
    return chooseCall(chainOf(options), strike, call)?.strike ?? null
  }
  const liquid = (strike: number, yieldPct: number | null, changes: Partial<ChainRow> = {}) =>
    buildContract({ strike, best_call_liquidity: 'liquid', annualized_yield_pct: yieldPct, ...changes })
  const thin = (strike: number, yieldPct: number) => liquid(strike, yieldPct, { best_call_liquidity: 'thin' })
  const refused = (strike: number, changes: Partial<ChainRow> = {}) =>
    liquid(strike, 99, { best_call_liquidity: null, ...changes })

  test('uses the requested strike, even if it fails the rules', () => {
    expect(choose(buildCalls(), 105)).toBe(105)
    expect(choose([liquid(130, 12), refused(150)], 150, 130)).toBe(150)
  })

  test('selects nothing if the strike is not listed', () => {
    expect(choose(buildCalls(), 132)).toBeNull()
  })

  test('never selects a put', () => {
    const put = buildContract({ type: 'put', strike: 130 })
    expect(choose([put])).toBeNull()
    expect(choose([put], 130)).toBeNull()
  })

  test.each([
    ['the highest yield', [liquid(130, 11), liquid(135, 14), liquid(140, 9)], 135],
    ['a liquid call before a thin one', [thin(130, 40), liquid(135, 14)], 135],
    ['a thin call if none is liquid', [refused(125), thin(130, 12), thin(135, 20)], 135],
    ['no call that fails the rules, however high its yield', [refused(125), liquid(130, 1)], 130],
    ['a call with an unknown yield last', [liquid(130, null), liquid(135, 1)], 135],
    ['nothing if no call passes', [refused(125), refused(130)], null],
    ['nothing if there are no calls', [], null],
  ])('without a strike, selects %s', (_name, options, strike) => {
    expect(choose(options)).toBe(strike)
  })

  describe('default call', () => {
    test('is preferred to a call with a higher yield, as long as it qualifies', () => {
      expect(choose([liquid(130, 11), liquid(135, 14)], null, 130)).toBe(130)
      expect(choose([refused(130), liquid(135, 14)], null, 130)).toBe(135)
      expect(choose([liquid(135, 14)], null, 130)).toBe(135)
    })

    test('applies only to its own expiration', () => {
      const chain = readChain(
        buildChain({ options: [liquid(130, 11), liquid(135, 14)], expiration_date: '2026-08-21' }),
      )
      expect(chooseCall(chain, null, { expiration: '2026-08-14', strike: 130 })?.strike).toBe(135)
    })
  })

  test('tells how the call shown relates to the best call', () => {
    const chain = chainOf([liquid(130, 11), refused(135), liquid(140, 9)])
    const at = (strike: number) => chooseCall(chain, strike)
    const best = { expiration: '2026-08-14', strike: 130 }
    expect(relateToBest(best, chain, at(130))).toBe('shown')
    expect(relateToBest(best, chain, at(140))).toBe('elsewhere')
    expect(relateToBest({ ...best, expiration: '2026-08-21' }, chain, at(130))).toBe('elsewhere')
    expect(relateToBest({ ...best, strike: 135 }, chain, at(130))).toBe('outdated')
    expect(relateToBest({ ...best, strike: 132 }, chain, at(130))).toBe('outdated')
  })

  describe('why no call qualifies', () => {
    const explain = (...options: ChainRow[]) => explainNoPassing(chainOf(options))

    test.each([
      ['no strike above the price', [refused(115)], 'No strike above the price is listed.'],
      [
        'no quotes',
        [refused(125, { ask: null, mid: null }), refused(130, { bid: 0 })],
        'No call above the price has both a bid and an ask.',
      ],
      [
        'no delta in range',
        [refused(125, { delta: 0.4 }), refused(150, { delta: 0.05 }), refused(155, { delta: null })],
        'No call above the price has a delta of 0.15 to 0.30.',
      ],
    ])('names %s', (_name, options, sentence) => {
      expect(explain(...options)).toBe(sentence)
    })

    test('lists each rule with the calls that it rejects', () => {
      const sentence = explain(
        refused(125, { delta: 0.3, bid: 1, ask: 1.6, mid: 1.3 }),
        refused(130, { delta: 0.25, bid: 6.45, ask: 10.8, mid: 8.625, open_interest: 29 }),
        refused(135, { delta: 0.2, open_interest: 9 }),
        refused(140, { delta: 0.15, bid: 0 }),
        refused(145, { delta: 0.1 }),
      )
      expect(sentence).toBe(
        'Calls with a delta of 0.15 to 0.30: 1 has no bid or no ask, 2 have a spread over 40% of the mid, 1 has open interest under 10.',
      )
    })
  })
})

describe('warnings', () => {
  interface Circumstances {
    readonly strike?: number
    readonly row?: Partial<ChainRow>
    readonly chain?: Partial<Success<'options.chain'>>
    readonly dividends?: readonly { readonly exDate: string; readonly cash: number }[]
  }

  function tradeIn({ strike = 105, row = {}, chain: changes = {}, dividends = [] }: Circumstances) {
    const chain = readChain(buildValuedChain({ dividends, rows: { [strike]: row } }, changes))
    const call = chooseCall(chain, strike)
    const trade = call && openTrade(chain, call, 1)
    if (trade === null) throw new Error('no trade')
    return trade
  }

  function warn(circumstances: Circumstances): string[] {
    const trade = tradeIn(circumstances)
    return listWarnings(trade, measureTrade(trade)).map(({ lead, text }) => `${lead}${text}`)
  }

  test('are empty for a liquid call with a good yield and no events', () => {
    expect(warn({})).toEqual([])
  })

  test.each<[string, Circumstances, string]>([
    ['no bid', { row: { bid: 0, flags: ['zero_bid'] } }, 'No bid: there is no buyer.'],
    ['an unknown bid', { row: { bid: null } }, 'No bid: the proceeds of selling are unknown.'],
    ['a crossed quote', { row: { flags: ['crossed'] } }, 'Crossed quote: the bid is above the ask.'],
    ['a wide spread', { row: { bid: 1.5, mid: 2, ask: 2.5 } }, 'Wide spread: 50% of the mid.'],
    ['little open interest', { row: { open_interest: 12 } }, 'Low open interest: 12.'],
    [
      'earnings before expiration',
      { chain: { earnings_date: '2026-07-30' } },
      'Earnings Jul 30, in 20 days, before expiration.',
    ],
    ['earnings today', { chain: { earnings_date: '2026-07-10' } }, 'Earnings Jul 10, today, before expiration.'],
    [
      'earnings on the expiration day',
      { chain: { earnings_date: '2026-08-14' } },
      'Earnings Aug 14, in 35 days, before expiration.',
    ],
    [
      'an ex-dividend date',
      { dividends: [{ exDate: '2026-08-03', cash: 0.3 }] },
      'Ex-dividend Aug 3, $0.30 per share, in 24 days.',
    ],
    [
      'an ex-dividend date with an unknown amount',
      { chain: { ex_dividend_date: '2026-07-11' } },
      'Ex-dividend Jul 11, amount unknown, in 1 day.',
    ],
    [
      'a dividend within a week that exceeds the time value',
      { strike: 80, dividends: [{ exDate: '2026-07-15', cash: 3 }] },
      'Early assignment likely: the dividend of $3.00 exceeds the time value of $0.05; the last day to exercise is Jul 14.',
    ],
    [
      'a later dividend that exceeds the time value',
      { strike: 80, dividends: [{ exDate: '2026-08-03', cash: 3 }] },
      'Early assignment possible: the dividend of $3.00 exceeds the time value of',
    ],
    ['a yield below the minimum', { strike: 120 }, 'Below the 10% minimum: time value pays'],
    [
      'a simulated market',
      { chain: { data_class: 'simulated' } },
      'Simulated market: not real prices. Do not trade at these prices.',
    ],
    [
      'a recorded market',
      { chain: { data_class: 'recorded' } },
      'Recorded market of Jul 10, 2026. Do not trade at these prices.',
    ],
  ])('warns of %s', (_name, circumstances, words) => {
    expect(warn(circumstances).join('\n')).toContain(words)
  })

  test.each<[string, Circumstances]>([
    ['earnings after expiration', { chain: { earnings_date: '2026-08-15' } }],
    ['past earnings', { chain: { earnings_date: '2026-07-09' } }],
    ['an ex-date today', { chain: { ex_dividend_date: '2026-07-10' } }],
    ['an ex-date after expiration', { chain: { ex_dividend_date: '2026-08-15' } }],
  ])('does not warn of %s', (_name, circumstances) => {
    expect(warn(circumstances)).toEqual([])
  })

  test('a dividend smaller than the time value does not put the call at risk', () => {
    expect(warn({ strike: 97.5, dividends: [{ exDate: '2026-07-15', cash: 0.05 }] }).join()).not.toContain('assignment')
  })

  test('shows what the recommendation would be once the position is added', () => {
    expect(recommendOnceAdded(tradeIn({}))?.label).toBe('Hold')
    expect(recommendOnceAdded(tradeIn({ strike: 85 }))?.label).toBe('Roll Out & Up')
    expect(recommendOnceAdded(tradeIn({ strike: 120 }))?.label).toBe('Close')
    expect(recommendOnceAdded(tradeIn({ row: { implied_volatility: null } }))).toBeNull()
    expect(recommendOnceAdded(tradeIn({ row: buildContract({ strike: 105, bid: null }) }))).toBeNull()
  })
})
