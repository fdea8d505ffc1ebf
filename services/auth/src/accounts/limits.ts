import { createLimiter, digestToken, type Runtime, tooManyRequests } from '@callwright/service'
import { bucketOf } from './address-bucket.ts'

type Redis = Parameters<typeof createLimiter>[1]
type Limiter = ReturnType<typeof createLimiter>

/** Failed sign-ins (S09). */
const FAILURES_PER_NAME_AND_ADDRESS = { points: 5, durationSeconds: 15 * 60 }
const FAILURES_PER_NAME = { points: 20, durationSeconds: 60 * 60 }
const FAILURES_PER_ADDRESS = { points: 100, durationSeconds: 60 * 60 }
const REGISTRATION_SECONDS = 60 * 60

/** A try that is paid for before its outcome is known, so that parallel tries cannot overtake the limit. */
export interface Try {
  /** It did not count after all: everything taken goes back. */
  cancel(): Promise<void>
  succeed(): Promise<void>
}

export interface Limits {
  /** Throws 429 where a limit is spent. */
  beginSignIn(nameKey: string, address: string): Promise<Try>
  beginRegistration(address: string): Promise<Try & { /** The name or email is taken. */ conflict(): Promise<void> }>
}

interface Spending {
  readonly limiter: Limiter
  readonly key: string
}

export function createLimits(runtime: Runtime, redis: Redis, options: { registrationsPerHour: number }): Limits {
  const byNameAndAddress = createLimiter(runtime, redis, {
    name: 'login_name_address',
    ...FAILURES_PER_NAME_AND_ADDRESS,
  })
  const byName = createLimiter(runtime, redis, { name: 'login_name', ...FAILURES_PER_NAME })
  const byAddress = createLimiter(runtime, redis, { name: 'login_address', ...FAILURES_PER_ADDRESS })
  const registrations = createLimiter(runtime, redis, {
    name: 'registration_address',
    points: options.registrationsPerHour,
    durationSeconds: REGISTRATION_SECONDS,
  })

  return {
    async beginSignIn(nameKey, address) {
      const name = digestToken(nameKey)
      const bucket = bucketOf(address)
      const own = { limiter: byNameAndAddress, key: `${name}:${bucket}` }
      const common = [
        { limiter: byName, key: name },
        { limiter: byAddress, key: bucket },
      ]
      await spendAll([own, ...common], 'Too many failed sign-in attempts.')
      return {
        cancel: () => refundAll([own, ...common]),
        async succeed() {
          await Promise.all([own.limiter.reset(own.key), refundAll(common)])
        },
      }
    },
    async beginRegistration(address) {
      const bucket = bucketOf(address)
      const created = { limiter: registrations, key: bucket }
      const guessed = { limiter: byAddress, key: bucket }
      await spendAll([created, guessed], 'Too many accounts were created from your network.')
      return {
        cancel: () => refundAll([created, guessed]),
        succeed: () => refundAll([guessed]),
        conflict: () => refundAll([created]),
      }
    },
  }
}

async function spendAll(spendings: readonly Spending[], reason: string): Promise<void> {
  const decisions = await Promise.all(
    spendings.map(async (spending) => ({ spending, decision: await spending.limiter.consume(spending.key) })),
  )
  const waits = decisions.flatMap(({ decision }) => (decision.allowed ? [] : [decision.retryAfterSeconds]))
  if (waits.length === 0) return
  await refundAll(decisions.filter(({ decision }) => decision.allowed).map(({ spending }) => spending))
  const waitSeconds = Math.max(...waits)
  throw tooManyRequests(`${reason} Please try again in ${describeWait(waitSeconds)}.`, waitSeconds)
}

async function refundAll(spendings: readonly Spending[]): Promise<void> {
  await Promise.all(spendings.map(({ limiter, key }) => limiter.refund(key)))
}

export function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
