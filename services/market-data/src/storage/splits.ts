import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { IsoDate, StockSplit } from '../providers/provider.ts'

interface SplitChange {
  readonly before: readonly StockSplit[]
  readonly after: readonly StockSplit[]
  readonly today: IsoDate
}

/**
 * Deletes bars and dividends whose scale is uncertain: a split was applied to them, and that split has since been
 * corrected, or another one on or before its day has turned up. A later request fetches them again. True if anything
 * was deleted.
 */
export async function forgetOtherScale(
  transaction: Transaction<Tables>,
  symbol: string,
  change: SplitChange,
): Promise<boolean> {
  for (const { day, rewrittenBy } of listDoubts(change)) {
    const { rows } = await sql`
      select 1 from daily_bar
      where symbol = ${symbol} and date < ${day}::date and adjusted_on = any(${rewrittenBy}::date[])
      union all
      select 1 from cash_dividend
      where symbol = ${symbol} and ex_date < ${day}::date and adjusted_on = any(${rewrittenBy}::date[])
      limit 1`.execute(transaction)
    if (rows.length === 0) continue
    await sql`delete from daily_bar where symbol = ${symbol}`.execute(transaction)
    await sql`delete from bar_series where symbol = ${symbol}`.execute(transaction)
    await sql`delete from cash_dividend where symbol = ${symbol}`.execute(transaction)
    await sql`delete from event_list where symbol = ${symbol} and kind = 'dividends'`.execute(transaction)
    return true
  }
  return false
}

/**
 * For each changed split, lists the day before which rows are in doubt, and the days of the splits that may have
 * rewritten them; a row's `adjusted_on` shows which one did.
 */
function listDoubts({ before, after, today }: SplitChange): { day: IsoDate; rewrittenBy: IsoDate[] }[] {
  const isIn = (splits: readonly StockSplit[], wanted: StockSplit) =>
    splits.some(
      ({ executionDate, kind, ratio }) =>
        executionDate === wanted.executionDate && kind === wanted.kind && ratio === wanted.ratio,
    )
  const gone = before.filter((split) => !isIn(after, split))
  const added = after.filter((split) => !isIn(before, split))
  const daysOf = (splits: readonly StockSplit[]) => splits.map(({ executionDate }) => executionDate)
  return [
    ...daysOf(gone).map((day) => ({ day, rewrittenBy: daysOf(before).filter((date) => date >= day) })),
    ...daysOf(added).map((day) => ({ day, rewrittenBy: daysOf(before).filter((date) => date >= day) })),
  ].filter(({ day, rewrittenBy }) => day <= today && rewrittenBy.length > 0)
}

interface SymbolSplit extends StockSplit {
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
