import { joinSources } from '@callwright/contracts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { IsoDate, IvHistoryPoint } from '../providers/provider.ts'

export type VolatilityStore = ReturnType<typeof createVolatilityStore>

/**
 * A symbol's 30-day at-the-money volatility in one session, as an annualized decimal, or the reason there is none
 * (D11).
 */
export type RecordedVolatility = { readonly source: string } & (
  | { readonly impliedVolatility: number; readonly method: string; readonly reason: null }
  | { readonly impliedVolatility: null; readonly method: null; readonly reason: string }
)

export interface StoredHistory {
  /** Names of all the points' sources, joined. */
  readonly source: string
  /** Sorted by date. */
  readonly points: readonly IvHistoryPoint[]
}

export interface RecordedSession {
  /** Symbols that do not have a recorded value yet, in order. */
  readonly unrecorded: readonly string[]
  /** Whether a volatility is recorded for any of the symbols. */
  readonly isAnyKnown: boolean
}

export function createVolatilityStore(database: Kysely<Tables>) {
  return {
    /** Finds the sessions with a volatility, from a given day on. */
    async findHistory(symbol: string, from: IsoDate): Promise<StoredHistory> {
      const { rows } = await sql<IvHistoryPoint & { readonly source: string }>`
        select session_date as date, implied_volatility, source from atm_iv
        where symbol = ${symbol} and session_date >= ${from}::date and implied_volatility is not null
        order by session_date`.execute(database)
      const points = rows.map(({ date, impliedVolatility }) => ({ date, impliedVolatility }))
      return { source: joinSources(rows.map(({ source }) => source)), points }
    },

    /** Reads which of these symbols already have a record for a session. */
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

    /**
     * Records the same value for all of these symbols in one session. Keeps a volatility that is already recorded,
     * since its quotes are closer to the close.
     */
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
