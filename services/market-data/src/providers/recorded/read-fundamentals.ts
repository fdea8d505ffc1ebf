import { readCsv } from '../parsing/csv-table.ts'
import { readKnownNumber } from '../parsing/read-number.ts'
import type { Fundamentals } from '../provider.ts'

const COLUMNS = [
  'symbol',
  'market_cap',
  'net_margin',
  'debt_to_equity',
  'dividend_yield',
  'price_to_book',
  'negative_equity',
] as const

/**
 * Reads the fundamentals, converting fractions to percent. An empty dividend yield means that there is no dividend; a
 * missing column, or any other text, means that it is unknown. Empty debt to equity means "negative equity or not
 * reported"; equity is taken to be negative if the row says so or its price to book is negative.
 */
export function readFundamentals(text: string): Map<string, Fundamentals> {
  const shape = { name: 'fundamentals.csv', columns: COLUMNS, required: 1 }
  const entries = readCsv(text, shape, (cells): [string, Fundamentals] => {
    const [symbol = '', marketCapCell, netMargin, debtToEquity, dividendYield, priceToBook, negativeEquity] = cells
    const marketCapUsd = readKnownNumber(marketCapCell)
    return [
      symbol,
      {
        marketCapUsd: marketCapUsd !== null && marketCapUsd > 0 ? marketCapUsd : null,
        netMarginPct: readPercent(netMargin),
        debtToEquity: readKnownNumber(debtToEquity),
        negativeEquity: negativeEquity === '1' || (readKnownNumber(priceToBook) ?? 0) < 0,
        dividendYieldPct: dividendYield === '' ? 0 : readPercent(dividendYield),
        creditRating: null,
      },
    ]
  })
  return new Map(entries)
}

/** Converts a fraction to percent, rounded to remove floating-point noise. */
function readPercent(cell: string | undefined): number | null {
  const fraction = readKnownNumber(cell)
  return fraction === null ? null : Number((fraction * 100).toPrecision(12))
}
