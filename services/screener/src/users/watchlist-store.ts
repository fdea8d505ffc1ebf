import { MAX_LIST_SYMBOLS, MAX_LISTS } from '@callwright/contracts'
import { readUniqueViolation, translateErrors } from '@callwright/service'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { listFull, listNameTaken, tooManyLists, unknownList } from '../errors.ts'
import type { OwnName } from './names.ts'

export type WatchlistStore = ReturnType<typeof createWatchlistStore>

export interface StoredWatchlist {
  readonly id: string
  readonly name: string
  readonly symbols: readonly string[]
  readonly updatedAt: Date
}

interface WatchlistToPut extends OwnName {
  readonly userId: string
  readonly id: string
  /** Null keeps the symbols. */
  readonly symbols: readonly string[] | null
}

const NOW = sql<Date>`clock_timestamp()`

/** SQL for watchlists; every statement except `listAllSymbols` is limited to one user. Changes return all lists by name. */
export function createWatchlistStore(database: Kysely<Tables>) {
  const list = (userId: string, from: Kysely<Tables> = database): Promise<StoredWatchlist[]> =>
    from
      .selectFrom('watchlist')
      .select(['id', 'name', 'symbols', 'updatedAt'])
      .where('userId', '=', userId)
      .orderBy(sql`name_key collate "C"`)
      .execute()

  /** Runs a change under the user's lock, which keeps concurrent requests within the limits. */
  const change = (userId: string, work: (transaction: Transaction<Tables>) => Promise<unknown>) =>
    database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`watchlist ${userId}`}, 0))`.execute(transaction)
      await work(transaction)
      return list(userId, transaction)
    })

  return translateErrors({
    list: (userId: string) => list(userId),

    /** Throws a 404 for an unknown id. */
    async readSymbols(userId: string, id: string): Promise<readonly string[]> {
      const found = await database
        .selectFrom('watchlist')
        .select('symbols')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (found === undefined) throw unknownList()
      return found.symbols
    },

    /** Adds a list or changes the one with this id. Throws a 409 for a duplicate name or too many lists. */
    async put({ userId, id, name, nameKey, symbols }: WatchlistToPut): Promise<StoredWatchlist[]> {
      try {
        return await change(userId, async (transaction) => {
          const others = await transaction
            .selectFrom('watchlist')
            .select((select) => select.fn.countAll<number>().as('count'))
            .where('userId', '=', userId)
            .where('id', '<>', id)
            .executeTakeFirstOrThrow()
          if (others.count >= MAX_LISTS) throw tooManyLists(MAX_LISTS)
          const values = { name, nameKey, updatedAt: NOW }
          const replaced = symbols === null ? values : { ...values, symbols: [...symbols] }
          await transaction
            .insertInto('watchlist')
            .values({ userId, id, ...values, symbols: [...(symbols ?? [])] })
            .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(replaced))
            .execute()
        })
      } catch (error) {
        if (readUniqueViolation(error) !== null) throw listNameTaken(name)
        throw error
      }
    },

    /** Replaces a list's symbols. Throws a 404 for an unknown id and a 409 if there would be too many symbols. */
    change: (userId: string, id: string, compute: (symbols: readonly string[]) => readonly string[]) =>
      change(userId, async (transaction) => {
        const found = await transaction
          .selectFrom('watchlist')
          .select('symbols')
          .where('userId', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (found === undefined) throw unknownList()
        const symbols = [...compute(found.symbols)]
        if (symbols.length > MAX_LIST_SYMBOLS) throw listFull(MAX_LIST_SYMBOLS)
        await transaction
          .updateTable('watchlist')
          .set({ symbols, updatedAt: NOW })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .execute()
      }),

    /** Throws a 404 for an unknown id. */
    remove: (userId: string, id: string) =>
      change(userId, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('watchlist')
          .where('userId', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw unknownList()
      }),

    /** Symbols on any user's lists. */
    async listAllSymbols(): Promise<string[]> {
      const { rows } = await sql<{ symbol: string }>`
        select distinct unnest(symbols) as symbol from watchlist order by symbol`.execute(database)
      return rows.map(({ symbol }) => symbol)
    },
  })
}
