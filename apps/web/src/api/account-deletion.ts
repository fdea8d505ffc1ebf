import type { ApiError } from './api-error.ts'
import { send } from './http.ts'
import { request } from './request.ts'
import { sessionEnded, sessionLeaving, sessionStaying } from './session.ts'
import type { SessionThunk } from './session-check.ts'
import { sendInSession } from './session-rule.ts'

/**
 * Deletes the user's account and the data that this browser stores for it. The storage event signs out the other tabs.
 * Returns the error, or null if it succeeded. If another request ends the session meanwhile, that aborts every request
 * sent in the session, so this one has its own abort signal.
 */
export function deleteAccount(password: string): SessionThunk<Promise<ApiError | null>> {
  return async (dispatch, _getState, services) => {
    const { credentials, storage, fetch } = services
    const id = credentials.readUser()?.id
    dispatch(sessionLeaving())
    const deletion = request('auth.deleteMe', { body: { password } })
    const answer = await sendInSession({ extra: services, dispatch }, deletion, (token) =>
      send(fetch, deletion, { token, signal: new AbortController().signal }),
    )
    if (!answer.ok) {
      dispatch(sessionStaying())
      return answer.error
    }
    // Keys of per-user data contain the user's id.
    for (const key of storage.listKeys('')) if (id !== undefined && key.split('.').includes(id)) storage.remove(key)
    credentials.clear()
    dispatch(sessionEnded('user'))
    return null
  }
}
