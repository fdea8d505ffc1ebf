import { RatingWeights } from '@callwright/contracts'
import { computeWeightedMaxima, isRatingWeights, RATING_WEIGHTS } from '@callwright/scoring'
import { badRequest, createReader, type Logger, unavailable } from '@callwright/service'
import { createLoop } from '../loop.ts'
import type { Weighting } from '../view/weighted-rating.ts'
import type { StoredWeights, WeightStore } from './weight-store.ts'

export type Weights = ReturnType<typeof createWeights>

export interface UserWeights {
  readonly weights: RatingWeights
  /** False for the rating's own. */
  readonly custom: boolean
}

interface Kept extends Pick<UserWeights, 'weights'> {
  readonly weighting: Weighting
}

const readWeights = createReader(RatingWeights, 'A user’s weights')

/**
 * The weights of all users who have their own, in memory (D10): a page asks no store. PostgreSQL is the truth; what was set
 * since is read every `pollMs`, and at once when another replica has told of it. While PostgreSQL is away the last known
 * weights hold. Weights that cannot be read are as if they had not been set.
 */
export function createWeights(deps: {
  readonly store: WeightStore
  /** Tells the other replicas that somebody's weights have changed. */
  readonly announce: () => void
  readonly pollMs: number
  readonly log: Logger
}) {
  const { store, announce, log } = deps
  const users = new Map<string, Kept>()
  let version = -1

  async function read(): Promise<void> {
    const { version: newest, removedVersion } = await store.readVersion()
    if (newest === version) return
    // A database that was set back is read as a whole, and one whose users have gone.
    const isWhole = newest < version || removedVersion > version
    const changed = await store.listChanged(isWhole ? -1 : version)
    if (isWhole) users.clear()
    for (const stored of changed) {
      const kept = keep(stored)
      if (kept === null) users.delete(stored.userId)
      else users.set(stored.userId, kept)
    }
    // Not that of the last row, which may be newer: what was removed in between would never be noticed.
    version = newest
  }

  function keep({ version: setAt, weights }: StoredWeights): Kept | null {
    if (weights === null) return null
    try {
      return { weights: readWeights(weights), weighting: toWeighting(weights) }
    } catch (error) {
      log.warn({ err: error, version: setAt }, 'weights.unreadable')
      return null
    }
  }

  const loop = createLoop({ name: 'weights', intervalMs: deps.pollMs, log, work: read })

  /** After a change in the store: this replica knows it at once, the others a moment later. */
  async function renew(): Promise<void> {
    announce()
    await loop.nudge()
  }

  return {
    start: () => loop.start(),
    stop: () => loop.stop(),
    nudge: () => loop.nudge(),
    renew,
    /** False until PostgreSQL was read once: nobody's weights are known. */
    get isKnown(): boolean {
      return version >= 0
    },
    /** How the parts count for a user; null where they count as in the rating. */
    findWeighting: (userId: string): Weighting | null => users.get(userId)?.weighting ?? null,

    /** Throws a 503 while nobody's weights are known. */
    async get(userId: string): Promise<UserWeights> {
      if (version < 0) await loop.nudge()
      if (version < 0) {
        throw unavailable('database_unavailable', 'Our database is not available right now. Please try again.')
      }
      return describe(users.get(userId)?.weights ?? null)
    },

    /** Throws a 400 where all are 0. Those of the rating put the user back on it. */
    async put(userId: string, weights: RatingWeights): Promise<UserWeights> {
      refuseNothing(weights)
      const own = isRatingWeights(weights) ? null : weights
      await store.put(userId, own)
      await renew()
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

function refuseNothing(weights: RatingWeights): void {
  if (Object.values(weights).some((weight) => weight > 0)) return
  const detail = 'must not be 0 like all the others'
  const fields = Object.keys(weights).map((field) => ({ field, detail }))
  throw badRequest('validation', 'At least one weight must be above 0.', fields)
}
