import { optionalText, type Reader, url } from '@callwright/service'

/** The operator's OpenID Connect provider. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Name of the provider on the button. */
  readonly name: string
}

const NAME_MAX = 40
const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')

/** The provider of OIDC_ISSUER; null if none is set. Messages never contain the secret. */
export const oidcSettings: Reader<OidcSettings | null> = (env) => {
  const read = (name: string): string | null => {
    const result = optionalText(name)(env)
    return result.ok ? result.value : null
  }
  const [issuer, clientId, clientSecret] = needed.map(read)
  const name = read('OIDC_NAME') ?? 'single sign-on'
  if (!issuer && !clientId && !clientSecret) return { ok: true, value: null }
  if (!issuer || !clientId || !clientSecret) {
    return { ok: false, problem: `${needed.join(', ')} are needed together, or none of them` }
  }
  const address = url('OIDC_ISSUER', ['https', 'http'])(env)
  if (!address.ok) return address
  const { protocol, hostname } = new URL(address.value)
  if (protocol === 'http:' && !isLoopback(hostname))
    return { ok: false, problem: 'OIDC_ISSUER must begin with https://' }
  if (name.length > NAME_MAX) return { ok: false, problem: `OIDC_NAME must be at most ${NAME_MAX} characters` }
  return { ok: true, value: { issuer: address.value, clientId, clientSecret, name } }
}
