import { send } from '../../api/http.ts'
import { request } from '../../api/request.ts'
import type { ApiServices } from '../../api/services.ts'
import { readGrant } from '../../api/user-wire.ts'
import { DASHBOARD_PATH } from '../../shared/paths.ts'
import { demo } from './landing-content.ts'

/** The visitor's session, and sign-in to the demo. */
export interface Visitor {
  readonly hasSession: () => boolean
  /** Signs in to a new demo account and opens it. Returns an error message, or null on success. */
  readonly openDemo: () => Promise<string | null>
}

export function createVisitor(
  { credentials, fetch }: Pick<ApiServices, 'credentials' | 'fetch'>,
  leaveTo: (path: string) => void,
): Visitor {
  return {
    hasSession: () => credentials.readToken() !== null && credentials.readUser() !== null,
    openDemo: async () => {
      const outcome = await send(fetch, request('auth.demo'), { token: null, signal: new AbortController().signal })
      if (!outcome.ok) return outcome.error.detail ?? demo.failed
      credentials.save(readGrant(outcome.body))
      leaveTo(DASHBOARD_PATH)
      return null
    },
  }
}
