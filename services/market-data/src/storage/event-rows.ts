import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { CashDividend, IsoDate, StockSplit } from '../providers/provider.ts'

/** The rows that a list replaces: all of a symbol's rows, or those on or after a day. */
interface Span {
  readonly source: string
  readonly from: IsoDate | null
}

export async function replaceDividends(
  transaction: Transaction<Tables>,
  symbol: string,
  dividends: readonly CashDividend[],
  { source, from, asked }: Span & { readonly asked: IsoDate },
): Promise<void> {
  await sql`
    delete from cash_dividend
    where symbol = ${symbol} and (${from}::date is null or ex_date >= ${from}::date)`.execute(transaction)
  const counts = new Map<IsoDate, number>()
  const sequences = dividends.map(({ exDate }) => {
    const sequence = counts.get(exDate) ?? 0
    counts.set(exDate, sequence + 1)
    return sequence
  })
  await sql`
    insert into cash_dividend (symbol, ex_date, sequence, cash_usd, kind, adjusted_on, source)
    select ${symbol}, ex_date, sequence, cash_usd, kind, ${asked}::date, ${source}
    from unnest(
      ${dividends.map(({ exDate }) => exDate)}::date[], ${sequences}::smallint[],
      ${dividends.map(({ cashUsd }) => cashUsd)}::numeric[], ${dividends.map(({ kind }) => kind)}::text[]
    ) as dividend (ex_date, sequence, cash_usd, kind)`.execute(transaction)
}

/** Replaces a symbol's splits. If a split is listed twice, keeps one. */
export async function replaceSplits(
  transaction: Transaction<Tables>,
  symbol: string,
  splits: readonly StockSplit[],
  { source, from }: Span,
): Promise<void> {
  await sql`
    delete from stock_split
    where symbol = ${symbol} and (${from}::date is null or execution_date >= ${from}::date)`.execute(transaction)
  const once = [...new Map(splits.map((split) => [`${split.executionDate} ${split.kind}`, split])).values()]
  await sql`
    insert into stock_split (symbol, execution_date, kind, ratio, source)
    select ${symbol}, execution_date, kind, ratio, ${source}
    from unnest(
      ${once.map(({ executionDate }) => executionDate)}::date[], ${once.map(({ kind }) => kind)}::text[],
      ${once.map(({ ratio }) => ratio)}::float8[]
    ) as split (execution_date, kind, ratio)`.execute(transaction)
}
