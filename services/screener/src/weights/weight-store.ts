import type { RatingWeights } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

export type WeightStore = ReturnType<typeof createWeightStore>

export interface StoredWeights {
  readonly userId: string
  readonly version: number
  /** Null for a user who is back on the rating's own. */
  readonly weights: RatingWeights | null
}

/** How far the weights have come, and where some last disappeared. */
export interface WeightsVersion {
  readonly version: number
  readonly removedVersion: number
}

/** The users' own weights, each with the version at which it was set. */
export function createWeightStore(database: Kysely<Tables>) {
  return translateErrors({
    readVersion: (): Promise<WeightsVersion> =>
      database.selectFrom('ratingWeightsVersion').select(['version', 'removedVersion']).executeTakeFirstOrThrow(),

    /** What was set after a version, in its order. */
    async listChanged(sinceVersion: number): Promise<StoredWeights[]> {
      return database
        .selectFrom('ratingWeights')
        .select(['userId', 'version', 'weights'])
        .where('version', '>', sinceVersion)
        .orderBy('version')
        .execute()
    },

    /** Every writer takes the version's lock first, so that versions become visible in their order. */
    async put(userId: string, weights: RatingWeights | null): Promise<void> {
      await sql`
        with next as (
          update rating_weights_version set version = version + 1 returning version
        )
        insert into rating_weights (user_id, version, weights)
        select ${userId}, next.version, ${weights === null ? null : JSON.stringify(weights)}::jsonb from next
        on conflict (user_id) do update set version = excluded.version, weights = excluded.weights`.execute(database)
    },
  })
}
