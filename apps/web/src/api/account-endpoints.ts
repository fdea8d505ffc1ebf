import type { AccountExport, Body, Success } from '@callwright/contracts'
import { api } from './api.ts'
import { request } from './request.ts'

/** One sign-in on one device that has not ended. */
export interface DeviceSession {
  readonly id: string
  /** The one that asks. */
  readonly isCurrent: boolean
  /** As the browser named itself; null where it did not. */
  readonly userAgent: string | null
  readonly startedAt: string
  readonly lastUsedAt: string
}

export const accountApi = api.enhanceEndpoints({ addTagTypes: ['Session'] }).injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<readonly DeviceSession[], void>({
      query: () => request('auth.listSessions'),
      // This one first, the others as they come.
      transformResponse: ({ sessions }: Success<'auth.listSessions'>) =>
        sessions.toSorted((one, other) => Number(other.current) - Number(one.current)).map(readSession),
      providesTags: ['Session'],
    }),
    /** Ends one session by its id, or all but this one; answers how many. */
    endSessions: build.mutation<number, string | null>({
      query: (id) => request('auth.revokeSessions', { query: id === null ? {} : { id } }),
      transformResponse: (wire: Success<'auth.revokeSessions'>) => wire.sessions_ended,
      // Where it failed, the list may be the reason.
      invalidatesTags: ['Session'],
    }),
    /** Answers how many sessions on other devices ended with the old password. */
    changePassword: build.mutation<number, Body<'auth.password'>>({
      query: (body) => request('auth.password', { body }),
      transformResponse: (wire: Success<'auth.password'>) => wire.sessions_ended,
      invalidatesTags: (_count, error) => (error === undefined ? ['Session'] : []),
    }),
    /** Read anew each time, and kept nowhere. */
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
