import { type CsvRow, numberOf } from './shared-data.ts'

/** The contract of a golden row, under the names of `libs/scoring`. */
export function contractOf(row: CsvRow) {
  return {
    type: row.type === 'put' ? ('put' as const) : ('call' as const),
    spot: numberOf(row, 'spot'),
    strike: numberOf(row, 'strike'),
    years: numberOf(row, 't'),
    rate: numberOf(row, 'rate'),
    dividendYield: numberOf(row, 'div_yield'),
  }
}

export interface GoldenCase {
  readonly id: number
  readonly kind: string
  readonly input: Readonly<Record<string, number | string>>
  readonly expect: Readonly<Record<string, unknown>>
}

/** A case of golden/edges.json as a row, so that `contractOf` reads it. */
export function rowOf({ input }: GoldenCase): CsvRow {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
}
