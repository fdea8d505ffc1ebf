/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import type { AttentionEntry } from '../../api/portfolio.ts'
import { buildDays } from '../../testing/bar-builders.ts'
import { buildListedPosition } from '../../testing/portfolio-builders.ts'
import { listAttention } from './attention-links.tsx'
import { rankLosers, rankWinners } from './overview-card.tsx'
import { readEarnings, readPriceLine } from './price-line.tsx'
import { spreadRatings } from './radar-card.tsx'
import { buildStrikeMap, HALF_MOVE_AT, ONE_MOVE_AT, STRIKE_AT } from './strike-map.tsx'

describe('the featured stock', () => {
  test.each([
    [null, 35, { kind: 'unknown' }],
    [null, null, { kind: 'unknown' }],
    [36, 35, { kind: 'clear', days: 36 }],
    [35, 35, { kind: 'ahead', days: 35 }],
    [19, 35, { kind: 'ahead', days: 19 }],
    [0, 35, { kind: 'ahead', days: 0 }],
    // Without an expiration, there is nothing to compare the earnings date with.
    [90, null, { kind: 'ahead', days: 90 }],
  ])('with earnings in %s days and the best expiration in %s, shows %j', (daysToEarnings, bestDteDays, view) => {
    expect(readEarnings({ daysToEarnings, bestDteDays })).toEqual(view)
  })

  describe('the price line', () => {
    test('uses the bars from the last 30 calendar days, including both ends', () => {
      const bars = buildDays(60, '2026-07-10')
      const line = readPriceLine(bars, 30)
      expect(line).toMatchObject({ from: '2026-06-10', to: '2026-07-10' })
      // June 19 and July 3 are holidays.
      expect(line?.closes).toHaveLength(21)
      expect(line?.closes.at(-1)).toBe(bars.at(-1)?.close)
    })

    test('measures the change from the first close to the last', () => {
      const [first, second] = buildDays(2)
      if (first === undefined || second === undefined) throw new Error('Two days')
      expect(
        readPriceLine(
          [
            { ...first, close: 80 },
            { ...second, close: 100 },
          ],
          30,
        )?.changePct,
      ).toBeCloseTo(25, 10)
    })

    test.each([0, 1])('%d bars are too few for a line', (count) => {
      expect(readPriceLine(buildDays(5).slice(0, count), 30)).toBeNull()
    })
  })
})

describe('attention lines', () => {
  type Reason = AttentionEntry['reasons'][number]

  const because = (id: Reason['id'], group: Reason['group'] = 'action'): Reason => ({
    id,
    group,
    sentence: `As of ${id}`,
  })

  function build(reasons: readonly Reason[], changes: Partial<AttentionEntry> = {}): AttentionEntry {
    return {
      id: 'position-1',
      symbol: 'QAAA',
      strike: 130,
      expiration: '2026-07-17',
      days: 7,
      level: 2,
      contracts: 1,
      dividend: null,
      coveredCallPnlUsd: 100,
      reasons: [...reasons],
      dividendAtStakeUsd: null,
      ...changes,
    }
  }

  const listed = buildListedPosition({
    quote: { delta: 0.6412, currentPremium: 1 },
    pnl: { coveredCallPnlPct: 52.34 },
  })

  test.each([
    ['days_left', 7, 'QAAA 130 call expires in 7 days'],
    ['days_left', 1, 'QAAA 130 call expires tomorrow'],
    ['days_left', 0, 'QAAA 130 call expires today'],
    ['delta', 7, 'QAAA 130 call: delta 0.641'],
    ['profit', 7, 'QAAA 130 call is at +52.3%'],
    ['profit_captured', 7, 'QAAA 130 call has captured 66.67% of its premium'],
    ['dividend', 7, 'QAAA 130 call may be assigned early for the dividend'],
    ['special_dividend', 7, 'QAAA 130 call: a special dividend will change the strike'],
    ['earnings', 7, 'QAAA 130 call: earnings before expiration'],
    ['expired', 0, 'QAAA 130 call: expired'],
  ] as const)('%s with %d days left reads "%s"', (id, days, text) => {
    expect(listAttention([build([because(id)], { days })], [listed])).toMatchObject([{ text, reason: id }])
  })

  test.each(['delta', 'profit', 'profit_captured'] as const)(
    '%s without its figure uses the server’s sentence',
    (id) => {
      expect(listAttention([build([because(id)])], [])).toMatchObject([{ text: `QAAA 130 call: As of ${id}.` }])
    },
  )

  test('lists each position once, those that need action first, with all of its reasons in the detail', () => {
    const entries = [
      build([because('earnings', 'other')], { id: 'look' }),
      build([because('dividend', 'other'), because('delta'), because('days_left')], { id: 'act' }),
    ]
    expect(listAttention(entries, [])).toMatchObject([
      { id: 'act', needsAction: true, reason: 'delta', detail: 'As of dividend.\nAs of delta.\nAs of days_left.' },
      { id: 'look', needsAction: false, reason: 'earnings' },
    ])
  })
})

describe('rankings', () => {
  const rank = (id: string, pct: number | null, usd: number | null) =>
    buildListedPosition({ position: { id }, pnl: { coveredCallPnlPct: pct, coveredCallPnlUsd: usd } })

  const idsOf = (ranked: ReturnType<typeof rankWinners>) => ranked.map(({ listed }) => listed.position.id)

  test('ranks up to three winners by percent, regardless of dollars', () => {
    const positions = [rank('rich', 2, 9_000), rank('best', 12, 100), rank('third', 5, 300), rank('second', 8, 50)]
    expect(idsOf(rankWinners(positions))).toEqual(['best', 'second', 'third'])
  })

  test('ranks up to three losers by percent, worst first', () => {
    const positions = [rank('a', -1, -900), rank('b', -30, -10), rank('c', -2, -20), rank('d', -4, -5)]
    expect(idsOf(rankLosers(positions))).toEqual(['b', 'd', 'c'])
  })

  test('ranks equal percents by dollars', () => {
    expect(idsOf(rankWinners([rank('small', 5, 50), rank('large', 5, 500)]))).toEqual(['large', 'small'])
    expect(idsOf(rankLosers([rank('small', -5, -50), rank('large', -5, -500)]))).toEqual(['large', 'small'])
  })

  test('excludes unknown and unchanged positions', () => {
    const positions = [rank('unknown', null, null), rank('half', 5, null), rank('level', 0, 0), rank('won', 1, 1)]
    expect(idsOf(rankWinners(positions))).toEqual(['won'])
    expect(idsOf(rankLosers(positions))).toEqual([])
  })
})

describe('the strike map', () => {
  const place = (id: string, headroomEm: number | null, daysToExpiration = 21) =>
    buildListedPosition({ position: { id, symbol: id.toUpperCase() }, headroomEm, daysToExpiration })

  const build = (positions: ReturnType<typeof place>[], actionIds: string[] = []) =>
    buildStrikeMap(positions, { actionIds: new Set(actionIds), labelWidth: 10 })

  const marksOf = (map: ReturnType<typeof build>) => map.rows.flatMap(({ marks }) => marks)

  describe('the place of a position', () => {
    test.each([
      [0, STRIKE_AT],
      [0.5, HALF_MOVE_AT],
      [1, ONE_MOVE_AT],
      [-0.2, STRIKE_AT + 0.2 * (STRIKE_AT - ONE_MOVE_AT)],
    ])('%d expected moves away is drawn at %d %% of the width', (headroomEm, x) => {
      const [mark] = marksOf(build([place('a', headroomEm)]))
      expect(mark).toMatchObject({ isBeyond: false })
      expect(mark?.x).toBeCloseTo(x, 10)
    })

    test.each([
      [4, 3],
      [-3, 97],
    ])('%d expected moves away is outside the drawn range', (headroomEm, x) => {
      expect(marksOf(build([place('a', headroomEm)]))).toMatchObject([{ x, isBeyond: true }])
    })

    test('sorts rows by days left', () => {
      const map = build([place('late', 1, 42), place('soon', 1, 7), place('near', 0.1, 42)])
      expect(map.rows.map(({ days, marks }) => [days, ...marks.map(({ id }) => id)])).toEqual([
        [7, 'soon'],
        [42, 'late', 'near'],
      ])
    })
  })

  describe('the choice of positions', () => {
    test('excludes positions without a distance and expired ones', () => {
      const expired = buildListedPosition({ position: { id: 'expired' }, state: 'expired', headroomEm: 1 })
      expect(build([place('a', 1), place('unknown', null), expired])).toMatchObject({ shown: 1, unplaced: 2 })
    })

    test('shows up to ten: those that need action, then the next to expire', () => {
      const many = Array.from({ length: 12 }, (_, index) => place(`p${index}`, 1, index + 1))
      const map = build(many, ['p11'])
      expect(map.shown).toBe(10)
      expect(map.unplaced).toBe(0)
      expect(marksOf(map).map(({ id }) => id)).toEqual([...many.slice(0, 9).map((each) => each.position.id), 'p11'])
      expect(marksOf(map).filter(({ needsAction }) => needsAction)).toMatchObject([{ id: 'p11' }])
    })
  })

  test('moves overlapping labels to separate lines, and drops those that do not fit', () => {
    const close = ['a', 'b', 'c', 'd', 'e'].map((id, index) => place(id, 1 - index / 100))
    expect(marksOf(build(close)).map(({ line }) => line)).toEqual([-1, 1, -2, 2, null])
    const apart = [place('a', 1), place('b', 0.5)]
    expect(marksOf(build(apart)).map(({ line }) => line)).toEqual([-1, -1])
  })
})

describe('the spread of ratings', () => {
  const countsOf = (scores: readonly (number | null)[], max = 60) =>
    Object.fromEntries(
      spreadRatings(scores, max)
        .bins.filter(({ count }) => count > 0)
        .map(({ from, count }) => [from, count]),
    )

  test('counts every rating once, in a bin two points wide', () => {
    expect(countsOf([0, 1.99, 2, 40, 41.5, 39.99, 60])).toEqual({ 0: 2, 2: 1, 38: 1, 40: 2, 58: 1 })
  })

  test('counts unrated stocks separately', () => {
    expect(spreadRatings([50, null, 20, null], 60)).toMatchObject({ rated: 2, unrated: 2 })
    expect(countsOf([null])).toEqual({})
  })

  test('counts stocks per band, best band first', () => {
    expect(spreadRatings([18.9, 40, 36, 39.99, 26, 19], 60).bands).toEqual([
      { word: 'Strong', count: 1 },
      { word: 'Good', count: 2 },
      { word: 'Fair', count: 1 },
      { word: 'Weak', count: 1 },
      { word: 'Avoid', count: 1 },
    ])
  })

  test.each([
    [38, 'Good'],
    [40, 'Strong'],
    [24, 'Weak'],
    [26, 'Fair'],
  ])('a bar that starts at %d points is in the band %s', (from, word) => {
    expect(spreadRatings([], 60).bins.find((bin) => bin.from === from)?.band.word).toBe(word)
  })
})
