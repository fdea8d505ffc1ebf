import { RatingWeights } from '@callwright/contracts'
import { computeWeightedMaxima, isRatingWeights, RATING_WEIGHTS } from '@callwright/scoring'
import {
  badRequest,
  createReader,
  getUser,
  type Handlers,
  type Logger,
  translateErrors,
  unavailable,
} from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import { createLoop } from '../loop.ts'
import type { Weighting } from '../row-index/projections.ts'

export type Weights = ReturnType<typeof createWeights>

interface UserWeights {
  readonly weights: RatingWeights
  readonly custom: boolean
}

interface CachedWeights extends Pick<UserWeights, 'weights'> {
  readonly weighting: Weighting
}

const readWeights = createReader(RatingWeights, 'A user’s weights')

/**
 * In-memory copy of all users' own weights, so that a page needs no database (D10). PostgreSQL is the source of truth;
 * changes are read every `pollMs`, and immediately when another replica announces one. While PostgreSQL is unavailable the
 * last known weights apply. Unreadable weights are ignored.
 */
export function createWeights(deps: {
  readonly store: WeightStore
  readonly announce: () => void
  readonly pollMs: number
  readonly log: Logger
}) {
  const { store, announce, log } = deps
  const users = new Map<string, CachedWeights>()
  let version = -1

  async function read(): Promise<void> {
    const { version: newest, removedVersion } = await store.readVersion()
    if (newest === version) return
    // Read everything if the database was restored to an older state, or if weights were deleted.
    const isWhole = newest < version || removedVersion > version
    const changed = await store.listChanged(isWhole ? -1 : version)
    if (isWhole) users.clear()
    for (const stored of changed) {
      const parsed = parse(stored)
      if (parsed === null) users.delete(stored.userId)
      else users.set(stored.userId, parsed)
    }
    // The last row's version may be newer, and a deletion between the two would be missed.
    version = newest
  }

  function parse({ version: setAt, weights }: StoredWeights): CachedWeights | null {
    if (weights === null) return null
    try {
      return { weights: readWeights(weights), weighting: toWeighting(weights) }
    } catch (error) {
      log.warn({ err: error, version: setAt }, 'weights.unreadable')
      return null
    }
  }

  const loop = createLoop({ name: 'weights', intervalMs: deps.pollMs, log, work: read })

  /** Call after a change in the store: reloads this replica immediately and notifies the others. */
  async function reload(): Promise<void> {
    announce()
    await loop.nudge()
  }

  return {
    start: () => loop.start(),
    stop: () => loop.stop(),
    nudge: () => loop.nudge(),
    reload,
    /** False until the weights have been read once. */
    get isKnown(): boolean {
      return version >= 0
    },
    /** A user's own weights; null for the default weights. */
    findWeighting: (userId: string): Weighting | null => users.get(userId)?.weighting ?? null,

    /** Throws a 503 until the weights have been read once. */
    async get(userId: string): Promise<UserWeights> {
      if (version < 0) await loop.nudge()
      if (version < 0) {
        throw unavailable('database_unavailable', 'Our database is not available right now. Please try again.')
      }
      return describe(users.get(userId)?.weights ?? null)
    },

    /** Throws a 400 if all weights are 0. Setting the default weights deletes the user's own. */
    async put(userId: string, weights: RatingWeights): Promise<UserWeights> {
      rejectAllZero(weights)
      const own = isRatingWeights(weights) ? null : weights
      await store.put(userId, own)
      await reload()
      return describe(own)
    },
  }
}

const describe = (own: RatingWeights | null): UserWeights =>
  own === null ? { weights: RATING_WEIGHTS, custom: false } : { weights: own, custom: true }

function toWeighting(weights: RatingWeights): Weighting {
  const maxima = computeWeightedMaxima(weights)
  return { key: maxima.join(' '), maxima }
}

function rejectAllZero(weights: RatingWeights): void {
  if (Object.values(weights).some((weight) => weight > 0)) return
  const detail = 'must not be 0 if all others are'
  const fields = Object.keys(weights).map((field) => ({ field, detail }))
  throw badRequest('validation', 'At least one weight must be above 0.', fields)
}

type WeightStore = ReturnType<typeof createWeightStore>

export interface StoredWeights {
  readonly userId: string
  readonly version: number
  /** Null for a user who went back to the default weights. */
  readonly weights: RatingWeights | null
}

/** Current version of the weights, and the version at which some were last deleted. */
interface WeightsVersion {
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

type WeightHandlers = Pick<Handlers<'screener'>, 'screener.getWeights' | 'screener.putWeights'>

export function weightRoutes({ weights }: { readonly weights: Weights }): WeightHandlers {
  return {
    async 'screener.getWeights'({ identity }) {
      return { status: 'success', ...(await weights.get(getUser(identity).userId)) }
    },
    async 'screener.putWeights'({ identity, body }) {
      return { status: 'success', ...(await weights.put(getUser(identity).userId, body)) }
    },
  }
}
