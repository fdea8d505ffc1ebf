import { describe, expect, test } from '@jest/globals'
import { NO_EVENTS } from '../../test/invented-chain.ts'
import { measured } from '../../test/invented-position.ts'
import { addDays } from '../calendar/iso-date.ts'
import { newYorkMidnightMs } from '../calendar/new-york.ts'
import { ATTENTION_LEVELS, ATTENTION_REASONS, countAttention, findAttention, findAttentionLevel } from './attention.ts'
import { type DividendRisk, judgeDividendRisk } from './dividend-risk.ts'
import type { AnnouncedDividend, CompanyEvents } from './events.ts'
import type { PositionMetrics } from './metrics.ts'

describe('attention', () => {
  /** A company whose next earnings fall after the term and that pays no dividend. */
  const QUIET: CompanyEvents = { earnings: { date: '2026-10-20', session: null }, dividends: [], paysNoDividend: true }
  const daysLeft = (days: number) => newYorkMidnightMs(addDays('2026-08-07', -days))
  const dayBefore = (days: number) => addDays('2026-08-07', -days)
  const find = (metrics: PositionMetrics, events = QUIET, putMid: number | null = null) =>
    findAttention(metrics, events, { putMid })
  const paying = (exDate: string, cash: number | null): CompanyEvents => ({ ...QUIET, dividends: [{ exDate, cash }] })

  describe('reasons on each side of their limits', () => {
    test.each([
      ['nothing', {}, {}, 28, QUIET, [], []],
      ['7 days', {}, {}, 7, QUIET, ['days_left'], []],
      ['8 days', {}, {}, 8, QUIET, [], []],
      ['delta 0.5', {}, { delta: 0.5 }, 28, QUIET, ['delta'], []],
      ['delta 0.4999', {}, { delta: 0.4999 }, 28, QUIET, [], []],
      ['profit 50% of the cost', {}, { price: 149 }, 28, QUIET, ['profit'], []],
      ['profit 49.99 %', {}, { price: 148.99 }, 28, QUIET, [], []],
      ['half captured', {}, { currentPremium: 1.25 }, 28, QUIET, [], ['profit_captured']],
      ['just under half', {}, { currentPremium: 1.26 }, 28, QUIET, [], []],
      ['an ex-date in the term, out of the money', {}, {}, 28, paying(dayBefore(25), 1), [], []],
      ['earnings', {}, {}, 28, { ...QUIET, earnings: { date: dayBefore(20), session: null } }, [], ['earnings']],
      ['expired', {}, {}, -1, QUIET, [], ['expired']],
      ['expired, no events known', {}, { price: 120 }, -1, NO_EVENTS, [], ['expired']],
      [
        'a split',
        {},
        { price: 10, shareChanges: [{ kind: 'split' as const, date: '2026-07-01', ratio: 10 }] },
        3,
        QUIET,
        [],
        ['split'],
      ],
      [
        'a spin-off',
        {},
        { price: 10, shareChanges: [{ kind: 'spin_off' as const, date: '2026-07-01', ratio: 1.2 }] },
        3,
        QUIET,
        [],
        ['spin_off'],
      ],
      [
        'a strike lowered for a special dividend',
        {},
        { strikeLoweredOn: '2026-07-01' },
        3,
        QUIET,
        [],
        ['strike_lowered'],
      ],
      ['delta known to be under 0.5', {}, { delta: null, deltaAtMost: 0.013 }, 28, QUIET, [], []],
    ])('%s', (_name, held, quoted, days, events, action, other) => {
      const found = find(measured(held, quoted, daysLeft(days)), events)
      expect(found).toMatchObject({ action, other, unknown: [], dividendAtStakeUsd: null })
    })

    test('an unknown figure leaves a reason open', () => {
      const blind = measured({}, { price: null, delta: null, currentPremium: null })
      expect(find(blind, NO_EVENTS)).toMatchObject({
        action: [],
        other: [],
        unknown: ['delta', 'profit', 'profit_captured', 'dividend', 'earnings'],
      })
    })

    test('a call without shares is a reason of the highest level, whatever else is known', () => {
      const found = findAttention(measured({}, {}, daysLeft(28)), QUIET, { putMid: null, uncoveredContracts: 2 })
      expect(found.reasons.map(({ sentence }) => sentence)).toEqual([
        '2 calls have no shares behind them: the possible loss is unlimited.',
      ])
      expect(findAttentionLevel(measured({}, { price: null }, daysLeft(28)), 2)).toEqual({ atLeast: 3, atMost: 3 })
    })

    test('a position counts once per group', () => {
      const busy = find(measured({}, { price: 160, delta: 0.9, currentPremium: 0.5 }, daysLeft(3)))
      expect(busy.action).toEqual(['days_left', 'delta', 'profit'])
      const quiet = { action: [], other: [] }
      const other = { action: [], other: ['dividend', 'earnings'] as const }
      expect(countAttention([busy, quiet, other])).toEqual({ actions: 1, others: 2 })
      const one = { action: ['delta'] as const, other: ['earnings'] as const }
      expect(countAttention([one, quiet])).toEqual({ actions: 1, others: 1 })
    })

    test('three reasons are actions, as on the dashboard', () => {
      const actions = ATTENTION_REASONS.filter(({ group }) => group === 'action').map(({ id }) => id)
      expect(actions).toEqual(['days_left', 'delta', 'profit'])
    })
  })

  describe('dividends and the time value left', () => {
    /** 110 call, stock at 115, mid 5.30: 0.30 of time value left, two contracts, ex-date in three days. */
    const deep = { price: 115, currentPremium: 5.3 }
    const exDate = dayBefore(25)

    test('reports dollars at stake if the dividend exceeds the time value in the week before the ex-date', () => {
      const found = find(measured({}, deep, daysLeft(28)), paying(exDate, 0.45))
      expect(found.other).toEqual(['dividend'])
      expect(found.reasons.map(({ sentence }) => sentence)).toEqual([
        'Ex-dividend Jul 13, 2026, $0.45 a share; time value left $0.30: early assignment is likely.',
      ])
      expect(found.dividend).toMatchObject({ exDate, dividendUsd: 0.45, timeValueUsd: expect.closeTo(0.3, 9) })
      // (0.45 − 0.30) × 200
      expect(found.dividendAtStakeUsd).toBeCloseTo(30, 9)
    })

    test.each([
      ['a dividend equal to the time value', deep, 28, paying(exDate, 0.3), null, ['ex_dividend'], []],
      ['out of the money', { price: 109 }, 28, paying(exDate, 9), null, [], []],
      ['eight days before the ex-date', deep, 33, paying(exDate, 0.45), null, [], []],
      ['seven days before the ex-date', deep, 32, paying(exDate, 0.45), null, ['dividend'], []],
      ['amount unknown', deep, 28, paying(exDate, null), null, ['ex_dividend'], ['dividend']],
      ['next ex-date unknown', deep, 28, { ...QUIET, paysNoDividend: false }, null, [], ['dividend']],
      [
        'the call is not quoted',
        { ...deep, premiumIsFallback: true },
        28,
        paying(exDate, 0.45),
        null,
        ['ex_dividend'],
        ['dividend'],
      ],
      [
        'the call is not quoted, out of the money',
        { price: 109, premiumIsFallback: true },
        28,
        paying(exDate, 0.45),
        null,
        [],
        [],
      ],
      [
        'the call is not quoted, the put is',
        { ...deep, premiumIsFallback: true },
        28,
        paying(exDate, 0.45),
        0.2,
        ['dividend'],
        [],
      ],
    ])('%s', (_name, quoted, days, events, putMid, other, unknown) => {
      const found = find(measured({}, quoted, daysLeft(days)), events, putMid)
      expect(found).toMatchObject({ other, unknown })
      expect(found.dividendAtStakeUsd === null).toBe(!found.other.includes('dividend'))
    })

    test('with a call in the money, an ex-date within a week is a reason to look even if early assignment is unlikely', () => {
      const found = find(measured({}, deep, daysLeft(28)), paying(exDate, 0.25))
      expect(found.reasons.map(({ sentence }) => sentence)).toEqual([
        'Ex-dividend Jul 13, 2026, $0.25 a share, and the call is in the money; time value left $0.30: early assignment is possible.',
      ])
    })
  })

  describe('a special dividend before expiration (D60)', () => {
    const special = (exDate: string, cash: number | null): CompanyEvents => ({
      ...QUIET,
      dividends: [{ exDate, cash, kind: 'special' }],
    })
    const sentencesOf = (events: CompanyEvents) =>
      find(measured({}, {}, daysLeft(28)), events).reasons.map(({ sentence }) => sentence)

    test.each([
      [
        'a special dividend with a known amount',
        special(dayBefore(25), 15),
        'Special dividend of $15.00 a share, ex-date Jul 13, 2026: the strike of your call will be lowered.',
      ],
      [
        'a special dividend with an unknown amount',
        special(dayBefore(0), null),
        'Special dividend, ex-date Aug 7, 2026: the strike of your call will be lowered.',
      ],
    ])('%s is a reason to look', (_name, events, sentence) => expect(sentencesOf(events)).toEqual([sentence]))

    test.each([
      ['a special dividend after expiration', special(dayBefore(-3), 15)],
      ['a past special dividend', special(dayBefore(29), 15)],
      ['a special dividend too small to lower a strike', special(dayBefore(25), 0.12)],
    ])('%s is not a reason to look', (_name, events) => expect(sentencesOf(events)).toEqual([]))
  })

  describe('levels', () => {
    const far = { price: 102, currentPremium: 2 }
    test.each([
      ['in the money', { price: 110.01 }, 28, 3],
      ['at the strike', { price: 110 }, 28, 2],
      ['2 days', far, 2, 3],
      ['3 days', far, 3, 2],
      ['7 days', far, 7, 2],
      ['8 days', far, 8, 1],
      ['2% from the strike', { price: 107.8 }, 28, 2],
      ['slightly more than 2% from the strike', { price: 107.79, currentPremium: 2 }, 28, 0],
      ['21 days', far, 21, 1],
      ['22 days', far, 22, 0],
      ['75% captured', { currentPremium: 0.625 }, 28, 1],
      ['74.8% captured', { currentPremium: 0.63 }, 28, 0],
    ])('%s', (_name, quoted, days, level) => {
      expect(findAttentionLevel(measured({}, quoted, daysLeft(days)))).toEqual({ atLeast: level, atMost: level })
    })

    test.each([
      ['presumed', 100, 0],
      ['at the strike', 110, 1],
      ['with an unknown close', null, 1],
    ])('expired, %s: nothing is urgent', (_name, expirationClose, level) => {
      const found = findAttentionLevel(measured({}, { expirationClose }, daysLeft(-1)))
      expect(found).toEqual({ atLeast: level, atMost: level })
    })

    test('labels name the limits', () => {
      expect(ATTENTION_LEVELS.map(({ label }) => label)).toEqual([
        'In the money, or at most 2 days left',
        'At most 7 days left, or within 2% of the strike',
        'At most 21 days left, or 75% of the premium captured',
      ])
    })

    test.each([
      ['price unknown, many days left', { price: null }, 28, 0, 3],
      ['price unknown, 7 days', { price: null }, 7, 2, 3],
      ['price unknown, 2 days', { price: null }, 2, 3, 3],
      ['premium unknown', { currentPremium: null }, 28, 0, 1],
    ])('an unknown figure leaves a range of levels: %s', (_name, quoted, days, low, high) => {
      expect(findAttentionLevel(measured({}, quoted, daysLeft(days)))).toEqual({ atLeast: low, atMost: high })
    })
  })
})

describe('dividend risk', () => {
  /** Stock 55, 50 call at 5.30, of which 0.30 is time value. */
  const CALL = { price: 55, strike: 50, expiration: '2026-03-20', callPrice: 5.3, putPrice: null, today: '2026-03-10' }
  const NOTHING = { exDate: null, dividendUsd: null, timeValueUsd: null, gainPerShareUsd: null }
  const IN_TIME = '2026-03-12'

  test.each([
    ['nothing known', {}, [], { atRisk: null, reason: 'dividends_unknown', ...NOTHING }],
    [
      'only past dividends are known',
      {},
      [{ exDate: '2026-03-10', cash: 0.4 }],
      { atRisk: null, reason: 'dividends_unknown', ...NOTHING },
    ],
    [
      'the dividend exceeds the time value',
      {},
      [{ exDate: IN_TIME, cash: 0.4 }],
      {
        ...{ atRisk: true, reason: 'dividend_exceeds_extrinsic', exDate: IN_TIME, dividendUsd: 0.4 },
        ...{ timeValueUsd: expect.closeTo(0.3, 12), gainPerShareUsd: expect.closeTo(0.1, 12) },
      },
    ],
    [
      'the dividend exceeds the put alone',
      { callPrice: null, putPrice: 0.25 },
      [{ exDate: IN_TIME, cash: 0.4 }],
      {
        ...{ atRisk: true, reason: 'dividend_exceeds_put', exDate: IN_TIME, dividendUsd: 0.4, timeValueUsd: 0.25 },
        gainPerShareUsd: expect.closeTo(0.15, 12),
      },
    ],
    [
      'the later of two dividends decides',
      {},
      [
        { exDate: '2026-03-11', cash: 0.2 },
        { exDate: IN_TIME, cash: 0.4 },
      ],
      expect.objectContaining({ atRisk: true, exDate: IN_TIME }),
    ],
    [
      'no dividend exceeds the time value',
      {},
      [{ exDate: IN_TIME, cash: 0.3 }],
      { atRisk: false, reason: 'dividend_within_time_value', ...NOTHING },
    ],
    [
      "the dividend's amount is unknown",
      {},
      [{ exDate: IN_TIME, cash: null }],
      { atRisk: null, reason: 'dividend_amount_unknown', ...NOTHING },
    ],
    [
      'an unknown amount next to one within the time value',
      {},
      [
        { exDate: '2026-03-11', cash: 0.2 },
        { exDate: IN_TIME, cash: null },
      ],
      { atRisk: null, reason: 'dividend_amount_unknown', ...NOTHING },
    ],
    [
      'an unknown amount next to a decisive one',
      {},
      [
        { exDate: '2026-03-11', cash: 0.4 },
        { exDate: IN_TIME, cash: null },
      ],
      expect.objectContaining({ atRisk: true, exDate: '2026-03-11' }),
    ],
    [
      'an unknown amount that is not due',
      {},
      [{ exDate: '2026-03-18', cash: null }],
      expect.objectContaining({ atRisk: false }),
    ],
    [
      'an unknown amount after expiration',
      {},
      [{ exDate: '2026-03-21', cash: null }],
      expect.objectContaining({ atRisk: false }),
    ],
    [
      'out of the money, no amount matters',
      { price: 49 },
      [{ exDate: IN_TIME, cash: null }],
      { atRisk: false, reason: 'not_in_the_money', ...NOTHING },
    ],
    [
      'on the last day, no ex-date can follow',
      { today: '2026-03-20' },
      [],
      { atRisk: false, reason: 'no_dividend_before_expiration', ...NOTHING },
    ],
  ] as [string, Partial<typeof CALL>, AnnouncedDividend[], DividendRisk][])('%s', (_name, change, dividends, risk) => {
    expect(judgeDividendRisk({ ...CALL, ...change }, { ...NO_EVENTS, dividends })).toEqual(risk)
  })

  test('a company without dividends puts no call at risk', () => {
    expect(judgeDividendRisk(CALL, { ...NO_EVENTS, paysNoDividend: true }).atRisk).toBe(false)
  })
})
