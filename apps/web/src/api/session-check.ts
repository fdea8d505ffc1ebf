import type { Dispatch, ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { asApiError } from './api-error.ts'
import { authApi } from './auth-endpoints.ts'
import { TOKEN_KEY } from './credentials.ts'
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

/**
 * Called at startup. Shows the stored session at once, then validates it. If none is stored, the user is signed out.
 */
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

/** Validates the stored token once. Only a definite rejection ends the session. */
export function checkSession(): SessionThunk<Promise<void>> {
  return async (dispatch, getState, { credentials }) => {
    const tokenBefore = credentials.readToken()
    const userBefore = credentials.readUser()?.id
    const asked = dispatch(authApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }))
    const { data, error } = await asked
    const { status } = getState().session
    if (status === 'signed_out') return
    // Ignore the response if another user has signed in. Refreshing a token does not change its user.
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
 * Signs out here and, through the shared storage, in every other tab, even if the server is unreachable. Returns
 * whether the session has also ended on the server.
 */
export function signOut(): SessionThunk<Promise<boolean>> {
  return async (dispatch, getState, { credentials }) => {
    dispatch(sessionLeaving())
    const { error } = await dispatch(authApi.endpoints.logout.initiate(undefined, { track: false }))
    const wasOver = getState().session.status === 'signed_out'
    credentials.clear()
    dispatch(sessionEnded('user'))
    return error === undefined || wasOver
  }
}

/** Applies session changes from other tabs. Returns the unsubscribe function. */
export function followOtherTabs(
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  dispatch: Dispatch,
  { credentials }: ApiServices,
): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A null key means that all of the storage was cleared.
    if (key !== null && key !== TOKEN_KEY) return
    const user = credentials.readUser()
    if (newValue === null) dispatch(sessionEnded('elsewhere'))
    else if (user !== null) dispatch(sessionStarted(user))
  }
  target.addEventListener('storage', onStorage)
  return () => target.removeEventListener('storage', onStorage)
}
