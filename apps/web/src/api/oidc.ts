import type { Body, RequestOptions, Success } from '@callwright/contracts'
import { accountEndpoints } from '@callwright/contracts/account-endpoints'
import { api } from './api.ts'
import { storeSession } from './auth.ts'
import { type Grant, readGrant } from './credentials.ts'
import { createRequestBuilder } from './http.ts'

const request = createRequestBuilder(accountEndpoints)

/** The sign-in page's parameters in the session storage, while the user is at the provider. */
export const RETURN_KEY = 'signInParameters'

/** Sign-in with the operator's provider. It loads after the sign-in page. */
const oidcApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Name of the provider; null if there is none. */
    oidcName: build.query<string | null, void>({
      query: () => request('auth.oidc'),
      transformResponse: (wire: Success<'auth.oidc'>) => wire.name,
    }),
    /** Returns the address of the provider's page. */
    startOidc: build.mutation<string, Body<'auth.oidcStart'>>({
      query: (body) => request('auth.oidcStart', { body }),
      transformResponse: (wire: Success<'auth.oidcStart'>) => wire.url,
    }),
    oidcSignIn: build.mutation<Grant, Body<'auth.oidcSignIn'>>({
      query: (body) => request('auth.oidcSignIn', { body }),
      transformResponse: (wire: Success<'auth.oidcSignIn'>) => readGrant(wire),
      onQueryStarted: storeSession,
    }),
    oidcChallenge: build.mutation<RequestOptions, Body<'auth.oidcChallenge'>>({
      query: (body) => request('auth.oidcChallenge', { body }),
      transformResponse: (wire: Success<'auth.oidcChallenge'>) => wire.options,
    }),
  }),
})

export const { useOidcNameQuery, useStartOidcMutation, useOidcSignInMutation, useOidcChallengeMutation } = oidcApi
