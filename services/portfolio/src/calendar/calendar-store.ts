import { randomBytes } from 'node:crypto'
import { translateErrors } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'

export interface Feed {
  readonly userId: string
  readonly token: string
  readonly createdAt: Date
}

/** SQL for the secret addresses of calendar feeds. */
export function createCalendarStore(database: Kysely<Tables>) {
  const select = () => database.selectFrom('calendarFeed').selectAll()
  return translateErrors({
    find: async (userId: string): Promise<Feed | null> =>
      (await select().where('userId', '=', userId).executeTakeFirst()) ?? null,
    findByToken: async (token: string): Promise<Feed | null> =>
      (await select().where('token', '=', token).executeTakeFirst()) ?? null,
    async renew(userId: string): Promise<Feed> {
      const row = { token: randomBytes(32).toString('base64url'), createdAt: new Date() }
      return database
        .insertInto('calendarFeed')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async remove(userId: string): Promise<void> {
      await database.deleteFrom('calendarFeed').where('userId', '=', userId).execute()
    },
  })
}

export type CalendarStore = ReturnType<typeof createCalendarStore>
