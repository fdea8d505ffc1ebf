import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Metrics } from '@callwright/service'
import { hash, verify } from '@node-rs/argon2'
import { tooBusy } from '../errors.ts'

interface Options {
  readonly concurrency: number
  readonly queue: number
  /** Time after which a task that still waits is rejected. */
  readonly maxWaitMs: number
  readonly createError: () => Error
}

interface ConcurrencyLimiter {
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Runs up to `concurrency` tasks at once and queues up to `queue` more in order. Rejects the rest, and those that wait
 * longer than `maxWaitMs` (S13).
 */
export function createConcurrencyLimiter({ concurrency, queue, maxWaitMs, createError }: Options): ConcurrencyLimiter {
  const waiting: (() => void)[] = []
  let active = 0

  async function enter(): Promise<void> {
    if (active < concurrency) {
      active += 1
      return
    }
    if (waiting.length >= queue) throw createError()
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(createError())
      }, maxWaitMs)
      waiting.push(start)
    })
  }

  /** Hands the slot to the next task in the queue, so that a new task cannot overtake it. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else active -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Cost of one hash: memory in KiB, and number of passes over it. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane (D31). */
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 }
const ARGON2ID = { algorithm: 2, parallelism: 1 } as const
const MAX_CONCURRENT_HASHES = 4
const MAX_QUEUED_HASHES = 50
/** Leaves time for the hash itself before the gateway's timeout of 5 s, which would be a 504. */
const MAX_WAIT_MS = 3_000
const SHED_REASON = 'password_hashing'

/**
 * Number of hashes that may run at once. One core stays free, so that other routes keep working during a flood of
 * sign-ins (S13).
 */
export const computeHashConcurrency = (cores: number): number => Math.min(MAX_CONCURRENT_HASHES, Math.max(1, cores - 1))

export interface Passwords {
  hash(password: string): Promise<string>
  /** Without an account, does the same work and returns false, so that the response time reveals nothing (S11). */
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
  const createError = () => {
    metrics.loadShed.inc({ reason: SHED_REASON })
    return tooBusy()
  }
  const limiter = createConcurrencyLimiter({
    concurrency: computeHashConcurrency(availableParallelism()),
    queue: MAX_QUEUED_HASHES,
    maxWaitMs: MAX_WAIT_MS,
    createError,
  })
  const dummyHash = buildDummyHash(cost)

  function timed<T>(operation: 'create' | 'verify', work: () => Promise<T>): Promise<T> {
    return limiter.run(async () => {
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
      const matches = await timed('verify', () => verify(passwordHash ?? dummyHash, password))
      return matches && passwordHash !== null
    },
  }
}

/** A well-formed hash that matches no password, with the same parameters as real ones. */
function buildDummyHash({ memoryCost, timeCost }: HashCost): string {
  const encode = (bytes: number) =>
    randomBytes(bytes)
      .toString('base64')
      .replace(/={1,2}$/, '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${ARGON2ID.parallelism}$${encode(16)}$${encode(32)}`
}
