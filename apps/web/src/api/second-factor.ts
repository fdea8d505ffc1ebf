import type { Body, CreationOptions, RequestOptions, Success } from '@callwright/contracts'
import { accountEndpoints } from '@callwright/contracts/account-endpoints'
import { accountApi } from './account.ts'
import { createRequestBuilder } from './http.ts'

const request = createRequestBuilder(accountEndpoints)

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** Null if it has not signed in yet. */
  readonly lastUsedAt: string | null
}

export interface SecondFactor {
  /** Whether sign-in asks for more than the password. */
  readonly isOn: boolean
  /** Null without an authenticator app. */
  readonly appSince: string | null
  readonly passkeys: readonly Passkey[]
  /** Address at which passkeys work; null if they do not work on this server. */
  readonly passkeyOrigin: string | null
  readonly codesLeft: number
}

/** Text and link with which an authenticator app is set up. */
export interface Setup {
  readonly secret: string
  readonly uri: string
}

/** The password, and a code or a passkey if two-factor sign-in is on. */
export type Confirmation = Body<'auth.removeSecondFactor'>

type PasskeyWire = Success<'auth.renamePasskey'>['passkey']

const readPasskey = ({ id, name, created_at, last_used_at }: PasskeyWire): Passkey => ({
  ...{ id, name, createdAt: created_at, lastUsedAt: last_used_at },
})

// Each change also refetches the activity, which has it, and does so after a failure: a recovery code may have been used.
const changed = ['SecondFactor', 'Session'] as const

const secondFactorApi = accountApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<SecondFactor, void>({
      query: () => request('auth.secondFactor'),
      transformResponse: (wire: Success<'auth.secondFactor'>) => ({
        isOn: wire.confirmed_at !== null || wire.passkeys.length > 0,
        appSince: wire.confirmed_at,
        passkeys: wire.passkeys.map(readPasskey),
        passkeyOrigin: wire.passkey_origin,
        codesLeft: wire.recovery_codes_left,
      }),
      providesTags: ['SecondFactor'],
    }),
    beginSecondFactor: build.mutation<Setup, Confirmation>({
      query: (body) => request('auth.beginSecondFactor', { body }),
      transformResponse: ({ secret, uri }: Success<'auth.beginSecondFactor'>) => ({ secret, uri }),
      invalidatesTags: changed,
    }),
    /** Returns new recovery codes, which the server does not show again, or null. */
    confirmSecondFactor: build.mutation<readonly string[] | null, Body<'auth.confirmSecondFactor'>>({
      query: (body) => request('auth.confirmSecondFactor', { body }),
      transformResponse: (wire: Success<'auth.confirmSecondFactor'>) => wire.recovery_codes,
      invalidatesTags: changed,
    }),
    removeSecondFactor: build.mutation<null, Confirmation>({
      query: (body) => request('auth.removeSecondFactor', { body }),
      transformResponse: () => null,
      invalidatesTags: changed,
    }),
    passkeyChallenge: build.mutation<RequestOptions, Body<'auth.passkeyChallenge'>>({
      query: (body) => request('auth.passkeyChallenge', { body }),
      transformResponse: (wire: Success<'auth.passkeyChallenge'>) => wire.options,
    }),
    beginPasskey: build.mutation<CreationOptions, Confirmation>({
      query: (body) => request('auth.beginPasskey', { body }),
      transformResponse: (wire: Success<'auth.beginPasskey'>) => wire.options,
      invalidatesTags: changed,
    }),
    /** Returns new recovery codes, which the server does not show again, or null. */
    addPasskey: build.mutation<readonly string[] | null, Body<'auth.addPasskey'>>({
      query: (body) => request('auth.addPasskey', { body }),
      transformResponse: (wire: Success<'auth.addPasskey'>) => wire.recovery_codes,
      invalidatesTags: changed,
    }),
    renamePasskey: build.mutation<null, { readonly id: string; readonly name: string }>({
      query: ({ id, name }) => request('auth.renamePasskey', { params: { id }, body: { name } }),
      transformResponse: () => null,
      invalidatesTags: changed,
    }),
    removePasskey: build.mutation<null, Confirmation & { readonly id: string }>({
      query: ({ id, ...body }) => request('auth.removePasskey', { params: { id }, body }),
      transformResponse: () => null,
      invalidatesTags: changed,
    }),
  }),
})

export const {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  usePasskeyChallengeMutation,
  useRemovePasskeyMutation,
  useRemoveSecondFactorMutation,
  useRenamePasskeyMutation,
  useSecondFactorQuery,
} = secondFactorApi
