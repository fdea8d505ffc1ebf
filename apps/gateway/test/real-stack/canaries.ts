import { randomBytes } from 'node:crypto'
import { buildPath, type EndpointId, endpointTable, getSchemas } from '@callwright/contracts'
import { IDENTITY_HEADER } from '@callwright/service'

/** Every place in a request where a client might put a secret, rightly or by mistake. */
const places = {
  headers: ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-auth-token', IDENTITY_HEADER, 'referer'],
  query: ['token', 'access_token', 'refresh_token', 'password', 'api_key', 'apikey', 'secret', 'email'],
  fields: [
    ...['password', 'current_password', 'new_password', 'token', 'access_token', 'refresh_token'],
    ...['api_key', 'secret', 'email', 'authorization', 'cookie'],
  ],
} as const

const createFor = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, `canary-${name}-${randomBytes(8).toString('hex')}`]))

/** One secret per place. No process may log, store or return any of them. */
export function createCanaries() {
  const [headers, query, fields] = [createFor(places.headers), createFor(places.query), createFor(places.fields)]
  const email = `${fields.email}@canary.example`
  return {
    all: [headers, query, fields].flatMap((canaries) => Object.values(canaries)),
    /** A request to the endpoint with all secrets. A given `token` replaces the bearer token. */
    write(id: EndpointId, token = headers.authorization) {
      const { method, path } = endpointTable[id]
      const names = Object.keys((getSchemas(id).params as { properties?: object } | undefined)?.properties ?? {})
      const filled = path.includes(':') ? buildPath(id, Object.fromEntries(names.map((name) => [name, 'x1']))) : path
      return {
        target: `${filled}?${new URLSearchParams(query)}`,
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${token}`,
          cookie: `refresh_token=${headers.cookie}`,
          referer: `https://elsewhere.example/?token=${headers.referer}`,
          'content-type': 'application/json',
        },
        body: method === 'GET' ? null : JSON.stringify({ ...fields, email, username: email }),
      }
    },
  }
}
