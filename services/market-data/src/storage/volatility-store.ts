import { joinSources } from '@callwright/contracts'
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
  /** Everybody who told some of them. */
  readonly source: string
  /** Ascending. */
  readonly points: readonly IvHistoryPoint[]
}

export interface RecordedSession {
  /** Those of the symbols that nothing is recorded for, in order. */
  readonly unrecorded: readonly string[]
  /** Whether any of the symbols has a volatility. */
  readonly isAnyKnown: boolean
}

/** All SQL about volatilities by session. */
export function createVolatilityStore(database: Kysely<Tables>) {
  return {
    /** The sessions with a volatility from a day on. */
    async findHistory(symbol: string, from: IsoDate): Promise<StoredHistory> {
      const { rows } = await sql<IvHistoryPoint & { readonly source: string }>`
        select session_date as date, implied_volatility, source from atm_iv
        where symbol = ${symbol} and session_date >= ${from}::date and implied_volatility is not null
        order by session_date`.execute(database)
      const points = rows.map(({ date, impliedVolatility }) => ({ date, impliedVolatility }))
      return { source: joinSources(rows.map(({ source }) => source)), points }
    },

    /** How far a session is recorded for these symbols. */
    async readSession(symbols: readonly string[], session: IsoDate): Promise<RecordedSession> {
      const { rows } = await sql<{ symbol: string; isRecorded: boolean; isKnown: boolean }>`
        select wanted.symbol, recorded.symbol is not null as is_recorded,
          recorded.implied_volatility is not null as is_known
        from unnest(${[...symbols]}::text[]) as wanted (symbol)
        left join atm_iv recorded on recorded.symbol = wanted.symbol and recorded.session_date = ${session}::date
        order by wanted.symbol collate "C"`.execute(database)
      return {
        unrecorded: rows.filter(({ isRecorded }) => !isRecorded).map(({ symbol }) => symbol),
        isAnyKnown: rows.some(({ isKnown }) => isKnown),
      }
    },

    /** Records a session, alike for these symbols; a volatility that is there stays: it is of the quotes nearest to the close. */
    async save(symbols: readonly string[], session: IsoDate, recorded: RecordedVolatility): Promise<void> {
      const { impliedVolatility, method, reason, source } = recorded
      await sql`
        insert into atm_iv (symbol, session_date, implied_volatility, method, reason, source)
        select symbol, ${session}::date, ${impliedVolatility}::float8, ${method}::text, ${reason}::text, ${source}
        from unnest(${[...symbols]}::text[]) as wanted (symbol)
        order by symbol
        on conflict (symbol, session_date) do update set
          implied_volatility = excluded.implied_volatility, method = excluded.method, reason = excluded.reason,
          source = excluded.source, recorded_at = now()
        where atm_iv.implied_volatility is null`.execute(database)
    },
  }
}
