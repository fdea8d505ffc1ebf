import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { parts } from './parts.ts'
import { askView, expectSoon, readColumns, readSymbols, type Site } from './site.ts'

type Cells = Readonly<Record<string, string>>

/** The rows as they read: the text of each cell but the checkbox by the name of its column. */
async function readRows(page: Page): Promise<Cells[]> {
  const names = await readColumns(page)
  const rows = await page
    .locator('tr[data-symbol]')
    .evaluateAll((elements) => elements.map((row) => [...row.children].slice(1).map((cell) => cell.textContent ?? '')))
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

const readFigure = (text: string | undefined) =>
  Number(/[\d,.]+/.exec((text ?? '').replaceAll('−', '-'))?.[0].replaceAll(',', ''))
const isAtLeast = (column: string, least: number) => (row: Cells) => readFigure(row[column]) >= least
const isAtMost = (column: string, most: number) => (row: Cells) => readFigure(row[column]) <= most
const reads = (column: string, text: string) => (row: Cells) => row[column] === text

const units: Readonly<Record<string, number>> = { T: 1e12, B: 1e9, M: 1e6 }
const isWorth = (least: number, below: number) => (row: Cells) => {
  const [, figure, unit = ''] = /^\$([\d.]+)([TBM])$/.exec(row['Market cap'] ?? '') ?? []
  const worth = Number(figure) * (units[unit] ?? Number.NaN)
  return worth >= least && worth < below
}

interface Filtered {
  readonly address: string
  readonly wire: string
  readonly holds: (row: Cells) => boolean
}

const IV_RANK = 'columns=professional'
const filters: readonly Filtered[] = [
  ...[20, 35, 40, 45].map((choice) => ({
    address: `rating=${choice}`,
    wire: `min_score=${choice}`,
    holds: isAtLeast('Callwright Rating', choice),
  })),
  ...[5, 10, 15, 20].map((choice) => ({
    address: `yield=${choice}`,
    wire: `min_yield=${choice}`,
    holds: isAtLeast('Best ann. yield', choice),
  })),
  ...[80, 70, 60, 50].map((choice) => ({
    address: `rsi=${choice}`,
    wire: `max_rsi=${choice}`,
    holds: isAtMost('RSI', choice),
  })),
  ...[30, 50, 70, 80].map((choice) => ({
    address: `iv_rank=${choice}&${IV_RANK}`,
    wire: `min_iv_rank=${choice}`,
    holds: isAtLeast('IV rank', choice),
  })),
  ...[
    ['technology', 'Technology'],
    ['financial', 'Financials'],
    ['healthcare', 'Health Care'],
    ['Energy', 'Energy'],
    ['Real Estate', 'Real Estate'],
  ].map(([choice = '', name = '']) => ({
    address: `sector=${choice}`,
    wire: `sector=${choice}`,
    holds: reads('Sector', name),
  })),
  { address: 'cap=mega', wire: 'market_cap=mega', holds: isWorth(1e12, Number.POSITIVE_INFINITY) },
  { address: 'cap=large', wire: 'market_cap=large', holds: isWorth(1e10, 1e12) },
  { address: 'cap=mid', wire: 'market_cap=mid', holds: isWorth(2e9, 1e10) },
  { address: 'cap=small', wire: 'market_cap=small', holds: isWorth(3e8, 2e9) },
  {
    address: 'q=be',
    wire: 'q=be',
    holds: ({ Symbol: symbol = '', Company: company = '' }) => /\bbe/i.test(`${symbol} ${company}`),
  },
  {
    address: 'dividend_yield_min=3&dividend_yield_max=5&columns=professional',
    wire: 'dividend_yield_min=3&dividend_yield_max=5',
    holds: (row) => isAtLeast('Dividend yield', 3)(row) && isAtMost('Dividend yield', 5)(row),
  },
]

export function testFiltering(site: Site): void {
  describe('what a filter lets through', () => {
    test('is what the API answers to the same question, and what the rows say of themselves', async () => {
      const page = await site.openScreener()
      const { count } = parts(page)
      for (const { address, wire, holds } of filters) {
        await followAddress(page, `?${address}&size=200`)
        const { total, universe_total, stocks } = await askView(page, `${wire}&limit=200`)
        expect({ address, some: total > 0 && total < universe_total }).toEqual({ address, some: true })
        const symbols = stocks.map(({ symbol }) => symbol)
        await expectSoon(() => readSymbols(page), symbols)
        await expectSoon(() => count.textContent(), `${total} of ${universe_total} stocks`)
        const rows = await readRows(page)
        expect({ address, wrong: rows.filter((row) => !holds(row)) }).toEqual({ address, wrong: [] })
      }
    })
  })
}

/** Goes there within the page, as a link does: quicker than to load the page anew. */
async function followAddress(page: Page, search: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/screening${search}`)
}
