import { createPublicKey } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { createBoundedCache } from '@callwright/service'
import { keysUnavailable, tokenRefused } from './errors.ts'

type Jwks = Success<'auth.jwks'>

const REFRESH_PAUSE_MS = 2_000
const MAX_AGE_MS = 10 * 60_000
const MAX_MISSING_KIDS = 1_000
/**
 * Time for which an unknown key id is cached. A key that auth publishes right after the lookup is found when this time
 * has passed.
 */
const MISSING_MS = 5_000

export interface KeySet {
  /** Public key in PEM format. Throws 401 for an unknown id, and 503 while auth is unreachable. */
  getPem(kid: string): Promise<string>
}

/**
 * Auth's signing keys by id. An unknown id triggers a lookup at most every two seconds; callers in between wait for the
 * next lookup. A flood of made-up ids therefore cannot overload auth, and tokens signed with a new key are still
 * accepted.
 */
export function createKeySet(fetchKeys: () => Promise<Jwks>, now: () => number = Date.now): KeySet {
  let pems = new Map<string, string>()
  const missing = createBoundedCache<true>(MAX_MISSING_KIDS)
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let fetchedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function fetchNow(): Promise<void> {
    const pauseMs = fetchedAtMs + REFRESH_PAUSE_MS - now()
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    requestedAtMs = now()
    try {
      const { keys } = await fetchKeys()
      pems = new Map(keys.map((key) => [key.kid, toPem(key)]))
      fetchedAtMs = now()
    } catch (error) {
      throw keysUnavailable(error)
    }
  }

  function refresh(): Promise<void> {
    running ??= fetchNow().finally(() => {
      running = null
    })
    return running
  }

  return {
    async getPem(kid) {
      const known = pems.get(kid)
      if (known !== undefined) {
        const isOld = now() - fetchedAtMs > MAX_AGE_MS && now() - requestedAtMs > REFRESH_PAUSE_MS
        if (isOld) refresh().catch(() => {})
        return known
      }
      if (missing.get(kid, now()) !== null) throw tokenRefused('token_invalid')
      await refresh()
      const found = pems.get(kid)
      if (found !== undefined) return found
      missing.set(kid, true, now() + MISSING_MS)
      throw tokenRefused('token_invalid')
    },
  }
}

function toPem({ kty, crv, x }: Jwks['keys'][number]): string {
  return createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()
}
