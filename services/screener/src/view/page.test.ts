import { type ScreenerRow, type ShownFigure, shownFigures } from '@callwright/contracts'
import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { ALIKE, askScreen, listSymbols, openScreen, weighAlike } from '../../test/ask-screen.ts'
import { drawnQuery } from '../../test/drawn-queries.ts'
import { answerNaively, contradictsItself, type QueryTexts } from '../../test/naive-view.ts'
import { inventRow, inventRows } from '../../test/rows.ts'
import { createKeptPages } from './kept-pages.ts'
import { createPageBuffers } from './page.ts'
import { prepareRow } from './prepared-row.ts'
import { namesTag } from './routes.ts'
import { positionOf, readField, rowFields, sliceFields, writeRow } from './row-text.ts'
import { createScreen, type Screen } from './screen.ts'
import { findLeast, findMost } from './shown-bounds.ts'
import type { Weighting } from './weighted-rating.ts'

describe('kept pages', () => {
  const page = (bytes: number, fill = 'a') => Buffer.alloc(bytes, fill)

  describe('kept pages', () => {
    test('a page is kept from the second time on, whatever becomes of the memory it was written in', () => {
      const kept = createKeptPages()
      const written = page(100)
      kept.offer('one', written)
      expect(kept.get('one')).toBeNull()
      kept.offer('one', written)
      written.fill('b')
      expect(kept.get('one')).toEqual(page(100))
      expect(kept.get('another')).toBeNull()
    })

    test('no more than 8 MB: a full room is filled anew', () => {
      const kept = createKeptPages()
      const keys = Array.from({ length: 100 }, (_, index) => `page ${index}`)
      for (const key of [...keys, ...keys]) kept.offer(key, page(200_000))
      const held = keys.filter((key) => kept.get(key) !== null).length
      expect(held).toBeGreaterThan(0)
      expect(held * 200_000).toBeLessThanOrEqual(8 * 1_024 * 1_024)
    })

    test('a page larger than the room is never kept', () => {
      const kept = createKeptPages()
      for (let time = 0; time < 3; time += 1) kept.offer('large', page(9_000_000))
      expect(kept.get('large')).toBeNull()
    })

    test('keys of pages asked for once do not pile up', () => {
      const kept = createKeptPages()
      kept.offer('first', page(10))
      for (let index = 0; index < 5_000; index += 1) kept.offer(`page ${index}`, page(10))
      kept.offer('first', page(10))
      expect(kept.get('first')).toBeNull()
    })
  })
})

describe('page', () => {
  test('memory that came back is given out again, to answers of its size only', () => {
    const buffers = createPageBuffers()
    const page = buffers.take(26_000)
    const large = buffers.take(100_000)
    expect([page.length, large.length]).toEqual([32_768, 131_072])
    buffers.give(page)
    buffers.give(large)
    expect(buffers.take(70_000)).toBe(large)
    expect(buffers.take(200)).toBe(page)
    expect(buffers.take(32_768)).not.toBe(page)
  })

  test('what is out is never given out twice, and what is too large is not kept', () => {
    const buffers = createPageBuffers()
    expect(buffers.take(1)).not.toBe(buffers.take(1))
    const huge = buffers.take(5_000_000)
    expect(huge.length).toBe(5_000_000)
    buffers.give(huge)
    expect(buffers.take(5_000_000)).not.toBe(huge)
  })

  test('no more memory is kept than so much', () => {
    const buffers = createPageBuffers()
    const given = Array.from({ length: 500 }, () => buffers.take(10))
    for (const buffer of given) buffers.give(buffer)
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
  ])('If-None-Match: %s names "abc": %p', (header, expected) => {
    expect(namesTag(header, '"abc"')).toBe(expected)
  })
})

describe('row text', () => {
  const rows = [...inventRows(3), inventRow({ symbol: 'UTF', company_name: 'Nestlé 𝐀 "quoted", {x}', sector: '日本' })]

  test.each(rows)('$symbol: the text is the row, and each field is found in it', (row) => {
    const text = writeRow(row)
    expect(JSON.parse(text.bytes.toString())).toEqual(row)
    for (const field of rowFields) expect(readField(text, field)).toEqual(row[field])
  })

  test('fields that stand side by side are one slice', () => {
    const text = writeRow(inventRow({ symbol: 'AAA', company_name: 'Ä, Inc.' }))
    const from = positionOf('symbol')
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

describe('screen properties', () => {
  const weightings = [
    ['the rating', null, (row: ScreenerRow) => row],
    ['weights of one’s own', ALIKE, weighAlike],
  ] as const

  /** The same rows in the same order, the same counts, the same hints. */
  function compare(screen: Screen, rows: readonly ScreenerRow[], query: QueryTexts, weighting: Weighting | null): void {
    if (contradictsItself(query)) {
      expect(() => askScreen(screen, query, weighting)).toThrow(expect.objectContaining({ status: 400 }))
      return
    }
    const answer = askScreen(screen, query, weighting)
    const { stocks, total, relaxations } = answerNaively(rows, query)
    expect(listSymbols(answer)).toBe(listSymbols({ stocks }))
    expect(answer.total).toBe(total)
    expect(new Map(answer.relaxations.map((hint) => [hint.parameter, hint.total]))).toEqual(
      new Map(relaxations.map((hint) => [hint.parameter, hint.total])),
    )
    expect(answer.relaxations.map((hint) => hint.total)).toEqual(relaxations.map((hint) => hint.total))
    expect(answer.stocks[0]).toEqual(stocks[0])
  }

  describe.each(weightings)('by %s', (_name, weighting, weigh) => {
    const universe = inventRows(180)
    const screen = openScreen(universe)
    const plain = universe.map(weigh)

    test('any question is answered as by going through all rows', () => {
      fc.assert(fc.property(drawnQuery, (query) => compare(screen, plain, query, weighting)))
    })

    test('rows that come and change in any order stand where they would if they had always been there', () => {
      const editions = [1, 2, 3].map((seed) => inventRows(60, seed))
      const steps = fc.array(fc.tuple(fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 20 }), drawnQuery), {
        maxLength: 5,
      })
      fc.assert(
        fc.property(steps, (drawn) => {
          const current = new Map<string, ScreenerRow>()
          const changing = createScreen()
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
    (min === undefined || value >= findLeast(shown, min)) && (max === undefined || value <= findMost(shown, max))

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
