import type { Runtime } from '@callwright/service'

/** Smaller differences are not measurable: the header has whole seconds. Tokens are checked with a tolerance of 5 s. */
const AGREEMENT_MS = 1_500
const HALF_SECOND_MS = 500

export interface IssuerClock {
  readonly now: () => number
  /** Takes the time from a response of auth to a request that was sent at `sentAt` of performance.now(). */
  readonly learn: (response: Response, sentAt: number) => void
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
    learn(response, sentAt) {
      const second = Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(second)) return
      const receivedAt = monotonic()
      const differenceMs = second + HALF_SECOND_MS - (offsetMs + (sentAt + receivedAt) / 2)
      if (Math.abs(differenceMs) <= AGREEMENT_MS + (receivedAt - sentAt) / 2) return
      offsetMs += differenceMs
      runtime.log.warn({ differenceSeconds: Math.round(differenceMs / 1_000) }, 'clock.corrected')
    },
  }
}
