import type { Fundamentals } from '../provider.ts'
import { readCsv } from './csv-table.ts'
import { readKnownNumber } from './read-number.ts'

const COLUMNS = ['symbol', 'market_cap', 'net_margin', 'debt_to_equity', 'dividend_yield', 'price_to_book'] as const
/** Its place among the columns after the symbol. */
const DIVIDEND_YIELD = 3

/**
 * Reads the fundamentals. The file holds fractions; the product speaks percent. An empty cell of the dividend yield means
 * no dividend; a file without that column, or with something else in the cell, says nothing of it. An empty debt to equity means "negative equity or not reported": the negative
 * one is known by its negative price to book.
 */
export function readFundamentals(text: string): Map<string, Fundamentals> {
  const shape = { name: 'fundamentals.csv', columns: COLUMNS, required: 1 }
  const entries = readCsv(text, shape, ([symbol = '', ...cells]): [string, Fundamentals] => {
    const [marketCap, netMargin, debtToEquity, dividendYield, priceToBook] = cells.map(readKnownNumber)
    const dividendYieldCell = cells[DIVIDEND_YIELD]
    return [
      symbol,
      {
        marketCapUsd: marketCap !== null && marketCap !== undefined && marketCap > 0 ? marketCap : null,
        netMarginPct: toPercent(netMargin),
        debtToEquity: debtToEquity ?? null,
        negativeEquity: (priceToBook ?? 0) < 0,
        dividendYieldPct: dividendYieldCell === '' ? 0 : toPercent(dividendYield),
        creditRating: null,
      },
    ]
  })
  return new Map(entries)
}

function toPercent(fraction: number | null | undefined): number | null {
  return fraction === null || fraction === undefined ? null : Number((fraction * 100).toPrecision(12))
}
