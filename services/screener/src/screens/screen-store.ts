import { MAX_SCREENS } from '@callwright/contracts'
import { readUniqueViolation, translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

export type ScreenStore = ReturnType<typeof createScreenStore>

/** A saved screen, stored as the query string of its page. */
export interface StoredScreen {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly updatedAt: Date
}

export interface ScreenToPut {
  readonly userId: string
  readonly id: string
  readonly name: string
  readonly nameKey: string
  readonly query: string
}

/** SQL for saved screens; every statement is limited to one user. */
export function createScreenStore(database: Kysely<Tables>) {
  return translateErrors({
    async list(userId: string): Promise<StoredScreen[]> {
      return database
        .selectFrom('savedScreen')
        .select(['id', 'name', 'query', 'updatedAt'])
        .where('userId', '=', userId)
        .orderBy(sql`name_key collate "C"`)
        .execute()
    },

    /**
     * Adds a screen or replaces the one with this id. A per-user lock keeps concurrent requests from exceeding the
     * limit.
     */
    async put({ userId, id, name, nameKey, query }: ScreenToPut): Promise<'stored' | 'too_many' | 'name_taken'> {
      try {
        return await database.transaction().execute(async (transaction) => {
          await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_screen ${userId}`}, 0))`.execute(transaction)
          const others = await transaction
            .selectFrom('savedScreen')
            .select((select) => select.fn.countAll<number>().as('count'))
            .where('userId', '=', userId)
            .where('id', '<>', id)
            .executeTakeFirstOrThrow()
          if (others.count >= MAX_SCREENS) return 'too_many'
          const values = { name, nameKey, query, updatedAt: sql<Date>`clock_timestamp()` }
          await transaction
            .insertInto('savedScreen')
            .values({ userId, id, ...values })
            .onConflict((conflict) => conflict.columns(['userId', 'id']).doUpdateSet(values))
            .execute()
          return 'stored'
        })
      } catch (error) {
        if (readUniqueViolation(error) !== null) return 'name_taken'
        throw error
      }
    },

    /** Returns false if the user has no such screen. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await database
        .deleteFrom('savedScreen')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  })
}
