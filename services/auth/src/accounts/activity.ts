import type { activityKinds } from '@callwright/contracts'
import { type Runtime, translateDatabaseError } from '@callwright/service'
import type { Kysely } from 'kysely'
import type { ActivityTable, AuthTables } from '../db/schema.ts'
import type { Client } from '../requests.ts'

export type ActivityKind = (typeof activityKinds)[number]
export type ActivityEntry = Readonly<Omit<ActivityTable, 'id'>> & { readonly id: number }

/** Entries that a user sees. */
const LISTED = 100
const KEPT_MS = 180 * 24 * 60 * 60 * 1_000

export interface Activity {
  /**
   * Adds an entry to the account's trail. `client` is null for the operator's commands. Never rejects: a sign-in works
   * while the trail cannot be written, and the log has the event as well.
   */
  record(accountId: string, kind: ActivityKind, client: Client | null): Promise<void>
  /** The newest entries, newest first. */
  list(accountId: string): Promise<readonly ActivityEntry[]>
  /** Deletes entries that are older than half a year, and returns their number. */
  purge(): Promise<number>
}

export function createActivity(
  database: Kysely<AuthTables>,
  { runtime, now }: { readonly runtime: Pick<Runtime, 'log'>; readonly now: () => number },
): Activity {
  return {
    async record(accountId, kind, client) {
      const entry = {
        ...{ accountId, kind, at: new Date(now()) },
        ...{ clientAddress: client?.address ?? null, userAgent: client?.userAgent ?? null },
      }
      try {
        await database.insertInto('activity').values(entry).execute()
      } catch (error) {
        runtime.log.warn({ err: error, account_id: accountId, kind }, 'activity.not_recorded')
      }
    },
    list: (accountId) =>
      database
        .selectFrom('activity')
        .selectAll()
        .where('accountId', '=', accountId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(LISTED)
        .execute()
        .catch((error: unknown) => {
          throw translateDatabaseError(error)
        }),
    async purge() {
      const { numDeletedRows } = await database
        .deleteFrom('activity')
        .where('at', '<', new Date(now() - KEPT_MS))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
