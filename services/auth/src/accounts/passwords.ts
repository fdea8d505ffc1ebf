import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Metrics } from '@callwright/service'
import { hash, verify } from '@node-rs/argon2'
import { tooBusy } from '../errors.ts'
import { createGate } from './gate.ts'

/** What one hash costs: KiB of memory and passes over it. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's Argon2id: 19 MiB, two passes, one lane (D31). */
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 }
const ARGON2ID = { algorithm: 2, parallelism: 1 } as const
const MOST_HASHES_AT_ONCE = 4
const HASHES_WAITING = 50
const SHED_REASON = 'password_hashing'

/** A core is left for all that is no hash: under a flood of sign-ins the other routes go on (S13). */
export const countHashesAtOnce = (cores: number): number => Math.min(MOST_HASHES_AT_ONCE, Math.max(1, cores - 1))

export interface Passwords {
  hash(password: string): Promise<string>
  /** With no account to compare with it does the same work and says no, so that time tells nothing (S11). */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

export function createPasswords(
  metrics: Pick<Metrics, 'histogram' | 'loadShed'>,
  cost: HashCost = owaspCost,
): Passwords {
  const duration = metrics.histogram('password_hash_duration_seconds', 'Duration of one password hash', ['operation'], {
    known: { operation: ['create', 'verify'] },
  })
  metrics.loadShed.inc({ reason: SHED_REASON }, 0)
  const refusal = () => {
    metrics.loadShed.inc({ reason: SHED_REASON })
    return tooBusy()
  }
  const gate = createGate({ concurrency: countHashesAtOnce(availableParallelism()), queue: HASHES_WAITING, refusal })
  const nobodysHash = buildUnknownHash(cost)

  function timed<T>(operation: 'create' | 'verify', work: () => Promise<T>): Promise<T> {
    return gate.run(async () => {
      const stop = duration.startTimer({ operation })
      try {
        return await work()
      } finally {
        stop()
      }
    })
  }

  return {
    hash: (password) => timed('create', () => hash(password, { ...ARGON2ID, ...cost })),
    async verify(passwordHash, password) {
      const matches = await timed('verify', () => verify(passwordHash ?? nobodysHash, password))
      return matches && passwordHash !== null
    },
  }
}

/** A well-formed hash of no known password, with the same parameters as every real one. */
function buildUnknownHash({ memoryCost, timeCost }: HashCost): string {
  const encode = (bytes: number) =>
    randomBytes(bytes)
      .toString('base64')
      .replace(/={1,2}$/, '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${ARGON2ID.parallelism}$${encode(16)}$${encode(32)}`
}
