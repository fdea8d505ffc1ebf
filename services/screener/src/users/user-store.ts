import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

export type UserStore = ReturnType<typeof createUserStore>

/** What ends with an account. */
export function createUserStore(database: Kysely<Tables>) {
  return translateErrors({
    /**
     * Everything that is kept of a user. The version moves with weights that go, so that every replica forgets them; runs the
     * user started become the platform's.
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
