import type { AccountExport, Body, Success } from '@callwright/contracts'
import { api } from './api.ts'
import { request } from './request.ts'

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

export const { useChangePasswordMutation, useEndSessionsMutation, useExportAccountMutation, useSessionsQuery } =
  accountApi
