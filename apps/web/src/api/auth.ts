import type { Body, Success } from '@callwright/contracts'
import type { Dispatch, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { type Grant, LOADED_POSITIONS_KEY, readGrant, readUser, type SessionUser, TOKEN_KEY } from './credentials.ts'
import { asApiError, request } from './http.ts'
import type { ApiServices } from './services.ts'
import {
  type SessionThunk,
  sessionAbsent,
  sessionEnded,
  sessionFound,
  sessionLeaving,
  sessionStarted,
  sessionUnconfirmed,
} from './session.ts'

interface Started {
  readonly dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  readonly extra: unknown
  readonly queryFulfilled: Promise<{ readonly data: Grant }>
}

/** Stores the session that a sign-in returns. */
export async function storeSession(_arg: unknown, { dispatch, extra, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    const { credentials } = extra as ApiServices
    credentials.save(data)
    dispatch(sessionStarted(data.user))
  } catch {
    // The form shows the error.
  }
}

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Grant, Body<'auth.login'>>({
      query: (body) => request('auth.login', { body, encoding: body.passkey ? 'json' : 'form' }),
      transformResponse: (wire: Success<'auth.login'>) => readGrant(wire),
      onQueryStarted: storeSession,
    }),
    register: build.mutation<Grant, Body<'auth.register'>>({
      query: (body) => request('auth.register', { body }),
      transformResponse: (wire: Success<'auth.register'>) => readGrant(wire),
      onQueryStarted: storeSession,
    }),
    /** Creates a temporary demo account and signs in to it. */
    demo: build.mutation<Grant, void>({
      query: () => request('auth.demo'),
      transformResponse: (wire: Success<'auth.demo'>) => readGrant(wire),
      onQueryStarted: storeSession,
    }),
    /** Validates the stored session. It is not retried here; the caller decides when to try again. */
    me: build.query<SessionUser, void>({
      query: () => request('auth.me', { attempts: 1 }),
      transformResponse: (wire: Success<'auth.me'>) => readUser(wire),
    }),
    logout: build.mutation<null, void>({
      query: () => request('auth.logout'),
      transformResponse: () => null,
    }),
  }),
})

export const { useDemoMutation, useLoginMutation, useRegisterMutation } = authApi

const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
const DEFINITE_REJECTIONS = new Set([401, 403, 404])

/** Called at startup. Shows the stored session at once and then validates it. Without one, the user is signed out. */
export function startSession(): SessionThunk<Promise<void>> {
  return async (dispatch, _getState, { credentials }) => {
    const user = credentials.readUser()
    if (credentials.readToken() === null || user === null) {
      credentials.clear()
      dispatch(sessionAbsent())
      return
    }
    dispatch(sessionFound(user))
    await dispatch(checkSession())
  }
}

/** Validates the session again and again until the server responds, and at once when the browser is back online. */
export function awaitServer(): SessionThunk<Promise<void>> {
  return async (dispatch, getState, { wait, random }) => {
    for (let attempt = 0; !getState().session.serverReachable; attempt += 1) {
      const pauseMs = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)] ?? 0
      const online = new AbortController()
      const wake = () => online.abort()
      window.addEventListener('online', wake)
      await wait(pauseMs * (0.75 + random() / 2), online.signal)
      window.removeEventListener('online', wake)
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
    if (DEFINITE_REJECTIONS.has(asApiError(error)?.status ?? 0)) {
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
