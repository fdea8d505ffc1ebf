import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT = { id: 'callwright', secret: 'a-client-secret-of-the-tests' }

interface ProviderUser {
  readonly email?: string
  readonly email_verified?: boolean
  readonly preferred_username?: string
  readonly name?: string
}

/** A real OpenID Connect provider on this machine, at which one user is signed in. It requires PKCE. */
export async function startOidcProvider(returnUrl: string) {
  const users = new Map<string, ProviderUser>()
  let current: string | null = null
  let nonce: 'kept' | 'replaced' = 'kept'
  let isForging = false
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnUrl] },
        ...{ response_types: ['code'], grant_types: ['authorization_code'] },
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...users.get(id) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: CLIENT.id,
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.on('server_error', (_context, error) => process.stderr.write(`${error.stack}\n`))
  const respond = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      if (isForging && request.url === '/token') forgeSignature(response)
      void respond(request, response)
      return
    }
    const result =
      current === null ? { error: 'access_denied', error_description: 'declined' } : { login: { accountId: current } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })

  /** Follows the provider's redirects like a browser until it returns to our page. Returns the query of that URL. */
  async function visit(url: string): Promise<string> {
    const jar = new Map<string, string>()
    let next = url
    if (nonce === 'replaced') {
      const changed = new URL(url)
      changed.searchParams.set('nonce', 'another')
      next = changed.href
    }
    while (!next.startsWith(returnUrl)) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const header of response.headers.getSetCookie()) {
        const [pair = ''] = header.split(';')
        const [name = '', ...value] = pair.split('=')
        jar.set(name, value.join('='))
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
      next = new URL(location, next).href
    }
    return new URL(next).search.slice(1)
  }

  return {
    issuer,
    /** Signs a user in at the provider; null makes the user decline. */
    use(id: string | null, user: ProviderUser = {}) {
      current = id
      if (id !== null) users.set(id, user)
    },
    replaceNonce() {
      nonce = 'replaced'
    },
    keepNonce() {
      nonce = 'kept'
    },
    forgeSignatures(on: boolean) {
      isForging = on
    },
    visit,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Changes the first character of the ID token's signature. */
function forgeSignature(response: ServerResponse): void {
  const end = response.end.bind(response)
  response.end = ((body: unknown) =>
    end(
      String(body).replace(
        /("id_token":"[^."]+\.[^."]+\.)(.)/,
        (_, before: string, first: string) => before + (first === 'A' ? 'B' : 'A'),
      ),
    )) as typeof response.end
}
