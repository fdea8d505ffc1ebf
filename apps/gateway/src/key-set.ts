import { createPublicKey } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { createBoundedCache } from '@callwright/service'
import { keysUnavailable, tokenRefused } from './errors.ts'

type Jwks = Success<'auth.jwks'>

const REFRESH_PAUSE_MS = 2_000
const MAX_AGE_MS = 10 * 60_000
const MAX_MISSING_KIDS = 1_000
/** A key that auth publishes a moment after it was asked for is found within this time. */
const MISSING_MS = 5_000

export interface KeySet {
  /** The public key of a key id, as PEM. Throws 401 for an id auth does not know, 503 while auth cannot be asked. */
  getPem(kid: string): Promise<string>
}

/**
 * Auth's signing keys by id. An unknown id is looked up at auth, at most every two seconds: later askers wait for the
 * next look, so that a flood of made-up ids neither floods auth nor turns a new key's tokens away.
 */
export function createKeySet(fetchKeys: () => Promise<Jwks>, now: () => number = Date.now): KeySet {
  let pems = new Map<string, string>()
  const missing = createBoundedCache<true>(MAX_MISSING_KIDS)
  let askedAtMs = Number.NEGATIVE_INFINITY
  let learnedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  async function fetchNow(): Promise<void> {
    const pauseMs = learnedAtMs + REFRESH_PAUSE_MS - now()
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    askedAtMs = now()
    try {
      const { keys } = await fetchKeys()
      pems = new Map(keys.map((key) => [key.kid, toPem(key)]))
      learnedAtMs = now()
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
        const isOld = now() - learnedAtMs > MAX_AGE_MS && now() - askedAtMs > REFRESH_PAUSE_MS
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
