/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { readScreen, type ScreenQuery } from '../../../api/screen.ts'
import { buildStock, buildView } from '../../../testing/builders.ts'
import { buildScreenQuery, defaultScreenState } from '../state/screen-state.ts'
import { readAllStocks } from './read-all-stocks.ts'

/** A server with so many stocks, the last of a page again the first of the next where one has moved. */
function createServer(total: number, moved = false) {
  const asked: ScreenQuery[] = []
  return {
    asked,
    ask: async (query: ScreenQuery) => {
      asked.push(query)
      const first = moved && query.offset > 0 ? query.offset - 1 : query.offset
      const count = Math.max(0, Math.min(query.limit, total - query.offset))
      const stocks = Array.from({ length: count }, (_, index) => buildStock({ symbol: `Q${first + index}` }))
      return readScreen(buildView(stocks, { pagination: { total, limit: query.limit, offset: query.offset } }), query)
    },
  }
}

const question = buildScreenQuery(defaultScreenState)

test.each([
  [0, 1],
  [500, 1],
  [501, 2],
  [1_203, 3],
])('%d stocks are read in %d answers', async (total, answers) => {
  const { ask, asked } = createServer(total)
  const progress: string[] = []
  const { stocks } = await readAllStocks(question, ask, (read, of) => progress.push(`${read} of ${of}`))
  expect(stocks).toHaveLength(total)
  expect(asked.map(({ limit, offset }) => [limit, offset])).toEqual(
    Array.from({ length: answers }, (_, index) => [500, index * 500]),
  )
  expect(progress.at(-1)).toBe(`${total} of ${total}`)
})

test('a stock that moved between two answers is kept once', async () => {
  const { ask } = createServer(600, true)
  const { stocks } = await readAllStocks(question, ask, () => {})
  expect(new Set(stocks.map(({ symbol }) => symbol)).size).toBe(stocks.length)
  expect(stocks).toHaveLength(599)
})

test('a refused answer ends it', async () => {
  const refusal = new Error('no')
  await expect(
    readAllStocks(
      question,
      () => Promise.reject(refusal),
      () => {},
    ),
  ).rejects.toBe(refusal)
})
