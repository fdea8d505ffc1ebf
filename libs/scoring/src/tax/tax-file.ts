import type { TaxRow } from './tax-view.ts'
import { TAX_NOTE, type TaxFlag } from './tax-words.ts'

const cents = (usd: number | null): string => (usd === null ? '' : usd.toFixed(2))
const text = (value: string | number | boolean | null): string => (value === null ? '' : String(value))

function nameFlag({ washSale }: TaxRow, flag: TaxFlag): string {
  if (flag !== 'wash_sale_possible' || washSale === null) return flag
  return `${flag} sold ${washSale.soldOn} bought ${washSale.boughtOn}`
}

/** Columns of the file: (a) to (h) of Form 8949 in their order, then what explains them. */
const columns: readonly (readonly [name: string, write: (row: TaxRow) => string])[] = [
  ['description', ({ description }) => description],
  ['date_acquired', ({ dateAcquired }) => text(dateAcquired)],
  ['date_sold', ({ dateSold }) => dateSold],
  ['proceeds_usd', ({ proceedsUsd }) => cents(proceedsUsd)],
  ['cost_usd', ({ costUsd }) => cents(costUsd)],
  ['code', ({ code }) => text(code)],
  ['adjustment_usd', ({ adjustmentUsd }) => cents(adjustmentUsd)],
  ['gain_or_loss_usd', ({ gainOrLossUsd }) => cents(gainOrLossUsd)],
  ['term', ({ term }) => term],
  ['kind', ({ kind }) => kind],
  ['symbol', ({ symbol }) => symbol],
  ['contract', ({ contract }) => text(contract)],
  ['quantity', ({ quantity }) => text(quantity)],
  ['opened_on', ({ openedOn }) => text(openedOn)],
  ['closed_on', ({ closedOn }) => closedOn],
  ['premium_in_proceeds_usd', ({ premiumInProceedsUsd }) => cents(premiumInProceedsUsd)],
  ['proceeds_1099b_usd', ({ proceeds1099bUsd }) => cents(proceeds1099bUsd)],
  ['qualified', ({ qualified }) => text(qualified)],
  ['flags', (row) => row.flags.map((flag) => nameFlag(row, flag)).join('; ')],
  ['event_ids', ({ eventIds }) => eventIds.join(' ')],
]

/** Names of the columns of the tax file. */
export const taxColumns: readonly string[] = columns.map(([name]) => name)

/** Text that a spreadsheet would run as a formula, except negative amounts, which are only numbers. */
export const RUNS_AS_TAX_FORMULA = /^(?!-\d+\.\d\d$)'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Header, rows and note of the tax file as unquoted cells (LIFECYCLE 6). Dollars have cents, days are `YYYY-MM-DD`, and
 * unknown values are empty. Verified in `tax-view.test.ts` and by parsing the file.
 */
export const listTaxLines = (rows: readonly TaxRow[]): string[][] => [
  [...taxColumns],
  ...rows.map((row) => columns.map(([, write]) => write(row))),
  [TAX_NOTE],
]

/** `callwright-tax-2026.csv`. */
export const nameTaxFile = (year: number): string => `callwright-tax-${year}.csv`
