import type { Body, Success } from '@callwright/contracts'
import { accountEndpoints } from '@callwright/contracts/account-endpoints'
import { api } from './api.ts'
import { createRequestBuilder } from './http.ts'

const request = createRequestBuilder(accountEndpoints)

/** Requests of the page for a lost password, which loads on its own. */
const resetApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Whether the server can email a link. */
    resetByEmail: build.query<boolean, void>({
      query: () => request('auth.resetMeans'),
      transformResponse: (wire: Success<'auth.resetMeans'>) => wire.by_email,
    }),
    requestReset: build.mutation<null, Body<'auth.requestReset'>>({
      query: (body) => request('auth.requestReset', { body }),
      transformResponse: () => null,
    }),
    completeReset: build.mutation<null, { readonly token: string; readonly password: string }>({
      query: ({ token, password }) => request('auth.completeReset', { body: { token, new_password: password } }),
      transformResponse: () => null,
    }),
  }),
})

export const { useResetByEmailQuery, useRequestResetMutation, useCompleteResetMutation } = resetApi
