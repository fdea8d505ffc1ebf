/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import type { ScreenQuery } from '../../../api/early-requests.ts'
import { readScreen, type ScreenStock } from '../../../api/screener.ts'
import { buildStock, buildView } from '../../../testing/builders.ts'
import { buildScreenQuery, defaultScreenState, professionalColumns } from '../state/screen-state.ts'
import { readAllStocks } from './export-menu.tsx'
import { writeScreenCsv } from './screen-csv.ts'

describe('reading all stocks', () => {
  /** A server with this many stocks. With `moved`, the last stock on each page is also the first on the next. */
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
  ])('reads %d stocks in %d responses', async (total, answers) => {
    const { ask, asked } = createServer(total)
    const progress: string[] = []
    const { stocks } = await readAllStocks(question, ask, (read, of) => progress.push(`${read} of ${of}`))
    expect(stocks).toHaveLength(total)
    expect(asked.map(({ limit, offset }) => [limit, offset])).toEqual(
      Array.from({ length: answers }, (_, index) => [500, index * 500]),
    )
    expect(progress.at(-1)).toBe(`${total} of ${total}`)
  })

  test('keeps a stock once if it moved between two responses', async () => {
    const { ask } = createServer(600, true)
    const { stocks } = await readAllStocks(question, ask, () => {})
    expect(new Set(stocks.map(({ symbol }) => symbol)).size).toBe(stocks.length)
    expect(stocks).toHaveLength(599)
  })

  test('stops at a failed response', async () => {
    const refusal = new Error('no')
    await expect(
      readAllStocks(
        question,
        () => Promise.reject(refusal),
        () => {},
      ),
    ).rejects.toBe(refusal)
  })
})

describe('screener file', () => {
  const facts = [{ name: 'As of', value: 'Jul 10, 2026, 16:00 ET' }]

  const readStocks = (...changes: Parameters<typeof buildStock>[0][]): readonly ScreenStock[] =>
    readScreen(buildView(changes.map((change) => buildStock(change))), { fields: [] }).stocks

  /** The file's lines, without the byte order mark. */
  const writeLines = (...rest: Parameters<typeof writeScreenCsv>) =>
    writeScreenCsv(...rest)
      .slice(1)
      .split('\r\n')

  test('starts with facts, then names with units, then one row per stock', () => {
    const lines = writeLines(
      readStocks({}),
      ['symbol', 'company_name', 'cc_score', 'current_price', 'market_cap'],
      facts,
    )
    expect(lines).toEqual([
      'Callwright stock screener',
      'As of,"Jul 10, 2026, 16:00 ET"',
      '',
      'Symbol,Company,Callwright Rating (of 60),Price ($),Market cap ($)',
      'QAAA,Arden Foods,41.25,120.5,448000000000',
      '',
    ])
  })

  test('has every column with its unit', () => {
    const lines = writeLines(
      readStocks({ dividend_yield: 1.25, best_liquidity: 'thin', best_window: 'wide' }),
      professionalColumns,
      [],
    )
    const names = lines[2]?.split(',') ?? []
    const values = lines[3]?.split(',') ?? []
    expect(Object.fromEntries(names.map((name, index) => [name, values[index]]))).toMatchObject({
      'Best ann. yield (%)': '21.68',
      'Best call (contract)': 'QAAA260814C00130000',
      'Best call strike ($)': '130',
      'Best call expiration': '2026-08-14',
      'Best call delta': '0.22',
      'Best call bid ($)': '1.2',
      'Best call breakeven ($)': '119.3',
      'Best call if called (% of term)': '9.9',
      'Best call liquidity': 'thin',
      'Best call days searched': '21 to 60',
      'IV percentile (0-100)': '91',
      'Volume (shares)': '1000000',
      'Best call OI (contracts)': '900',
      'Dividend yield (%)': '1.25',
      'Debt / equity': '0.7',
      Options: 'yes',
    })
    expect(names).toHaveLength(35)
  })

  test('uses a hyphen for minus and leaves unknown values empty', () => {
    const stocks = readStocks({ price_vs_ma: -2.123456, rsi: null, sector: null })
    const lines = writeLines(stocks, ['symbol', 'price_vs_ma', 'rsi', 'sector'], [])
    expect(lines[3]).toBe('QAAA,-2.1235,,')
  })

  test.each(['=', '+', '-', '@', '\t', '\r'])('escapes text that starts with %j', (sign) => {
    const lines = writeLines(
      readStocks({ company_name: `${sign}HYPERLINK("x")` }),
      ['symbol', 'company_name'],
      [{ name: 'Filters', value: `${sign}1` }],
    )
    expect(lines.join('\n')).toContain(`"'${sign}1"`)
    expect(lines.join('\n')).toContain(`QAAA,"'${sign}HYPERLINK(""x"")"`)
  })
})
