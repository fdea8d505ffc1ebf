import type { Dispatch, ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { asApiError } from './api-error.ts'
import { authApi } from './auth-endpoints.ts'
import { TOKEN_KEY } from './credentials.ts'
import { LOADED_POSITIONS_KEY } from './position.ts'
import type { ApiServices } from './services.ts'
import {
  type SessionState,
  sessionAbsent,
  sessionEnded,
  sessionFound,
  sessionLeaving,
  sessionStarted,
  sessionUnconfirmed,
} from './session.ts'

export interface SessionRoot {
  readonly session: SessionState
}
export type SessionThunk<R> = ThunkAction<R, SessionRoot, ApiServices, UnknownAction>

const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
const DEFINITE_REFUSALS = new Set([401, 403, 404])

/** Called at startup. Shows the stored session at once and then validates it. Without one, the user is signed out. */
export function startSession(): SessionThunk<Promise<void>> {
  return async (dispatch, getState, { credentials, wait, random }) => {
    const user = credentials.readUser()
    if (credentials.readToken() === null || user === null) {
      credentials.clear()
      dispatch(sessionAbsent())
      return
    }
    dispatch(sessionFound(user))
    await dispatch(checkSession())
    for (let attempt = 0; !getState().session.serverReachable; attempt += 1) {
      const pauseMs = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)] ?? 0
      await wait(pauseMs * (0.75 + random() / 2))
      if (!getState().session.serverReachable) await dispatch(checkSession())
    }
  }
}

/** Validates the stored token once. The session ends only if the server definitely rejects it. */
export function checkSession(): SessionThunk<Promise<void>> {
  return async (dispatch, getState, { credentials }) => {
    const tokenBefore = credentials.readToken()
    const userBefore = credentials.readUser()?.id
    const asked = dispatch(authApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
    const { data, error } = await asked
    const { status } = getState().session
    if (status === 'signed_out') return
    // Ignores the response if another user has signed in meanwhile. A token refresh does not change the user.
    if (credentials.readToken() !== tokenBefore && credentials.readUser()?.id !== userBefore) return
    if (data !== undefined) {
      credentials.saveUser(data)
      dispatch(sessionStarted(data))
      return
    }
    if (DEFINITE_REFUSALS.has(asApiError(error)?.status ?? 0)) {
      credentials.clear()
      dispatch(sessionEnded('server'))
    } else {
      dispatch(sessionUnconfirmed())
    }
  }
}

/**
 * Signs out in this tab and, through the shared storage, in every other one, even if the server is unreachable. Returns
 * whether the server has ended the session too.
 */
export function signOut(): SessionThunk<Promise<boolean>> {
  return async (dispatch, getState, { credentials, storage }) => {
    dispatch(sessionLeaving())
    const { error } = await dispatch(authApi.endpoints.logout.initiate(undefined, { track: false }))
    const wasOver = getState().session.status === 'signed_out'
    credentials.clear()
    for (const key of storage.listKeys(LOADED_POSITIONS_KEY)) storage.remove(key)
    dispatch(sessionEnded('user'))
    return error === undefined || wasOver
  }
}

/** Follows session changes in other tabs. Returns the unsubscribe function. */
export function followOtherTabs(
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  dispatch: Dispatch,
  { credentials }: ApiServices,
): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // The key is null if the entire storage was cleared.
    if (key !== null && key !== TOKEN_KEY) return
    const user = credentials.readUser()
    if (newValue === null) dispatch(sessionEnded('elsewhere'))
    else if (user !== null) dispatch(sessionStarted(user))
  }
  target.addEventListener('storage', onStorage)
  return () => target.removeEventListener('storage', onStorage)
}
