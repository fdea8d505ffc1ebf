import { type ScreenerRow, type ShownFigure, shownFigures } from '@callwright/contracts'
import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { drawnQuery } from '../../test/drawn-queries.ts'
import { answerNaively, contradictsItself, type QueryTexts } from '../../test/naive-view.ts'
import { applyEqualWeights, EQUAL_WEIGHTS, listSymbols, openRowIndex, queryRows } from '../../test/query-rows.ts'
import { inventRow, inventRows } from '../../test/rows.ts'
import { findHighest, findLowest } from '../row-index/filters.ts'
import type { Weighting } from '../row-index/projections.ts'
import { createRowIndex, type RowIndex } from '../row-index/row-index.ts'
import { findPosition, prepareRow, readField, rowFields, sliceFields, writeRow } from '../row-index/rows.ts'
import { createPageBuffers } from './page.ts'
import { createPageCache, matchesTag } from './view.ts'

describe('page cache', () => {
  const page = (bytes: number, fill = 'a') => Buffer.alloc(bytes, fill)

  describe('createPageCache', () => {
    test('caches a copy of a page from the second request on', () => {
      const cache = createPageCache()
      const written = page(100)
      cache.offer('one', written)
      expect(cache.get('one')).toBeNull()
      cache.offer('one', written)
      written.fill('b')
      expect(cache.get('one')).toEqual(page(100))
      expect(cache.get('another')).toBeNull()
    })

    test('holds at most 8 MB and is cleared when full', () => {
      const cache = createPageCache()
      const keys = Array.from({ length: 100 }, (_, index) => `page ${index}`)
      for (const key of [...keys, ...keys]) cache.offer(key, page(200_000))
      const cached = keys.filter((key) => cache.get(key) !== null).length
      expect(cached).toBeGreaterThan(0)
      expect(cached * 200_000).toBeLessThanOrEqual(8 * 1_024 * 1_024)
    })

    test('never caches a page larger than the cache', () => {
      const cache = createPageCache()
      for (let time = 0; time < 3; time += 1) cache.offer('large', page(9_000_000))
      expect(cache.get('large')).toBeNull()
    })

    test('limits the number of remembered keys', () => {
      const cache = createPageCache()
      cache.offer('first', page(10))
      for (let index = 0; index < 5_000; index += 1) cache.offer(`page ${index}`, page(10))
      cache.offer('first', page(10))
      expect(cache.get('first')).toBeNull()
    })
  })
})

describe('page', () => {
  test('reuses a released buffer for responses of its size class only', () => {
    const buffers = createPageBuffers()
    const page = buffers.take(26_000)
    const large = buffers.take(100_000)
    expect([page.length, large.length]).toEqual([32_768, 131_072])
    buffers.release(page)
    buffers.release(large)
    expect(buffers.take(70_000)).toBe(large)
    expect(buffers.take(200)).toBe(page)
    expect(buffers.take(32_768)).not.toBe(page)
  })

  test('never hands out a buffer twice, and does not pool one that is too large', () => {
    const buffers = createPageBuffers()
    expect(buffers.take(1)).not.toBe(buffers.take(1))
    const huge = buffers.take(5_000_000)
    expect(huge.length).toBe(5_000_000)
    buffers.release(huge)
    expect(buffers.take(5_000_000)).not.toBe(huge)
  })

  test('limits the memory of the pool', () => {
    const buffers = createPageBuffers()
    const given = Array.from({ length: 500 }, () => buffers.take(10))
    for (const buffer of given) buffers.release(buffer)
    const again = new Set(Array.from({ length: 500 }, () => buffers.take(10)))
    expect(given.filter((buffer) => again.has(buffer))).toHaveLength((4 * 1_024 * 1_024) / 32_768)
  })
})

describe('routes', () => {
  test.each([
    [undefined, false],
    ['', false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", W/"abc" ,"y"', true],
    ['"x","y"', false],
    ['"a,b", "abc"', true],
    ['"abc-gzip"', false],
    ['abc', false],
    ['*', true],
    [' * ', true],
    ['"*"', false],
  ])('If-None-Match: %s matches "abc": %p', (header, expected) => {
    expect(matchesTag(header, '"abc"')).toBe(expected)
  })
})

describe('row text', () => {
  const rows = [...inventRows(3), inventRow({ symbol: 'UTF', company_name: 'Nestlé 𝐀 "quoted", {x}', sector: '日本' })]

  test.each(rows)('$symbol: the text round-trips, and each field can be read from it', (row) => {
    const text = writeRow(row)
    expect(JSON.parse(text.bytes.toString())).toEqual(row)
    for (const field of rowFields) expect(readField(text, field)).toEqual(row[field])
  })

  test('slices consecutive fields together', () => {
    const text = writeRow(inventRow({ symbol: 'AAA', company_name: 'Ä, Inc.' }))
    const from = findPosition('symbol')
    expect(JSON.parse(`{${sliceFields(text, from, from + 3)}}`)).toEqual({
      symbol: 'AAA',
      company_name: 'Ä, Inc.',
      current_price: null,
    })
    expect(JSON.parse(`{${sliceFields(text, 0, rowFields.length)}}`)).toMatchObject({
      symbol: 'AAA',
      source: 'invented',
    })
  })
})

describe('row index properties', () => {
  const weightings = [
    ['default', null, (row: ScreenerRow) => row],
    ['equal', EQUAL_WEIGHTS, applyEqualWeights],
  ] as const

  function compare(
    rowIndex: RowIndex,
    rows: readonly ScreenerRow[],
    query: QueryTexts,
    weighting: Weighting | null,
  ): void {
    if (contradictsItself(query)) {
      expect(() => queryRows(rowIndex, query, weighting)).toThrow(expect.objectContaining({ status: 400 }))
      return
    }
    const answer = queryRows(rowIndex, query, weighting)
    const { stocks, total, relaxations } = answerNaively(rows, query)
    expect(listSymbols(answer)).toBe(listSymbols({ stocks }))
    expect(answer.total).toBe(total)
    expect(new Map(answer.relaxations.map((hint) => [hint.parameter, hint.total]))).toEqual(
      new Map(relaxations.map((hint) => [hint.parameter, hint.total])),
    )
    expect(answer.relaxations.map((hint) => hint.total)).toEqual(relaxations.map((hint) => hint.total))
    expect(answer.stocks[0]).toEqual(stocks[0])
  }

  describe.each(weightings)('with %s weights', (_name, weighting, weigh) => {
    const universe = inventRows(180)
    const rowIndex = openRowIndex(universe)
    const plain = universe.map(weigh)

    test('answers any query with the same rows as a scan of all rows', () => {
      fc.assert(fc.property(drawnQuery, (query) => compare(rowIndex, plain, query, weighting)))
    })

    test('sorts rows the same way, whatever order they were added and changed in', () => {
      const editions = [1, 2, 3].map((seed) => inventRows(60, seed))
      const steps = fc.array(fc.tuple(fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 20 }), drawnQuery), {
        maxLength: 5,
      })
      fc.assert(
        fc.property(steps, (drawn) => {
          const current = new Map<string, ScreenerRow>()
          const changing = createRowIndex()
          for (const [index, [places, query]] of drawn.entries()) {
            const changed = places.map((place) => editions[index % 3]?.[place]).filter((row) => row !== undefined)
            for (const row of changed) current.set(row.symbol, weigh(row))
            changing.put(changed.map(prepareRow))
            compare(changing, [...current.values()], query, weighting)
          }
        }),
      )
    })
  })
})

describe('shown bounds', () => {
  const passes = (shown: ShownFigure, value: number, { min, max }: { min?: number; max?: number }) =>
    (min === undefined || value >= findLowest(shown, min)) && (max === undefined || value <= findHighest(shown, max))

  test.each([
    ['bid_ask_spread', 0.5000000000000002, { max: 0.5 }, true],
    ['bid_ask_spread', 0.504, { min: 0.5, max: 0.5 }, true],
    ['bid_ask_spread', 0.505, { max: 0.5 }, false],
    ['bid_ask_spread', 0.504, { max: 0.503 }, false],
    ['best_ann_yield', 12.55, { min: 12.6 }, true],
    ['best_ann_yield', 12.549, { min: 12.6 }, false],
    ['best_ann_yield', 12.649, { max: 12.6 }, true],
    ['best_ann_yield', 12.57, { min: 12.58 }, false],
    ['best_ann_yield', 19.95, { min: 20 }, true],
    ['price_vs_ma', -2.25, { max: -2.3 }, true],
    ['price_vs_ma', -2.25, { min: -2.2 }, false],
    ['price_vs_ma', -0.04, { min: 0 }, true],
    ['price_vs_ma', 0.04, { max: 0 }, true],
    ['cc_score', 39.99, { min: 40 }, false],
    ['cc_score', 39.99, { max: 39 }, true],
    ['cc_score', 39.99, { min: 39.5 }, true],
    ['rsi', 69.96, { min: 70 }, false],
    ['rsi', 70.04, { max: 70 }, true],
    ['rsi', 30.05, { max: 30 }, false],
    ['rsi', 30.05, { min: 30.1 }, true],
    ['rsi', 30, { max: 30 }, true],
    ['iv_rank', 69.9, { max: 69 }, true],
    ['iv_rank', 69.9, { min: 70 }, false],
    ['avg_call_volume', 123.4, { min: 123, max: 123 }, true],
    ['market_cap', 999.6e9, { min: 1e12 }, true],
    ['market_cap', 999.4e9, { min: 1e12 }, false],
    ['market_cap', 1.004e12, { max: 1e12 }, true],
    ['market_cap', 447.6e9, { min: 448e9, max: 448e9 }, true],
    ['market_cap', 447.6e9, { min: 447.7e9 }, false],
    ['market_cap', 1, { min: 0 }, true],
  ] as const)('%s of %d is within %j: %s', (column, value, bounds, within) => {
    expect(passes(shownFigures[column], value, bounds)).toBe(within)
  })
})
