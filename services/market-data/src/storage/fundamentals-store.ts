import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Answer, DataClass, Fundamentals, Missing } from '../providers/provider.ts'

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
        ...{ source, dataClass, askedAt, fetchedAt },
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
