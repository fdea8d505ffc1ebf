import type { IdentitySigner, Runtime } from '@callwright/service'
import { type Upstream, upstreams } from './config.ts'

/** Smaller differences are not measurable: the header has whole seconds. Tokens are checked with a tolerance of 5 s. */
const AGREEMENT_MS = 1_500
const HALF_SECOND_MS = 500

export interface IssuerClock {
  readonly now: () => number
  /** Takes the time from the `date` header of a response to a request that was sent at `sentAt` of performance.now(). */
  readonly learn: (date: string | null | undefined, sentAt: number) => void
}

/**
 * The time by auth's clock. Auth decides when a token expires, so a wrong clock of this machine must not sign users out
 * (F26). Between responses, the time runs on by a clock that cannot be set.
 */
export function createIssuerClock(
  runtime: Runtime,
  { local = Date.now, monotonic = () => performance.now() }: { local?: () => number; monotonic?: () => number } = {},
): IssuerClock {
  let offsetMs = local() - monotonic()
  const now = () => offsetMs + monotonic()

  return {
    now,
    learn(date, sentAt) {
      const second = Date.parse(date ?? '')
      if (Number.isNaN(second)) return
      const receivedAt = monotonic()
      const differenceMs = second + HALF_SECOND_MS - (offsetMs + (sentAt + receivedAt) / 2)
      if (Math.abs(differenceMs) <= AGREEMENT_MS + (receivedAt - sentAt) / 2) return
      offsetMs += differenceMs
      runtime.log.warn({ differenceSeconds: Math.round(differenceMs / 1_000) }, 'clock.corrected')
    },
  }
}

export interface ServiceClocks {
  readonly sign: IdentitySigner
  readonly learn: (owner: Upstream, date: string | null | undefined, sentAt: number) => void
}

/**
 * Dates the identities for each service by that service's own clock, because the service checks them with it: a wrong
 * clock of one service must not stop requests to the others. Until a service has responded, auth's clock counts.
 */
export function createServiceClocks(
  runtime: Runtime,
  auth: IssuerClock,
  createSigner: (now: () => number) => IdentitySigner,
): ServiceClocks {
  const clocks = new Map<string, IssuerClock>([['auth', auth]])
  // Created at once, because a missing key must stop the start.
  const signers = new Map<string, IdentitySigner>(
    upstreams.map((owner) => [owner, createSigner(() => (clocks.get(owner) ?? auth).now())]),
  )
  return {
    sign(owner, principal) {
      const signer = signers.get(owner)
      if (signer === undefined) throw new Error(`The gateway does not call ${owner}`)
      return signer(owner, principal)
    },
    learn(owner, date, sentAt) {
      const clock = clocks.get(owner) ?? createIssuerClock(runtime, { local: auth.now })
      clocks.set(owner, clock)
      clock.learn(date, sentAt)
    },
  }
}
