import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { NO_EVENTS } from '../../test/invented-chain.ts'
import { measured, position } from '../../test/invented-position.ts'
import { type CoverageRules, countCoverableCalls } from './coverage.ts'
import {
  type CompanyEvents,
  findEventsInTerm,
  findNextExDate,
  listKnownCash,
  listPricedDividends,
  listStrikeAdjustments,
  listUpcomingDividends,
  sumDividendsInTerm,
} from './events.ts'
import { lastSessionBy, presumeOutcome } from './expiration-outcome.ts'
import type { ShareChange } from './position.ts'
import { findClosedEntry, findClosedExpiration, findUnusualTerms } from './possible-terms.ts'
import { describeShareChanges, findUncountedChanges } from './share-changes.ts'
import { totalPositions } from './totals.ts'

describe('coverage', () => {
  test.each([
    ['whole holding', { shares: 500 }, 5],
    ['shares short of a full contract cover nothing', { shares: 599 }, 5],
    ['under 100', { shares: 99 }, 0],
    ['a cap of half', { shares: 500, capFrac: 0.5 }, 2],
    ['a cap of a tenth', { shares: 500, capFrac: 0.1 }, 0],
    ['floor of the target', { shares: 500, targetShares: 400, floorFrac: 0.5 }, 3],
    ['floor above the holding', { shares: 100, targetShares: 1000, floorFrac: 0.5 }, 0],
    ['the tighter of cap and floor', { shares: 1000, capFrac: 0.4, targetShares: 1000, floorFrac: 0.2 }, 4],
    ['excess only', { shares: 1000, targetShares: 750, excessOnly: true }, 2],
    ['no excess', { shares: 700, targetShares: 750, excessOnly: true }, 0],
    ['excess only ignores the cap', { shares: 1000, targetShares: 0, capFrac: 0.1, excessOnly: true }, 10],
    // In floating point, 0.29 × 100 and 0.07 × 100 are off by the last bit.
    ['29% of 10,000', { shares: 10_000, capFrac: 0.29 }, 29],
    ['7% of 10,000', { shares: 10_000, capFrac: 0.07 }, 7],
  ] as [string, CoverageRules, number][])('%s', (_name, rules, calls) => {
    expect(countCoverableCalls(rules)).toBe(calls)
  })

  test('never allows naked or fractional calls, and more shares never cover fewer calls', () => {
    const rules = fc.record({
      shares: fc.integer({ min: 0, max: 20_000 }),
      capFrac: fc.double({ min: 0, max: 1, noNaN: true }),
      targetShares: fc.integer({ min: 0, max: 20_000 }),
      floorFrac: fc.double({ min: 0, max: 1, noNaN: true }),
      excessOnly: fc.boolean(),
    })
    fc.assert(
      fc.property(rules, (drawn) => {
        const calls = countCoverableCalls(drawn)
        expect(Number.isInteger(calls)).toBe(true)
        expect(calls).toBeGreaterThanOrEqual(0)
        expect(calls * 100).toBeLessThanOrEqual(drawn.shares)
        expect(countCoverableCalls({ ...drawn, shares: drawn.shares + 100 })).toBeGreaterThanOrEqual(calls)
      }),
    )
  })

  test.each([
    [{ shares: -1 }, 'shares'],
    [{ shares: 100, targetShares: Number.NaN }, 'targetShares'],
    [{ shares: 100, capFrac: 1.1 }, 'capFrac'],
    [{ shares: 100, floorFrac: -0.1 }, 'floorFrac'],
  ] as [CoverageRules, string][])('rejects %j', (rules, name) => {
    expect(() => countCoverableCalls(rules)).toThrow(name)
    expect(() => countCoverableCalls(rules)).toThrow(RangeError)
  })
})

describe('events', () => {
  const TODAY = '2026-07-10'
  const EXPIRATION = '2026-08-07'
  const knowing = (known: Partial<CompanyEvents>): CompanyEvents => ({ ...NO_EVENTS, ...known })
  const paying = (...dividends: (readonly [string, number | null])[]) => ({
    dividends: dividends.map(([exDate, cash]) => ({ exDate, cash })),
  })
  const earningsOn = (date: string, session: 'before_open' | 'after_close' | null = null) => ({
    earnings: { date, session },
  })

  describe('events in the term', () => {
    test.each([
      ['nothing known', {}, null, null],
      ['earnings the day before expiration', earningsOn('2026-08-06'), true, null],
      ['earnings on the day, before the open', earningsOn('2026-08-07', 'before_open'), true, null],
      ['earnings on the day, after the close', earningsOn('2026-08-07', 'after_close'), false, null],
      ['earnings after', earningsOn('2026-08-08'), false, null],
      ['earnings today', earningsOn('2026-07-10'), true, null],
      ["yesterday's earnings say nothing about the next", earningsOn('2026-07-09'), null, null],
      ['ex-date tomorrow', paying(['2026-07-11', 1]), null, true],
      ['ex-date on the expiration day', paying(['2026-08-07', 1]), null, true],
      ['ex-date after', paying(['2026-08-08', 1]), null, false],
      ["today's ex-date is already in the price", paying(['2026-07-10', 1]), null, null],
      ['the last ex-date says nothing about the next', paying(['2026-04-10', 1]), null, null],
      ['amount unknown', paying(['2026-08-07', null]), null, true],
      ['the nearest of several', paying(['2026-10-01', 1], ['2026-08-07', 1], ['2026-04-10', 1]), null, true],
      ['pays none', { paysNoDividend: true }, null, false],
      ['pays no dividend, but one is announced', { paysNoDividend: true, ...paying(['2026-08-07', 1]) }, null, true],
    ])('%s', (_name, known, earningsBeforeExpiration, exDividendBeforeExpiration) => {
      const found = findEventsInTerm(knowing(known), EXPIRATION, TODAY)
      expect(found).toEqual({ earningsBeforeExpiration, exDividendBeforeExpiration })
    })

    test.each([
      ['2026-08-06', null, null],
      ['2026-08-07', null, false],
      ['2026-08-08', false, false],
    ])(
      'with no known events, the answer on %s is unknown until the term is over, and then no',
      (today, earnings, exDate) => {
        const found = findEventsInTerm(NO_EVENTS, EXPIRATION, today)
        expect(found).toEqual({ earningsBeforeExpiration: earnings, exDividendBeforeExpiration: exDate })
      },
    )
  })

  describe('sum of dividends in the term', () => {
    test.each([
      ['nothing known', {}, null],
      ['pays none', { paysNoDividend: true }, 0],
      ['the next dividend is after the term', paying(['2026-08-08', 1]), 0],
      ['only the last dividend is known', paying(['2026-04-10', 1]), null],
      ['one', paying(['2026-08-07', 0.4], ['2026-07-10', 9], ['2026-08-08', 9]), 0.4],
      ['two', paying(['2026-08-07', 0.4], ['2026-07-11', 0.5]), 0.9],
      ['one dividend without an amount', paying(['2026-08-07', null]), null],
      ['two dividends, one without an amount', paying(['2026-08-07', 0.4], ['2026-07-11', null]), null],
      ['a dividend without an amount after the term', paying(['2026-08-07', 0.4], ['2026-11-06', null]), 0.4],
    ])('%s: %p', (_name, known, usd) => {
      const sum = sumDividendsInTerm(knowing(known), EXPIRATION, TODAY)
      expect([sum]).toEqual([usd === null ? null : expect.closeTo(usd, 12)])
    })
  })

  test('lists upcoming dividends, earliest first, without those with an ex-date today or earlier', () => {
    const events = knowing(paying(['2026-10-01', 3], ['2026-07-10', 9], ['2026-07-11', null], ['2026-01-01', 9]))
    const upcoming = listUpcomingDividends(events, TODAY)
    expect(upcoming).toEqual([
      { exDate: '2026-07-11', cash: null },
      { exDate: '2026-10-01', cash: 3 },
    ])
    expect(listKnownCash(upcoming)).toEqual([{ exDate: '2026-10-01', cash: 3 }])
    expect(findNextExDate(events, TODAY)).toBe('2026-07-11')
    expect(findNextExDate(NO_EVENTS, TODAY)).toBeNull()
  })

  test('option pricing uses declared and expected dividends, without special ones', () => {
    const quarterly = paying(
      ['2025-09-15', 1],
      ['2025-12-15', 1],
      ['2026-03-16', 1.1],
      ['2026-06-15', 1.1],
      ['2026-09-11', 1.2],
    )
    const special = { exDate: '2026-08-03', cash: 15, kind: 'special' as const }
    const events = knowing({ dividends: [...(quarterly.dividends ?? []), special] })
    expect(listPricedDividends(events, TODAY).slice(0, 3)).toEqual([
      { exDate: '2026-09-11', cash: 1.2 },
      { exDate: '2026-12-15', cash: 1.2, estimated: true },
      { exDate: '2027-03-16', cash: 1.2, estimated: true },
    ])
    expect(listUpcomingDividends(events, TODAY)).toHaveLength(1)
    expect(listStrikeAdjustments(events, TODAY)).toEqual([special])
    expect(findEventsInTerm(events, '2026-08-21', TODAY).exDividendBeforeExpiration).toBe(false)
    expect(listPricedDividends({ ...events, paysNoDividend: true }, TODAY)).toHaveLength(1)
  })
})

describe('expiration outcome', () => {
  test.each([
    [49.49, 'presumed_expired', 'presumed'],
    [49.5, 'presumed_expired', 'check'],
    [50, 'presumed_expired', 'check'],
    [50.01, 'presumed_assigned', 'check'],
    [50.5, 'presumed_assigned', 'check'],
    [50.51, 'presumed_assigned', 'presumed'],
    [null, 'unknown', 'ask'],
  ])('a 50 call after the stock closed at %s: %s, %s (LIFECYCLE section 3)', (close, state, certainty) => {
    expect(presumeOutcome({ strike: 50, expiration: '2026-08-07', close })).toMatchObject({ state, certainty })
  })

  test.each([
    ['2026-12-24', '2026-12-24'],
    ['2026-12-25', '2026-12-24'],
    ['2026-08-08', '2026-08-07'],
    ['2010-01-02', '2010-01-02'],
  ])('the last session of a call that expires on %s is %s', (expiration, session) => {
    expect(lastSessionBy(expiration)).toBe(session)
  })
})

describe('possible terms', () => {
  describe('expiration on a day without a session', () => {
    test.each([
      ['2026-12-25', 'Christmas Day', '2026-12-24'],
      ['2026-12-26', 'Saturday', '2026-12-24'],
      ['2026-12-27', 'Sunday', '2026-12-24'],
      ['2026-11-26', 'Thanksgiving Day', '2026-11-27'],
      ['2027-01-18', 'Martin Luther King, Jr. Day', '2027-01-22'],
      ['2026-04-03', 'Good Friday', '2026-04-02'],
      ['2027-01-01', "New Year's Day", '2026-12-31'],
      ['2026-06-19', 'Juneteenth', '2026-06-18'],
      ['2026-07-03', 'Independence Day', '2026-07-02'],
    ])('%s (%s) has the options of its week expire on %s', (day, reason, listedDay) => {
      expect(findClosedExpiration(day)).toEqual({ reason, listedDay })
    })

    test.each(['2026-12-24', '2026-12-18', '2026-11-27', '2009-12-25'])('accepts %s', (day) => {
      expect(findClosedExpiration(day)).toBeNull()
    })
  })

  describe('entry date on a day without a session', () => {
    test.each([
      ['2026-07-03', 'Independence Day', '2026-07-02'],
      ['2026-07-05', 'Sunday', '2026-07-02'],
      ['2026-12-26', 'Saturday', '2026-12-24'],
    ])('%s (%s) follows the session of %s', (day, reason, sessionBefore) => {
      expect(findClosedEntry(day)).toEqual({ reason, sessionBefore })
    })

    test.each(['2026-07-02', '2026-11-27', '2010-01-02', '2009-12-25'])('accepts %s', (day) => {
      expect(findClosedEntry(day)).toBeNull()
    })
  })

  test.each([
    [{ strike: 540, premium: 710, entryPrice: 530 }, ['premium_above_price']],
    [{ strike: 8, premium: 500, entryPrice: 120 }, ['premium_above_price', 'strike_far_from_price']],
    [{ strike: 5300, premium: 7.1, entryPrice: 530 }, ['strike_far_from_price']],
    [{ strike: 5299, premium: 530, entryPrice: 530 }, []],
    [{ strike: 12, premium: 85, entryPrice: 11.4 }, ['premium_above_price']],
    [{ strike: 590, premium: 7.1, entryPrice: 54_946 }, ['strike_far_from_price']],
    [{ strike: 1.5, premium: 0.2, entryPrice: 15 }, ['strike_far_from_price']],
  ])('%j is unusual for %j', (figures, unusual) => {
    expect(findUnusualTerms(figures)).toEqual(unusual)
  })
})

describe('share changes', () => {
  const split = (date: string, ratio: number): ShareChange => ({ kind: 'split', date, ratio })
  const spinOff = (date: string, ratio: number): ShareChange => ({ kind: 'spin_off', date, ratio })
  const tenForOne = split('2025-11-17', 10)

  describe('splits and spin-offs since the entry', () => {
    const today = '2026-07-10'
    test.each([
      ["entered before, in that day's shares", '2025-09-15', 1190, [tenForOne], 120.3, 1],
      ["entered before, in today's shares", '2025-09-15', 119, [tenForOne], 120.3, 0],
      ["entered before, that day's close unknown", '2025-09-15', 119, [tenForOne], null, 1],
      ['entered on the day of the split', '2025-11-17', 119, [tenForOne], 120, 0],
      ['a split still to come', '2025-09-15', 119, [split('2026-07-11', 10)], 119, 0],
      ['a spin-off, entered before it', '2026-05-15', 400, [spinOff('2026-06-01', 1.241)], 324.1, 1],
      ['a spin-off that the entry price already reflects', '2026-05-15', 322, [spinOff('2026-06-01', 1.241)], 324.1, 0],
      ['a reverse split', '2025-09-15', 5, [split('2026-01-05', 0.125)], 41, 1],
      ['two for one after a rise by half', '2025-09-15', 100, [split('2026-01-05', 2)], 49, 1],
      ['two splits that cancel out', '2025-09-15', 100, [split('2026-01-05', 2), split('2026-02-05', 0.5)], 100, 0],
    ])('%s', (_name, entryDate, entryPrice, changes, entryClose, found) => {
      const position = { entryDate, entryPrice, strike: entryPrice * 1.1 }
      expect(findUncountedChanges(position, changes, { entryClose, today })).toHaveLength(found)
    })

    test.each([
      ['a spin-off', 250, 430, [spinOff('2026-06-01', 1.241)], 322.2, 1],
      ['a split', 600, 1300, [tenForOne], 120.3, 1],
      ["a split, both figures in today's shares", 60, 130, [tenForOne], 120.3, 0],
    ])(
      '%s, with shares bought long before: the strike decides',
      (_name, entryPrice, strike, changes, entryClose, found) => {
        const position = { entryDate: '2025-09-15', entryPrice, strike }
        expect(findUncountedChanges(position, changes, { entryClose, today })).toHaveLength(found)
      },
    )
  })

  test.each([
    [
      1190,
      [tenForOne],
      'TEST split 10 for 1 on Nov 17, 2025: your 200 shares at $1,190 and 2 calls at $1,300 are now 2,000 shares at $119 and 20 calls at $130.',
    ],
    [
      5,
      [split('2026-01-05', 0.125)],
      'TEST split 1 for 8 on Jan 5, 2026: your 200 shares at $5 are now 25 shares at $40.',
    ],
    [
      45,
      [split('2026-06-24', 0.33333333)],
      'TEST split 1 for 3 on Jun 24, 2026: your 200 shares at $45 are now 66.6667 shares at $135.',
    ],
    [
      30.1,
      [split('2026-01-05', 1.5)],
      'TEST split 3 for 2 on Jan 5, 2026: your 200 shares at $30.10 are now 300 shares at $20.07.',
    ],
    [
      400,
      [spinOff('2026-06-01', 1.241)],
      'TEST spun off a company on Jun 1, 2026, worth 19.4% of its share price. Your entry price still includes that company, and the exchange may have adjusted your call.',
    ],
    [
      60,
      [spinOff('2026-06-29', 0.9535)],
      'TEST spun off a company on Jun 29, 2026. Your entry price still includes that company, and the exchange may have adjusted your call.',
    ],
  ])('describes the changes for an entry price of %d', (entryPrice, changes, words) => {
    expect(describeShareChanges(position({ entryPrice, strike: 1300 }), 200, changes)).toBe(words)
  })
})

describe('totals', () => {
  test('sums known figures and counts the positions left out', () => {
    const whole = measured()
    const losing = measured({ contracts: 1, entryPrice: 200 }, { price: 190, currentPremium: 2 })
    const noPrice = measured({ contracts: 1 }, { price: null })
    const noPremium = measured({ contracts: 1 }, { currentPremium: null })
    expect(totalPositions([whole, losing, noPrice, noPremium])).toEqual({
      positions: 4,
      contracts: 5,
      costUsd: 20_000 + 20_000 + 10_000 + 10_000,
      premiumUsd: 500 + 250 + 250 + 250,
      // 400 − 1000 + 200 on 50,000
      stockPnl: { usd: -400, pct: -0.8, costUsd: 50_000, counted: 3, leftOut: 1 },
      // 200 + 50 on 40,000
      optionPnl: { usd: 250, pct: 0.625, costUsd: 40_000, counted: 2, leftOut: 2 },
      coveredCallPnl: { usd: -350, pct: expect.closeTo(-0.875, 12), costUsd: 40_000, counted: 2, leftOut: 2 },
      // The position without a premium is in the stock P&L and in neither part: −600 + 250 = −350.
      coveredCallParts: { stockUsd: -600, optionUsd: 250 },
    })
  })

  test('sums are null, not zero, if nothing is known', () => {
    const none = { usd: null, pct: null, costUsd: 0, counted: 0 }
    expect(totalPositions([measured({}, { price: null })]).coveredCallPnl).toEqual({ ...none, leftOut: 1 })
    expect(totalPositions([])).toMatchObject({ positions: 0, costUsd: 0, stockPnl: { ...none, leftOut: 0 } })
  })

  test('the parts of the covered-call P&L add up to it, whatever figures are unknown', () => {
    const some = <T>(known: fc.Arbitrary<T>) => fc.option(known, { nil: null })
    const cents = fc.integer({ min: 1, max: 50_000 }).map((value) => value / 100)
    const one = fc.record({ price: some(cents), currentPremium: some(cents) }).map((quoted) => measured({}, quoted))
    fc.assert(
      fc.property(fc.array(one), (metrics) => {
        const { coveredCallPnl, coveredCallParts: parts } = totalPositions(metrics)
        const sum = parts.stockUsd === null || parts.optionUsd === null ? null : parts.stockUsd + parts.optionUsd
        if (sum === null) expect(coveredCallPnl.usd).toBeNull()
        else expect(coveredCallPnl.usd).toBeCloseTo(sum, 6)
      }),
    )
  })
})
