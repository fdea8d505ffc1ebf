import { ProviderFailure } from './provider-failure.ts'

/** A token that a vendor issues for a limited time. */
export interface AccessToken {
  readonly value: string
  readonly expiresAtMs: number
}

export interface TokenRequest {
  /** A token that the vendor has just rejected; null if none was. */
  readonly rejected: string | null
  /** Requests a new token from the vendor. */
  renew(): Promise<AccessToken>
}

/** The access token of one provider. All replicas share it, and only one of them renews it at a time. */
export interface AccessTokens {
  /** Finds a token that stays valid for at least a minute. Rejects with a `ProviderFailure`. */
  find(request: TokenRequest): Promise<string>
}

/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000
/**
 * How long no token is requested after the vendor rejected the settings: vendors block an address after several failed
 * logins, and only new settings, which need a restart, can help.
 */
const REFUSED_MS = 6 * 3_600_000

type Share = (request: TokenRequest, isValid: (token: AccessToken) => boolean) => Promise<AccessToken>

/** Keeps the token of one provider in memory. `share` coordinates the renewal among replicas. */
export function createAccessTokens(
  provider: string,
  now: () => number,
  share: Share = ({ renew }) => renew(),
): AccessTokens {
  let held: AccessToken | null = null
  let renewing: Promise<AccessToken> | null = null
  let refusedUntilMs = Number.NEGATIVE_INFINITY

  async function renewToken(request: TokenRequest): Promise<AccessToken> {
    const isValid = ({ value, expiresAtMs }: AccessToken) =>
      value !== request.rejected && expiresAtMs - now() > RENEW_BEFORE_MS
    try {
      held = await share(request, isValid)
      return held
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind === 'unauthorized') refusedUntilMs = now() + REFUSED_MS
      throw error
    }
  }

  return {
    async find(request) {
      if (held !== null && held.value !== request.rejected && held.expiresAtMs - now() > RENEW_BEFORE_MS) {
        return held.value
      }
      if (now() < refusedUntilMs) {
        const detail =
          'rejected the login; it is not repeated for 6 hours, since vendors block an address that repeats it'
        throw new ProviderFailure(provider, { kind: 'unauthorized', detail })
      }
      renewing ??= renewToken(request).finally(() => {
        renewing = null
      })
      return (await renewing).value
    },
  }
}
