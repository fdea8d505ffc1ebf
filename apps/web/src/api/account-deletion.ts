import type { ApiError } from './api-error.ts'
import { send } from './http.ts'
import { request } from './request.ts'
import { sessionEnded, sessionLeaving, sessionStaying } from './session.ts'
import type { SessionThunk } from './session-check.ts'
import { sendInSession } from './session-rule.ts'

/**
 * Deletes the account of the session, and what this browser keeps of it; all tabs hear of it through the storage. Returns
 * why not. Other calls may hear of the end first, and end the session with all its calls: this one stands apart.
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
    // What the browser keeps for somebody has their id in its name.
    for (const key of storage.listKeys('')) if (id !== undefined && key.split('.').includes(id)) storage.remove(key)
    credentials.clear()
    dispatch(sessionEnded('user'))
    return null
  }
}
