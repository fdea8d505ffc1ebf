import { sql, type Transaction } from 'kysely'
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
