import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { IsoDate, StockSplit } from '../providers/provider.ts'

export interface SymbolSplit extends StockSplit {
  readonly symbol: string
}

/**
 * Lists splits executed up to today that have not been applied to stored rows, in order of application, for one symbol
 * or for all.
 */
export async function listUnappliedSplits(
  database: Kysely<Tables>,
  today: IsoDate,
  symbol: string | null = null,
): Promise<readonly SymbolSplit[]> {
  const { rows } = await sql<SymbolSplit>`
    select s.symbol, s.execution_date, s.ratio, s.kind from stock_split s
    where s.execution_date <= ${today}::date and (${symbol}::text is null or s.symbol = ${symbol})
      and (
        exists (
          select 1 from daily_bar b
          where b.symbol = s.symbol and b.date < s.execution_date and b.adjusted_on < s.execution_date
        )
        or s.kind = 'split' and exists (
          select 1 from cash_dividend d
          where d.symbol = s.symbol and d.ex_date < s.execution_date and d.adjusted_on < s.execution_date
        )
      )
    order by s.execution_date, s.symbol collate "C"`.execute(database)
  return rows
}

/**
 * Rescales a symbol's stored rows from before splits that are due; true if there were any. Each row records the day
 * through which splits are applied, so a second run changes nothing, and rows fetched after a split are skipped.
 */
export async function applyDueSplits(database: Kysely<Tables>, symbol: string, today: IsoDate): Promise<boolean> {
  const due = await listUnappliedSplits(database, today, symbol)
  for (const [day, splits] of Map.groupBy(due, ({ executionDate }) => executionDate)) {
    await applyDay(database, symbol, day, splits)
  }
  return due.length > 0
}

/** A spin-off lowers the price without creating shares, so volumes and dividends stay the same. */
async function applyDay(
  database: Kysely<Tables>,
  symbol: string,
  day: IsoDate,
  splits: readonly StockSplit[],
): Promise<void> {
  const multiply = (some: readonly StockSplit[]) => some.reduce((product, { ratio }) => product * ratio, 1)
  const priceRatio = multiply(splits)
  const shareRatio = multiply(splits.filter(({ kind }) => kind === 'split'))
  await sql`
    with bars as (
      update daily_bar set
        open = open / ${priceRatio}::numeric, high = high / ${priceRatio}::numeric, low = low / ${priceRatio}::numeric,
        close = close / ${priceRatio}::numeric, volume = volume * ${shareRatio}::numeric, adjusted_on = ${day}::date
      where symbol = ${symbol} and date < ${day}::date and adjusted_on < ${day}::date
    )
    update cash_dividend set cash_usd = cash_usd / ${shareRatio}::numeric, adjusted_on = ${day}::date
    where symbol = ${symbol} and ex_date < ${day}::date and adjusted_on < ${day}::date`.execute(database)
}
