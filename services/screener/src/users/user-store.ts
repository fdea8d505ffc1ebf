import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

export type UserStore = ReturnType<typeof createUserStore>

export function createUserStore(database: Kysely<Tables>) {
  return translateErrors({
    /**
     * Erases all data about a user. Deleting weights raises their version, so that every replica drops them. Runs that
     * the user started become platform runs.
     */
    erase: (userId: string): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        await transaction.selectFrom('ratingWeightsVersion').select('version').forUpdate().execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('ratingWeights')
          .where('userId', '=', userId)
          .executeTakeFirst()
        if (numDeletedRows > 0n) {
          await transaction
            .updateTable('ratingWeightsVersion')
            .set({ version: sql`version + 1`, removedVersion: sql`version + 1` })
            .execute()
        }
        await transaction.deleteFrom('savedScreen').where('userId', '=', userId).execute()
        await transaction
          .updateTable('enrichmentRun')
          .set({ startedBy: 'platform', userId: null })
          .where('userId', '=', userId)
          .execute()
      }),
  })
}
