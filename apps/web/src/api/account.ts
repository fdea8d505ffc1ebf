import type { AccountExport, ActivityEvent, Body, Success } from '@callwright/contracts'
import { api, sendInSession } from './api.ts'
import { type ApiError, request, send } from './http.ts'
import { type SessionThunk, sessionEnded, sessionLeaving, sessionStaying } from './session.ts'

/** An active sign-in on one device. */
export interface DeviceSession {
  readonly id: string
  /** True for this browser's session. */
  readonly isCurrent: boolean
  /** User agent string; null if the browser sent none. */
  readonly userAgent: string | null
  readonly startedAt: string
  readonly lastUsedAt: string
}

/** Something that happened to the account. */
export interface AccountActivity {
  readonly id: number
  readonly kind: ActivityEvent['kind']
  readonly at: string
  /** Null for an act of the operator. */
  readonly address: string | null
  readonly userAgent: string | null
}

export const accountApi = api.enhanceEndpoints({ addTagTypes: ['Session'] }).injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<readonly DeviceSession[], void>({
      query: () => request('auth.listSessions'),
      // Puts the current session first; the others keep the server's order.
      transformResponse: ({ sessions }: Success<'auth.listSessions'>) =>
        sessions.toSorted((one, other) => Number(other.current) - Number(one.current)).map(readSession),
      providesTags: ['Session'],
    }),
    /**
     * Ends the session with this id, or, if null, every session except the current one. Returns the number of sessions
     * ended.
     */
    endSessions: build.mutation<number, string | null>({
      query: (id) => request('auth.revokeSessions', { query: id === null ? {} : { id } }),
      transformResponse: (wire: Success<'auth.revokeSessions'>) => wire.sessions_ended,
      // Refetches even after a failure, because an outdated list may have caused it.
      invalidatesTags: ['Session'],
    }),
    /** Returns the number of sessions that it ended on other devices. */
    changePassword: build.mutation<number, Body<'auth.password'>>({
      query: (body) => request('auth.password', { body }),
      transformResponse: (wire: Success<'auth.password'>) => wire.sessions_ended,
      invalidatesTags: (_count, error) => (error === undefined ? ['Session'] : []),
    }),
    activity: build.query<readonly AccountActivity[], void>({
      query: () => request('auth.activity'),
      transformResponse: ({ events }: Success<'auth.activity'>) =>
        events.map(({ id, kind, at, client_address, user_agent }) => ({
          ...{ id, kind, at },
          address: client_address,
          userAgent: user_agent,
        })),
      // Ended sessions and changed passwords are entries, too.
      providesTags: ['Session'],
    }),
    /** Never cached. */
    exportAccount: build.mutation<AccountExport, void>({
      query: () => request('auth.export'),
    }),
  }),
})

function readSession({ id, current, user_agent, created_at, last_used_at }: SessionWire): DeviceSession {
  return { id, isCurrent: current, userAgent: user_agent, startedAt: created_at, lastUsedAt: last_used_at }
}

type SessionWire = Success<'auth.listSessions'>['sessions'][number]

export const {
  useActivityQuery,
  useChangePasswordMutation,
  useEndSessionsMutation,
  useExportAccountMutation,
  useSessionsQuery,
} = accountApi

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
