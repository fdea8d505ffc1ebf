import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { IsoDate, StockSplit } from '../providers/provider.ts'

export interface SymbolSplit extends StockSplit {
  readonly symbol: string
}

/**
 * The splits carried out by today of which stored figures know nothing yet, in the order in which they must be applied;
 * of one symbol, or of all.
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
 * Brings what is stored of a symbol from before a split to the scale after it: a share of then is `ratio` shares of now.
 * Every row says up to which day splits are in it, so that a second run changes nothing, and a row that was fetched
 * after the split is left as it is. A spin-off takes value out of the price and makes no new shares: volumes and
 * dividends stay.
 */
export async function applySplit(database: Kysely<Tables>, split: SymbolSplit): Promise<void> {
  const { symbol, executionDate, ratio, kind } = split
  await sql`
    with bars as (
      update daily_bar set
        open = open / ${ratio}::numeric, high = high / ${ratio}::numeric, low = low / ${ratio}::numeric,
        close = close / ${ratio}::numeric,
        volume = case when ${kind} = 'split' then volume * ${ratio}::numeric else volume end,
        adjusted_on = ${executionDate}::date
      where symbol = ${symbol} and date < ${executionDate}::date and adjusted_on < ${executionDate}::date
    )
    update cash_dividend set cash_usd = cash_usd / ${ratio}::numeric, adjusted_on = ${executionDate}::date
    where ${kind} = 'split' and symbol = ${symbol} and ex_date < ${executionDate}::date
      and adjusted_on < ${executionDate}::date`.execute(database)
}
