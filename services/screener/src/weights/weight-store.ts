import type { RatingWeights } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

export type WeightStore = ReturnType<typeof createWeightStore>

export interface StoredWeights {
  readonly userId: string
  readonly version: number
  /** Null for a user who went back to the default weights. */
  readonly weights: RatingWeights | null
}

/** Current version of the weights, and the version at which some were last deleted. */
export interface WeightsVersion {
  readonly version: number
  readonly removedVersion: number
}

/** SQL for users' weights, each with the version at which it was set. */
export function createWeightStore(database: Kysely<Tables>) {
  return translateErrors({
    readVersion: (): Promise<WeightsVersion> =>
      database.selectFrom('ratingWeightsVersion').select(['version', 'removedVersion']).executeTakeFirstOrThrow(),

    /** Lists the weights set since a version, oldest first. */
    async listChanged(sinceVersion: number): Promise<StoredWeights[]> {
      return database
        .selectFrom('ratingWeights')
        .select(['userId', 'version', 'weights'])
        .where('version', '>', sinceVersion)
        .orderBy('version')
        .execute()
    },

    /** Every writer takes the version's lock first, so that versions become visible in order. */
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
