/** @jest-environment node */

import { screenColumns } from '@callwright/contracts/screener-columns'
import { describe, expect, test } from '@jest/globals'
import type { Enrichment } from '../../api/enrichment.ts'
import { columnGroups, findColumnName } from './columns/columns.tsx'
import {
  describeEnrichment,
  explainStop,
  findShortfalls,
  listRunFacts,
  summarizeRun,
} from './enrichment/enrichment-view.ts'
import { describeParameter, describeRange, listChips } from './filters/filter-view.ts'
import { noFilters, numberFilters, setRange } from './state/screen-filters.ts'
import { countPages, findRowRange, listPageNumbers } from './table-footer.tsx'
import { isMovable, moveColumn, searchColumns, toggleColumn } from './toolbar/column-chooser-panel.tsx'

describe('column order', () => {
  const columns = ['symbol', 'company_name', 'cc_score', 'rsi'] as const

  describe('moving', () => {
    test.each([
      ['rsi', 1, 'symbol rsi company_name cc_score'],
      ['company_name', 3, 'symbol cc_score rsi company_name'],
      ['cc_score', 2, 'symbol company_name cc_score rsi'],
      ['rsi', 0, 'symbol rsi company_name cc_score'],
      ['company_name', 9, 'symbol cc_score rsi company_name'],
      ['symbol', 2, 'symbol company_name cc_score rsi'],
    ] as const)('moves %s to position %d, or as near as allowed', (column, to, order) => {
      expect(moveColumn(columns, column, to).join(' ')).toBe(order)
    })

    test('stays within the list and never goes before the symbol', () => {
      expect(isMovable(columns, 'rsi', 1)).toBe(true)
      expect(isMovable(columns, 'rsi', 4)).toBe(false)
      expect(isMovable(columns, 'company_name', 0)).toBe(false)
      expect(isMovable(columns, 'symbol', 1)).toBe(false)
    })
  })

  test('adds a column at the end and removes one from wherever it is', () => {
    expect(toggleColumn(columns, 'volume')).toEqual([...columns, 'volume'])
    expect(toggleColumn(columns, 'cc_score')).toEqual(['symbol', 'company_name', 'rsi'])
  })

  describe('searching', () => {
    const find = (words: string) =>
      searchColumns(words, findColumnName).map(({ name, columns: found }) => [name, ...found])

    test('finds columns by part of their name and keeps their groups', () => {
      expect(find(' Vol')).toEqual([
        ['Technical', 'volume'],
        ['Options', 'avg_call_volume'],
      ])
      expect(find('zz')).toEqual([])
    })

    test('finds every column once if the search text is empty', () => {
      expect(searchColumns('', findColumnName)).toEqual(columnGroups)
      expect(columnGroups.flatMap((group) => group.columns).toSorted()).toEqual([...screenColumns].toSorted())
    })
  })
})

describe('price refresh', () => {
  const run: Enrichment = {
    status: 'success',
    runId: 'run-1',
    state: 'running',
    startedBy: 'user',
    total: 503,
    done: 309,
    failed: 3,
    queued: 190,
    active: 1,
    perSecond: 11.24,
    secondsLeft: 44.6,
    startedAt: '2026-07-10T20:01:00Z',
    finishedAt: null,
    nextRefreshAt: null,
    workers: 2,
    stage: null,
    lastSymbol: 'QAA',
    failures: [],
    incomplete: [],
    message: null,
  }
  const finished: Enrichment = { ...run, state: 'idle', finishedAt: '2026-07-10T20:05:00Z', done: 500 }

  test.each([
    [{}, 'Refreshing prices: 312 of 503, 45 s left'],
    [{ secondsLeft: null }, 'Refreshing prices: 312 of 503'],
    [{ secondsLeft: 200 }, 'Refreshing prices: 312 of 503, 4 min left'],
    [{ state: 'stopping' }, 'Stopping, 312 of 503 done'],
    [{ message: 'No worker is running.' }, '312 of 503. No worker is running.'],
  ] as const)('a run with %j reads "%s"', (changes, text) => {
    expect(describeEnrichment({ ...run, ...changes })).toMatchObject({ kind: 'running', text })
  })

  test.each([
    ['user', 'running', true],
    ['platform', 'running', false],
    [null, 'running', false],
    ['user', 'stopping', false],
  ] as const)('a run of %s that is %s can be stopped: %s', (startedBy, state, canStop) => {
    expect(describeEnrichment({ ...run, startedBy, state })).toMatchObject({ canStop })
  })

  test.each([
    [{ total: 0, done: 0, failed: 0 }, 0],
    [{ total: 4, done: 1, failed: 1 }, 50],
    [{ total: 4, done: 9, failed: 0 }, 100],
  ])('%j is %d percent', (counts, percent) => {
    expect(describeEnrichment({ ...run, ...counts })).toMatchObject({ percent })
  })

  test.each([
    [{}, '500 stocks refreshed, Jul 10, 16:05 ET', '3 failed'],
    [{ failed: 0 }, '500 stocks refreshed, Jul 10, 16:05 ET', null],
    [{ finishedAt: null }, 'Not refreshed yet', null],
    [{ finishedAt: null, message: 'No enrichment has run yet.' }, 'No enrichment has run yet.', null],
  ])('a finished run with %j reads "%s" and "%s"', (changes, text, shortfallText) => {
    expect(describeEnrichment({ ...finished, ...changes })).toEqual({ kind: 'idle', text, shortfallText })
  })

  const listOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      symbol: `Q${index}`,
      reason: index % 2 === 0 ? 'no chain' : 'no bars',
    }))

  test.each([
    [0, 4, '4 incomplete'],
    [0, 499, '499 incomplete'],
    [0, 500, '500 or more incomplete'],
    [1_200, 2, '1,200 failed, 2 incomplete'],
  ])('%i failed and %i incomplete stocks read "%s"', (failed, count, shortfallText) => {
    expect(describeEnrichment({ ...finished, failed, incomplete: listOf(count) })).toMatchObject({ shortfallText })
  })

  const factsOf = (changes: Partial<Enrichment>) =>
    Object.fromEntries(listRunFacts({ ...run, ...changes }).map(({ label, value }) => [label, value]))

  test('lists the facts about a running refresh', () => {
    expect(factsOf({ stage: 'chains' })).toEqual({
      Done: '312 of 503',
      Stage: 'Option chains of the best stocks (2 of 2)',
      'Last stock': 'QAA',
      Speed: '11.2 stocks a second',
      'Time left': '45 s',
      Processes: '2',
      Started: 'Jul 10, 16:01 ET',
      'Started by': 'A user',
    })
    expect(factsOf({ perSecond: null, secondsLeft: null, workers: null, lastSymbol: null, stage: null })).toMatchObject(
      {
        'Last stock': null,
        Speed: null,
        'Time left': null,
        Processes: null,
      },
    )
    expect(factsOf({ stage: null })).not.toHaveProperty('Stage')
  })

  test('lists the facts about a finished refresh', () => {
    const next = { ...finished, nextRefreshAt: '2026-07-10T20:35:00Z' }
    expect(factsOf(next)).toMatchObject({ 'Next refresh': 'Jul 10, 16:35 ET' })
    expect(factsOf({ ...finished, startedBy: 'platform' })).toEqual({
      Started: 'Jul 10, 16:01 ET',
      Finished: 'Jul 10, 16:05 ET',
      Took: '4 min',
      'Started by': 'The schedule',
      Stocks: '500 of 503',
    })
    expect(factsOf({ ...finished, startedAt: null })).toMatchObject({ Started: null, Took: null })
  })

  test.each([
    ['running', 'user', 'All users share these prices. Stopping ends the refresh for everyone.'],
    ['running', 'platform', 'The schedule started this refresh. It cannot be stopped here.'],
    ['stopping', 'user', 'It stops after the stocks in progress. Stocks refreshed so far are kept.'],
    ['idle', 'platform', null],
  ] as const)('explains a run that is %s, started by the %s: %s', (state, startedBy, words) => {
    expect(explainStop({ ...run, state, startedBy })).toBe(words)
  })

  test.each([
    ['', 4],
    [' q1 ', 1],
    ['NO CHAIN', 2],
    ['nothing', 0],
  ])('the search "%s" finds %i of 4 shortfalls', (words, count) => {
    expect(findShortfalls(listOf(4), words)).toHaveLength(count)
  })

  test('summarizes a finished run', () => {
    expect(summarizeRun({ ...finished, failed: 0 })).toBe('Prices refreshed: 500 stocks')
    expect(summarizeRun(finished)).toBe('Prices refreshed: 500 stocks, 3 failed')
  })
})

test('the filter menus offer the choices of SPEC', () => {
  const menus = numberFilters.map(({ key, column, side, choices: [none, ...choices] }) => [
    key,
    none,
    ...choices.map((choice) => describeRange(column, { min: null, max: null, [side]: choice })),
  ])
  expect(menus).toEqual([
    ['minRating', 0, '20+', '35+', '40+', '45+'],
    ['minYield', 0, '5%+', '10%+', '15%+', '20%+'],
    ['maxRsi', 100, 'up to 80', 'up to 70', 'up to 60', 'up to 50'],
    ['minIvRank', 0, '30+', '50+', '70+', '80+'],
  ])
})

describe('filters on the best call', () => {
  test.each([
    ['earnings_before_expiration', { min: null, max: 0 }, 'Earnings before expiration: none expected'],
    ['ex_dividend_before_expiration', { min: null, max: 0 }, 'Ex-dividend before expiration: none expected'],
    ['best_is_liquid', { min: 1, max: null }, 'Best call: liquid only'],
    ['best_strike', { min: 50, max: 100 }, 'Best call strike $50 to $100'],
    ['best_bid', { min: 1, max: null }, 'Premium $1+'],
    ['best_delta', { min: 0.15, max: 0.3 }, 'Best call delta 0.15 to 0.3'],
    ['best_if_called_return_pct', { min: 2, max: null }, 'If called 2%+'],
    ['bid_ask_spread', { min: null, max: 0.5 }, 'Spread up to $0.5'],
    ['best_spread_pct', { min: 5, max: 10 }, 'Spread 5% to 10% of mid'],
    ['best_call_oi', { min: 100, max: null }, 'Best call OI 100+ contracts'],
    ['days_to_earnings', { min: 30, max: null }, 'Earnings in 30+ days'],
  ] as const)('%s reads well in a chip', (column, bound, text) => {
    const [chip] = listChips(setRange(noFilters, column, bound))
    expect(`${chip?.name} ${chip?.value}`).toBe(text)
  })

  test('are named where removing them shows more stocks', () => {
    const filters = setRange(noFilters, 'earnings_before_expiration', { min: null, max: 0 })
    expect(describeParameter(filters, 'earnings_before_expiration_max')).toBe(
      'Earnings before expiration: none expected',
    )
    expect(describeRange('earnings_before_expiration', { min: null, max: null })).toBeNull()
  })
})

describe('page numbers', () => {
  test.each([
    [0, 25, 1],
    [1, 25, 1],
    [25, 25, 1],
    [26, 25, 2],
    [503, 25, 21],
  ])('%d rows at %d per page make %d pages', (total, size, pages) => {
    expect(countPages(total, size)).toBe(pages)
  })

  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 21, [1, 2, 3, 4, 5]],
    [3, 21, [1, 2, 3, 4, 5]],
    [4, 21, [2, 3, 4, 5, 6]],
    [19, 21, [17, 18, 19, 20, 21]],
    [21, 21, [17, 18, 19, 20, 21]],
  ])('page %d of %d shows %j', (page, pages, numbers) => {
    expect(listPageNumbers(page, pages, 5)).toEqual(numbers)
  })

  test('shows fewer on a phone', () => {
    expect(listPageNumbers(10, 21, 3)).toEqual([9, 10, 11])
  })

  test.each([
    [1, 25, 503, { first: 1, last: 25 }],
    [21, 25, 503, { first: 501, last: 503 }],
    [22, 25, 503, null],
    [1, 25, 0, null],
  ])('page %d, at %d rows per page and %d in all, has the range %j', (page, size, total, range) => {
    expect(findRowRange(page, size, total)).toEqual(range)
  })
})
