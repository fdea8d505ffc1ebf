import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import type { RollRequest } from './roll-candidate.ts'
import type { RollOptions } from './roll-options.ts'
import { scoreRoll } from './roll-score.ts'
import { selectRolls } from './select-rolls.ts'

/** All later calls, quoted or not, as the table of rolls asks for them. */
const EVERY: Partial<RollOptions> = {
  ...{ minDays: 0, maxDays: 5_000, minDaysAdded: 0, maxDelta: 1, minOpenInterest: 0, minCreditUsd: 0 },
  ...{ neverBelowCost: false, keepsUnvalued: true, limit: 100, rankBy: 'keep_shares' },
}

/** In 7 days, the 98 call: sold for 2.00 on shares that cost 90, ask 2.60; the stock is at 100. */
const HELD: Omit<RollRequest, 'rows'> = {
  position: { strike: 98, expiration: inDays(7), premium: 2, contracts: 3 },
  costToClose: 2.6,
  costBasis: 90,
  market: MARKET,
}
const tabulate = (rows: QuotedOption[], options: Partial<RollOptions> = {}, more: Partial<RollRequest> = {}) =>
  selectRolls({ ...HELD, rows, options: { ...EVERY, ...options }, ...more })

describe('figures of the table, computed by hand', () => {
  test('a roll up and out for a credit', () => {
    const row = quoted({ strike: 102, expiration: inDays(35), bid: 3.1, ask: 3.2 })
    const [roll] = tabulate([row], { feePerContractUsd: 0.65 }).candidates
    expect(roll).toMatchObject({
      daysAdded: 28,
      strikeChangeUsd: 4,
      // 3.10 − 2.60 − 2 × 0.0065 a share; × 100 × 3 contracts
      netCreditUsd: expect.closeTo(0.487, 10),
      netCreditOfPositionUsd: expect.closeTo(146.1, 8),
      newCall: {
        // (3.10 − 0.0065) / 100 = 3.0935%; × 365 / 35 = 32.26079%
        staticReturn: { returnPct: expect.closeTo(3.0935, 10), annualizedPct: expect.closeTo(32.260786, 5) },
        // (102 − 100 + 3.0935) / 100 = 5.0935%; × 365 / 35 = 53.11793%
        ifCalledReturn: { returnPct: expect.closeTo(5.0935, 10), annualizedPct: expect.closeTo(53.117929, 5) },
      },
    })
    // R: (0.487 + min(100, 102) − 98) / 98 = 2.537755% × 365 / 35 = 26.465160%. U: (102 − 100) / 98 × 365 / 35 = 21.282799%.
    const { delta = null, scores = null } = roll ?? {}
    if (delta === null) throw new Error('no delta')
    expect(scores?.keep_shares).toBeCloseTo(26.46516 * (1 - delta), 5)
    expect(scores?.happy_to_sell).toBeCloseTo(26.46516 + delta * 21.282799, 5)
  })

  test('a roll to a strike in the money earns only its time value', () => {
    const row = quoted({ strike: 99, expiration: inDays(21), bid: 3.4, ask: 3.5 })
    const [roll] = tabulate([row]).candidates
    expect(roll).toMatchObject({
      netCreditUsd: expect.closeTo(0.8, 10),
      // (0.80 + 99 − 98) / 98 = 1.836735%; no upside, because the new strike is below the price.
      rollReturnPct: expect.closeTo(1.836735, 5),
      upsidePct: 0,
      newCall: {
        // 3.40 − (100 − 99) = 2.40, 2.4% of 100, the same if called; × 365 / 21 = 41.714286%
        staticReturn: { returnPct: expect.closeTo(2.4, 10), annualizedPct: expect.closeTo(41.714286, 5) },
        ifCalledReturn: { returnPct: expect.closeTo(2.4, 10) },
      },
    })
  })

  test('a roll for a debit: its score falls with the delta', () => {
    const row = quoted({ strike: 110, expiration: inDays(42), bid: 0.6, ask: 0.7 })
    const [roll] = tabulate([row]).candidates
    // 0.60 − 2.60 = −2.00 a share, −600 for 3 contracts; the 2.00 bought up make the return exactly zero.
    expect(roll).toMatchObject({ netCreditUsd: -2, netCreditOfPositionUsd: -600, rollReturnPct: 0 })
    expect(scoreRoll({ returnPct: -10, upsidePct: 40, delta: 0.25 })).toEqual({
      // −10 − 0.25 × 10, and −10 + 0.25 × 40
      keep_shares: -12.5,
      happy_to_sell: 0,
    })
  })
})

describe('what is unknown', () => {
  test('a call without a two-sided quote is listed with the reason', () => {
    const later = (change: Partial<QuotedOption>) => ({ ...quoted({ expiration: inDays(14) }), ...change })
    const { candidates, unpriced, lookedAt, explanation } = tabulate([
      later({ strike: 108, bid: 0 }),
      later({ strike: 106, bid: null, ask: null }),
      later({ strike: 107, ask: null }),
      later({ strike: 109, bid: 1.3 }),
      // No roll: an earlier day, and the same day with a lower strike.
      quoted({ strike: 101, expiration: inDays(3) }),
      quoted({ strike: 95, expiration: inDays(7) }),
      quoted({ strike: 102, expiration: inDays(35), bid: 3.1, ask: 3.2 }),
    ])
    expect(candidates).toHaveLength(1)
    expect(unpriced.map(({ strike, daysAdded, reason }) => [strike, daysAdded, reason])).toEqual([
      [106, 7, 'The call has no bid and no ask.'],
      [107, 7, 'The call has no ask, so its bid cannot be judged.'],
      [108, 7, 'The call has no bid, so it cannot be sold now.'],
      [109, 7, 'The bid of the call is above its ask.'],
    ])
    expect(lookedAt).toEqual({
      ...{ calls: 5, unquoted: 4, expirations: 2, firstExpiration: inDays(14), lastExpiration: inDays(35) },
      ...{ lowestStrike: 102, highestStrike: 109 },
    })
    expect(explanation).toMatch(
      /Looked at 5 calls: 2 expirations from .* to .*, strikes \$102\.00 to \$109\.00\. 4 of them have no two-sided quote\.$/,
    )
  })

  test('the verdict leaves out calls that open interest rejects, and says how many', () => {
    const row = quoted({ strike: 105, expiration: inDays(63), bid: 3, ask: 3.2, openInterest: 3 })
    const { verdict, lookedAt, explanation } = tabulate([row], { minOpenInterest: 10 }, { costToClose: 1.5 })
    expect([verdict, lookedAt]).toEqual(['none_fits', null])
    expect(explanation).toMatch(
      /There was no call to look at\. 1 more call was left out because of open interest, premium, volatility or delta\.$/,
    )
  })

  test('a cost that premiums have brought below zero is below every strike', () => {
    const row = quoted({ strike: 105, expiration: inDays(63), bid: 3, ask: 3.2 })
    const { verdict, candidates } = tabulate([row], {}, { costBasis: -1, costToClose: 1.5 })
    expect([verdict, candidates.length]).toEqual(['roll', 1])
  })

  test('without any later call, the verdict says so', () => {
    const { lookedAt, verdict, explanation } = tabulate([])
    expect([lookedAt, verdict]).toEqual([null, 'none_fits'])
    expect(explanation).toMatch(/There was no call to look at\.$/)
  })

  test('a quote that implies no volatility keeps its credit, without a delta or a score', () => {
    const row = quoted({ strike: 98, expiration: inDays(35), bid: 1, ask: 1.2 })
    expect(tabulate([row]).candidates).toMatchObject([{ netCreditUsd: -1.6, delta: null, scores: null }])
    expect(tabulate([row], { keepsUnvalued: false }).rejected).toEqual({ no_implied_volatility: 1 })
  })

  test('without a cost to close, the figures of the new call remain', () => {
    const [roll] = tabulate([quoted({ strike: 102, bid: 3.1, ask: 3.2 })], {}, { costToClose: null }).candidates
    expect(roll).toMatchObject({
      netCreditUsd: null,
      scores: null,
      newCall: { staticReturn: { returnPct: expect.closeTo(3.1, 10) } },
    })
  })
})

test('the intent changes the order of rolls that fit', () => {
  // Credits of 0.50 at a strike far above, and of 3.40 near the price; both fit.
  const far = quoted({ strike: 112, expiration: inDays(63), bid: 3, ask: 3.1, contractSymbol: 'FAR' })
  const near = quoted({ strike: 104, expiration: inDays(63), bid: 3.2, ask: 3.3, contractSymbol: 'NEAR' })
  const deep = quoted({ strike: 98, expiration: inDays(63), bid: 6.5, ask: 6.6, contractSymbol: 'DEEP' })
  const order = (rankBy: RollOptions['rankBy']) =>
    tabulate([deep, near, far], { rankBy }).candidates.map(({ contractSymbol }) => contractSymbol)
  expect(order('keep_shares')).not.toEqual(order('happy_to_sell'))
})
