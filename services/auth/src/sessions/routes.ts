import { getUser, type Handlers } from '@callwright/service'
import type { Welcome } from '../auth-response.ts'
import { readClient } from '../client.ts'
import { sessionEnded } from '../errors.ts'
import type { PublicJwk } from '../tokens/signing-key.ts'
import type { RefreshCookie } from './refresh-cookie.ts'
import type { RevocationPage } from './revocations.ts'
import type { Sessions } from './sessions.ts'

interface Deps {
  readonly sessions: Sessions
  readonly welcome: Welcome
  readonly cookie: RefreshCookie
  readonly jwk: PublicJwk
  readonly listRevocations: (after: string) => Promise<RevocationPage>
}

type SessionHandlers = Pick<Handlers<'auth'>, 'auth.refresh' | 'auth.logout' | 'auth.jwks' | 'auth.revocations'>

export function createSessionHandlers({ sessions, welcome, cookie, jwk, listRevocations }: Deps): SessionHandlers {
  return {
    'auth.refresh': async ({ request, reply }) => {
      const refreshed = await sessions.refresh(cookie.read(request), readClient(request))
      if (refreshed.kind === 'refreshed') return welcome(reply, refreshed.account, refreshed.grant)
      cookie.clear(reply)
      throw sessionEnded()
    },
    'auth.logout': async ({ identity, request, reply }) => {
      const { userId, sessionId } = getUser(identity)
      const presented = cookie.read(request)
      // Cleared whatever comes next: a browser whose user signed out must not keep it through an outage of ours.
      cookie.clear(reply)
      await sessions.end({ accountId: userId, sessionId }, presented)
      return null
    },
    'auth.jwks': () => ({ keys: [jwk] }),
    'auth.revocations': ({ query }) => listRevocations(query.after ?? '0'),
  }
}
