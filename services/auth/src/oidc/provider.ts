import type { Runtime } from '@callwright/service'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import { isEmail, isOneLine } from '../accounts/accounts.ts'
import { oidcFailed, oidcRefused, oidcUnreachable } from '../errors.ts'
import type { OidcSettings } from './settings.ts'

const TIMEOUT_SECONDS = 5
const SCOPE = 'openid email profile'

/** Secrets of one sign-in, which the provider's answer must match. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** A user as the provider describes them. Texts are untrusted. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  /** Null unless the provider has verified it. */
  readonly email: string | null
  readonly username: string | null
  readonly fullName: string | null
}

export interface OidcProvider {
  /** Address of the provider's sign-in page. */
  buildUrl(checks: Checks): Promise<string>
  /** Exchanges the code of the provider's answer, which is the query of our page's URL. */
  readClaims(answer: string, checks: Checks): Promise<Claims>
}

/** Authorization code flow with PKCE, state and nonce. Throws a problem for the sign-in page. */
export function createOidcProvider(
  { issuer, clientId, clientSecret, name }: OidcSettings,
  { returnUrl, runtime }: { readonly returnUrl: string; readonly runtime: Pick<Runtime, 'log'> },
): OidcProvider {
  let found: Configuration | null = null

  /** The provider's endpoints and algorithms. They are kept once found; a provider that is down is asked again. */
  async function findConfiguration(): Promise<Configuration> {
    const isPlain = new URL(issuer).protocol === 'http:'
    found ??= await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // The signature of the ID token is checked too, not only the provider's certificate.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    })
    return found
  }

  function explain(error: unknown): Error {
    if (error instanceof AuthorizationResponseError) return oidcRefused(name)
    const code = error instanceof ClientError ? error.code : undefined
    const isDown = code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && error.message === 'fetch failed')
    runtime.log.warn({ err: error }, isDown ? 'oidc.unreachable' : 'oidc.failed')
    return isDown || found === null ? oidcUnreachable(name, error) : oidcFailed(name)
  }

  return {
    async buildUrl({ state, nonce, verifier }) {
      try {
        const parameters = {
          ...{ redirect_uri: returnUrl, scope: SCOPE, state, nonce, code_challenge_method: 'S256' },
          code_challenge: await calculatePKCECodeChallenge(verifier),
        }
        return buildAuthorizationUrl(await findConfiguration(), parameters).href
      } catch (error) {
        throw explain(error)
      }
    },
    async readClaims(answer, { state, nonce, verifier }) {
      try {
        const configuration = await findConfiguration()
        const url = new URL(returnUrl)
        url.search = answer
        const tokens = await authorizationCodeGrant(configuration, url, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('The answer has no ID token')
        const hasMore = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
        return toClaims({ ...claims, ...more })
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** Texts that registration would refuse count as missing. */
export function toClaims(claims: Readonly<Record<string, unknown>>): Claims {
  const read = (name: string, most: number): string | null => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' && value.length <= most ? value : null
  }
  const email = claims.email_verified === true ? read('email', 254) : null
  const fullName = read('name', 120)?.trim() ?? ''
  return {
    ...{ issuer: String(claims.iss), subject: String(claims.sub) },
    email: email !== null && isEmail(email) ? email : null,
    username: read('preferred_username', 254),
    fullName: fullName !== '' && isOneLine(fullName) ? fullName : null,
  }
}
