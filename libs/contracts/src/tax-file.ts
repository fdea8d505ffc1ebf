import type { TaxReport, TaxRow } from './tax.ts'

/** Columns of the tax file: (a) to (h) of Form 8949 in their order, then what explains them. */
export const taxColumns = [
  'description',
  'date_acquired',
  'date_sold',
  'proceeds_usd',
  'cost_usd',
  'code',
  'adjustment_usd',
  'gain_or_loss_usd',
  'term',
  'kind',
  'symbol',
  'contract',
  'quantity',
  'opened_on',
  'closed_on',
  'premium_in_proceeds_usd',
  'proceeds_1099b_usd',
  'qualified',
  'flags',
  'event_ids',
] as const satisfies readonly (keyof TaxRow)[]

/** Text that a spreadsheet would run as a formula, except negative amounts, which are only numbers. */
export const RUNS_AS_TAX_FORMULA = /^(?!-\d+\.\d\d$)'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Header, rows and note of the tax file, as unquoted cells. Dollars have cents; unknown values are empty. */
export function listTaxLines({ rows, note }: Pick<TaxReport, 'rows' | 'note'>): string[][] {
  return [[...taxColumns], ...rows.map((row) => taxColumns.map((column) => writeCell(row, column))), [note]]
}

function writeCell(row: TaxRow, column: (typeof taxColumns)[number]): string {
  if (column === 'flags') return row.flags.map((flag) => nameFlag(row, flag)).join('; ')
  if (column === 'event_ids') return row.event_ids.join(' ')
  const value = row[column]
  if (value === null) return ''
  return typeof value === 'number' && column !== 'quantity' ? value.toFixed(2) : String(value)
}

function nameFlag({ wash_sale }: TaxRow, flag: string): string {
  const days = flag === 'wash_sale_possible' && wash_sale !== null
  return days ? `${flag} sold ${wash_sale.sold_on} bought ${wash_sale.bought_on}` : flag
}

export const nameTaxFile = (year: number): string => `callwright-tax-${year}.csv`
