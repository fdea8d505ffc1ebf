import { type Handlers, requireAuthService, translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { type Screens, toWireScreen } from './screens.ts'
import { toWireWatchlist, type Watchlists } from './watchlists.ts'
import type { Weights } from './weights.ts'

type UserHandlers = Pick<Handlers<'screener'>, 'screener.erase' | 'screener.exportUser'>

/** Internal endpoints for the auth service: export and erase a user's data. */
export function userRoutes(deps: {
  readonly users: UserStore
  readonly weights: Weights
  readonly screens: Pick<Screens, 'list'>
  readonly watchlists: Pick<Watchlists, 'list'>
}): UserHandlers {
  const { users, weights, screens, watchlists } = deps
  return {
    async 'screener.erase'({ identity, params }) {
      requireAuthService(identity)
      await users.erase(params.id)
      await weights.reload()
      return { status: 'success' }
    },
    async 'screener.exportUser'({ identity, params }) {
      requireAuthService(identity)
      const saved = await screens.list(params.id)
      const lists = await watchlists.list(params.id)
      await weights.nudge()
      const { weights: own, custom } = await weights.get(params.id)
      return {
        status: 'success',
        kept: {
          weights: custom ? own : null,
          screens: saved.map(toWireScreen),
          lists: lists.map(toWireWatchlist),
        },
      }
    },
  }
}

type UserStore = ReturnType<typeof createUserStore>

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
        await transaction.deleteFrom('watchlist').where('userId', '=', userId).execute()
        await transaction
          .updateTable('enrichmentRun')
          .set({ startedBy: 'platform', userId: null })
          .where('userId', '=', userId)
          .execute()
      }),
  })
}
