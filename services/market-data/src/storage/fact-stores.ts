import { joinSources } from '@callwright/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Answer, DataClass, Fundamentals, IsoDate, IvHistoryPoint, Missing } from '../providers/provider.ts'

/** Locks a symbol for writing until the transaction ends. */
export async function lockSymbol(transaction: Transaction<Tables>, symbol: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market_data.${symbol}`}, 0))`.execute(transaction)
}

export type FundamentalsStore = ReturnType<typeof createFundamentalsStore>

export interface StoredFundamentals {
  readonly symbol: string
  readonly figures: Fundamentals
  readonly source: string
  readonly dataClass: DataClass
  readonly asOf: Date
  readonly missing: readonly Missing[]
  /** When all sources were last queried for this symbol; null if its data came only from a whole-market list. */
  readonly askedAt: Date | null
  readonly fetchedAt: Date
}

const columns = ['symbol', 'figures', 'source', 'dataClass', 'asOf', 'missing', 'askedAt', 'fetchedAt'] as const

export function createFundamentalsStore(database: Kysely<Tables>) {
  return {
    async find(symbol: string): Promise<StoredFundamentals | null> {
      const row = await database
        .selectFrom('fundamentals')
        .select(columns)
        .where('symbol', '=', symbol)
        .executeTakeFirst()
      return row ?? null
    },

    async list(symbols: readonly string[]): Promise<readonly StoredFundamentals[]> {
      return database
        .selectFrom('fundamentals')
        .select(columns)
        .where('symbol', '=', sql<string>`any(${[...symbols]}::text[])`)
        .execute()
    },

    /** Lists symbols that have not been requested since an instant, least recently requested first. */
    async listUnaskedSince(symbols: readonly string[], since: Date): Promise<readonly string[]> {
      const { rows } = await sql<{ symbol: string }>`
        select wanted.symbol from unnest(${[...symbols]}::text[]) as wanted (symbol)
        left join fundamentals f on f.symbol = wanted.symbol
        where f.asked_at is null or f.asked_at < ${since}::timestamptz
        order by f.asked_at nulls first, wanted.symbol collate "C"`.execute(database)
      return rows.map(({ symbol }) => symbol)
    },

    async save(
      symbol: string,
      { value, source, dataClass, asOfMs, missing }: Answer<Fundamentals>,
      { askedAt, fetchedAt }: { readonly askedAt: Date | null; readonly fetchedAt: Date },
    ): Promise<void> {
      const row = {
        source,
        dataClass,
        askedAt,
        fetchedAt,
        figures: JSON.stringify(value),
        asOf: new Date(asOfMs),
        missing: JSON.stringify(missing),
      }
      await database
        .insertInto('fundamentals')
        .values({ symbol, ...row })
        .onConflict((conflict) =>
          conflict.column('symbol').doUpdateSet(row).where('fundamentals.fetchedAt', '<=', fetchedAt),
        )
        .execute()
    },
  }
}

export type VolatilityStore = ReturnType<typeof createVolatilityStore>

/**
 * A symbol's 30-day at-the-money volatility in one session, as an annualized decimal, or the reason there is none
 * (D11).
 */
export type RecordedVolatility = { readonly source: string } & (
  | { readonly impliedVolatility: number; readonly method: string; readonly reason: null }
  | { readonly impliedVolatility: null; readonly method: null; readonly reason: string }
)

interface StoredHistory {
  /** Names of all the points' sources, joined. */
  readonly source: string
  /** Sorted by date. */
  readonly points: readonly IvHistoryPoint[]
}

interface RecordedSession {
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
