import type { Body, Success } from '@callwright/contracts'
import { accountApi } from './account.ts'
import { request } from './http.ts'

export interface SecondFactor {
  /** Null while sign-in asks for the password only. */
  readonly since: string | null
  readonly codesLeft: number
}

/** Text and link with which an authenticator app is set up. */
export interface Setup {
  readonly secret: string
  readonly uri: string
}

const secondFactorApi = accountApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<SecondFactor, void>({
      query: () => request('auth.secondFactor'),
      transformResponse: ({ confirmed_at, recovery_codes_left }: Success<'auth.secondFactor'>) => ({
        since: confirmed_at,
        codesLeft: recovery_codes_left,
      }),
      providesTags: ['SecondFactor'],
    }),
    beginSecondFactor: build.mutation<Setup, Body<'auth.beginSecondFactor'>>({
      query: (body) => request('auth.beginSecondFactor', { body }),
      transformResponse: ({ secret, uri }: Success<'auth.beginSecondFactor'>) => ({ secret, uri }),
    }),
    /** Returns the recovery codes, which the server does not show again. */
    confirmSecondFactor: build.mutation<readonly string[], Body<'auth.confirmSecondFactor'>>({
      query: (body) => request('auth.confirmSecondFactor', { body }),
      transformResponse: (wire: Success<'auth.confirmSecondFactor'>) => wire.recovery_codes,
      // Also refetches the activity, which has the change.
      invalidatesTags: ['SecondFactor', 'Session'],
    }),
    removeSecondFactor: build.mutation<null, Body<'auth.removeSecondFactor'>>({
      query: (body) => request('auth.removeSecondFactor', { body }),
      transformResponse: () => null,
      // Refetches even after a failure, because a recovery code may have been used.
      invalidatesTags: ['SecondFactor', 'Session'],
    }),
  }),
})

export const {
  useSecondFactorQuery,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRemoveSecondFactorMutation,
} = secondFactorApi
