import type { Body, Success } from '@callwright/contracts'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { Grant, SessionUser } from './credentials.ts'
import { request } from './request.ts'
import type { ApiServices } from './services.ts'
import { sessionStarted } from './session.ts'
import { readGrant, readUser } from './user-wire.ts'

interface Started {
  readonly dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  readonly extra: unknown
  readonly queryFulfilled: Promise<{ readonly data: Grant }>
}

/** Stores the session that a sign-in returns. */
async function storeSession(_arg: unknown, { dispatch, extra, queryFulfilled }: Started): Promise<void> {
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
      query: (body) => request('auth.login', { body, encoding: 'form' }),
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
