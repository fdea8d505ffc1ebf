import { bucketOf, createLimiter, digestToken, type Runtime, tooManyRequests } from '@callwright/service'

type Redis = Parameters<typeof createLimiter>[1]
type Limiter = ReturnType<typeof createLimiter>

/** Limits on failed sign-ins (S09). */
const FAILURES_PER_NAME_AND_ADDRESS = { points: 5, durationSeconds: 15 * 60 }
const FAILURES_PER_NAME = { points: 20, durationSeconds: 60 * 60 }
const FAILURES_PER_ADDRESS = { points: 100, durationSeconds: 60 * 60 }
const CREATION_SECONDS = 60 * 60
/** Emails with a link for a lost password: what one address may request, and what one account gets. */
const RESETS_PER_ADDRESS = { points: 10, durationSeconds: 60 * 60 }
/** Sign-ins with a provider that one address may start. */
const OIDC_PER_ADDRESS = { points: 60, durationSeconds: 60 * 60 }
const RESETS_PER_ACCOUNT = { points: 3, durationSeconds: 60 * 60 }

/** An attempt that is charged before its result is known, so that parallel attempts cannot exceed the limit. */
interface CountedAttempt {
  /** Refunds the points that the attempt used. */
  cancel(): Promise<void>
  succeed(): Promise<void>
}

export interface Limits {
  /** Throws a 429 if a limit is exhausted. A known `device` has only a limit of its own. */
  beginSignIn(nameKey: string, address: string, device: string | null): Promise<CountedAttempt>
  beginRegistration(
    address: string,
  ): Promise<CountedAttempt & { /** The name or email is taken. */ conflict(): Promise<void> }>
  beginDemo(address: string): Promise<Pick<CountedAttempt, 'cancel'>>
  /** Throws a 429 if the address has requested too many emails for lost passwords. */
  beginReset(address: string): Promise<void>
  /** Throws a 429 if the address has started too many sign-ins with a provider. */
  beginOidc(address: string): Promise<void>
  /** Counts an email for a lost password. False, without an error, if the account has had too many. */
  mayMailReset(accountId: string): Promise<boolean>
  /** Forgets failed sign-ins of a user who has proven to own the account's email. */
  forgiveSignIns(nameKey: string, address: string): Promise<void>
}

interface CreationLimits {
  readonly registrationsPerHour: number
  readonly demosPerHour: number
}

interface Charge {
  readonly limiter: Limiter
  readonly key: string
  /** First sentence of the error message when the limit is exhausted. */
  readonly reason: string
}

export function createLimits(runtime: Runtime, redis: Redis, options: CreationLimits): Limits {
  const open = (name: string, limit: { points: number; durationSeconds: number }) =>
    createLimiter(runtime, redis, { name, ...limit })
  const byNameAndAddress = open('login_name_address', FAILURES_PER_NAME_AND_ADDRESS)
  const byName = open('login_name', FAILURES_PER_NAME)
  const byAddress = open('login_address', FAILURES_PER_ADDRESS)
  const registrations = open('registration_address', {
    points: options.registrationsPerHour,
    durationSeconds: CREATION_SECONDS,
  })
  const demos = open('demo_address', { points: options.demosPerHour, durationSeconds: CREATION_SECONDS })
  const resets = open('reset_address', RESETS_PER_ADDRESS)
  const resetMails = open('reset_account', RESETS_PER_ACCOUNT)
  const oidcSignIns = open('oidc_address', OIDC_PER_ADDRESS)
  const manyResets = 'Too many emails were requested from your network.'
  const manyFailures = 'Too many failed sign-in attempts.'
  const manyTries = 'Too many failed attempts from your network.'
  const manyAccounts = 'Too many accounts were created from your network.'
  const manyDemos = 'Too many demos were started from your network.'

  return {
    async beginSignIn(nameKey, address, device) {
      const name = digestToken(nameKey)
      if (device !== null) {
        const known = { limiter: byNameAndAddress, key: `${name}:device:${device}`, reason: manyFailures }
        await spend([known])
        return { cancel: () => refund([known]), succeed: () => known.limiter.reset(known.key) }
      }
      const bucket = bucketOf(address)
      const own = { limiter: byNameAndAddress, key: `${name}:${bucket}`, reason: manyFailures }
      const common = { limiter: byAddress, key: bucket, reason: manyTries }
      const everywhere = { limiter: byName, key: name, reason: manyFailures }
      await spend([own, common])
      // Charge these after the address's own limits, so that a locked-out address cannot use up attempts of other
      // addresses.
      await spend([everywhere], [own, common])
      return {
        cancel: () => refund([own, common, everywhere]),
        async succeed() {
          await Promise.all([own.limiter.reset(own.key), refund([common, everywhere])])
        },
      }
    },
    async beginRegistration(address) {
      const bucket = bucketOf(address)
      const created = { limiter: registrations, key: bucket, reason: manyAccounts }
      const guessed = { limiter: byAddress, key: bucket, reason: manyTries }
      await spend([created, guessed])
      return {
        cancel: () => refund([created, guessed]),
        succeed: () => refund([guessed]),
        conflict: () => refund([created]),
      }
    },
    async beginDemo(address) {
      const opened = { limiter: demos, key: bucketOf(address), reason: manyDemos }
      await spend([opened])
      return { cancel: () => refund([opened]) }
    },
    beginOidc: (address) => spend([{ limiter: oidcSignIns, key: bucketOf(address), reason: manyTries }]),
    beginReset: (address) => spend([{ limiter: resets, key: bucketOf(address), reason: manyResets }]),
    mayMailReset: async (accountId) => (await resetMails.consume(accountId)).allowed,
    async forgiveSignIns(nameKey, address) {
      const name = digestToken(nameKey)
      await Promise.all([byNameAndAddress.reset(`${name}:${bucketOf(address)}`), byName.reset(name)])
    },
  }
}

/**
 * Uses one point for each charge. If one is rejected, refunds all of them, including the `earlier` ones, and throws.
 */
async function spend(charges: readonly Charge[], earlier: readonly Charge[] = []): Promise<void> {
  const decisions = await Promise.all(
    charges.map(async (charge) => ({ charge, decision: await charge.limiter.consume(charge.key) })),
  )
  const refusals = decisions.flatMap(({ charge: { reason }, decision }) =>
    decision.allowed ? [] : [{ reason, waitSeconds: decision.retryAfterSeconds }],
  )
  const longest = refusals.sort((one, other) => other.waitSeconds - one.waitSeconds)[0]
  if (longest === undefined) return
  await refund([...earlier, ...decisions.filter(({ decision }) => decision.allowed).map(({ charge }) => charge)])
  const sentence = `${longest.reason} Please try again in ${describeWait(longest.waitSeconds)}.`
  throw tooManyRequests(sentence, longest.waitSeconds)
}

async function refund(charges: readonly Charge[]): Promise<void> {
  await Promise.all(charges.map(({ limiter, key }) => limiter.refund(key)))
}

export function describeWait(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
