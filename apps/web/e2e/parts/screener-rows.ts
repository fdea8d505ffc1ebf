import type { Page } from 'playwright-core'
import { readColumns } from './screener.ts'

type Cells = Readonly<Record<string, string>>

/** Reads the visible rows. Each row maps column names to cell texts, without the checkbox. */
export async function readRows(page: Page): Promise<Cells[]> {
  const names = await readColumns(page)
  const rows = await page
    .locator('tr[data-key]')
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

interface Filter {
  readonly address: string
  readonly wire: string
  /** Whether the row satisfies the filter. */
  readonly holds: (row: Cells) => boolean
}

/** One filter of each kind. The API's own tests cover every choice. */
export const filters: readonly Filter[] = [
  { address: 'rating=40', wire: 'min_score=40', holds: isAtLeast('Callwright Rating', 40) },
  { address: 'yield=15', wire: 'min_yield=15', holds: isAtLeast('Best ann. yield', 15) },
  { address: 'rsi=60', wire: 'max_rsi=60', holds: isAtMost('RSI', 60) },
  { address: 'iv_rank=50&columns=professional', wire: 'min_iv_rank=50', holds: isAtLeast('IV rank', 50) },
  { address: 'sector=technology', wire: 'sector=technology', holds: reads('Sector', 'Technology') },
  { address: 'sector=Real Estate', wire: 'sector=Real Estate', holds: reads('Sector', 'Real Estate') },
  { address: 'cap=mega', wire: 'market_cap=mega', holds: isWorth(1e12, Number.POSITIVE_INFINITY) },
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
