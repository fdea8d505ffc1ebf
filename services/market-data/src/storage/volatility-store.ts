import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { IsoDate, IvHistoryPoint } from '../providers/provider.ts'

export type VolatilityStore = ReturnType<typeof createVolatilityStore>

/** The at-the-money volatility of a symbol's session at 30 days; decimal per year, or why there is none (D11). */
export type RecordedVolatility = { readonly source: string } & (
  | { readonly impliedVolatility: number; readonly method: string; readonly reason: null }
  | { readonly impliedVolatility: null; readonly method: null; readonly reason: string }
)

export interface StoredHistory {
  /** Who told the latest of them. */
  readonly source: string
  /** Ascending. */
  readonly points: readonly IvHistoryPoint[]
}

/** All SQL about volatilities by session. */
export function createVolatilityStore(database: Kysely<Tables>) {
  return {
    /** The sessions with a volatility from a day on; null where there is none. */
    async findHistory(symbol: string, from: IsoDate): Promise<StoredHistory | null> {
      const { rows } = await sql<IvHistoryPoint & { readonly source: string }>`
        select session_date as date, implied_volatility, source from atm_iv
        where symbol = ${symbol} and session_date >= ${from}::date and implied_volatility is not null
        order by session_date`.execute(database)
      const last = rows.at(-1)
      if (last === undefined) return null
      return { source: last.source, points: rows.map(({ date, impliedVolatility }) => ({ date, impliedVolatility })) }
    },

    /** Those of the symbols whose session is not recorded yet. */
    async listUnrecorded(symbols: readonly string[], session: IsoDate): Promise<readonly string[]> {
      const { rows } = await sql<{ symbol: string }>`
        select wanted.symbol from unnest(${[...symbols]}::text[]) as wanted (symbol)
        where not exists (select 1 from atm_iv where symbol = wanted.symbol and session_date = ${session}::date)
        order by wanted.symbol collate "C"`.execute(database)
      return rows.map(({ symbol }) => symbol)
    },

    /** Records a session; a volatility that is there stays: it is of the quotes nearest to the close. */
    async save(symbol: string, session: IsoDate, recorded: RecordedVolatility): Promise<void> {
      const { impliedVolatility, method, reason, source } = recorded
      await sql`
        insert into atm_iv (symbol, session_date, implied_volatility, method, reason, source)
        values (${symbol}, ${session}::date, ${impliedVolatility}, ${method}, ${reason}, ${source})
        on conflict (symbol, session_date) do update set
          implied_volatility = excluded.implied_volatility, method = excluded.method, reason = excluded.reason,
          source = excluded.source, recorded_at = now()
        where atm_iv.implied_volatility is null`.execute(database)
    },
  }
}
