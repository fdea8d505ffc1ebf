import {
  createSlice,
  type PayloadAction,
  type ThunkAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import type { SessionUser } from './credentials.ts'
import type { ApiServices } from './services.ts'

/** Who ended a session: the user, the server (by rejecting it), or another tab in this browser. */
export type SessionEnd = 'user' | 'server' | 'elsewhere'

export interface SessionState {
  /** `checking`: the stored session is being validated. */
  readonly status: 'checking' | 'signed_in' | 'signed_out'
  readonly user: SessionUser | null
  readonly serverReachable: boolean
  readonly endedBy: SessionEnd | null
  /** The user is signing out. If the server rejects the session meanwhile, that still counts as the user's sign-out. */
  readonly isLeaving: boolean
}

const initialState: SessionState = {
  status: 'checking',
  user: null,
  serverReachable: true,
  endedBy: null,
  isLeaving: false,
}

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionFound: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      ...initialState,
      user: payload,
    }),
    sessionStarted: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      ...initialState,
      status: 'signed_in',
      user: payload,
    }),
    sessionAbsent: (): SessionState => ({ ...initialState, status: 'signed_out' }),
    sessionUnconfirmed: (state): SessionState => ({ ...state, status: 'signed_in', serverReachable: false }),
    sessionLeaving: (state): SessionState => ({ ...state, isLeaving: true }),
    /** Signing out or deleting the account failed, so the session continues. */
    sessionStaying: (state): SessionState => ({ ...state, isLeaving: false }),
    /** Repeated calls have no effect. */
    sessionEnded: (state, { payload }: PayloadAction<SessionEnd>): SessionState =>
      state.status === 'signed_out'
        ? state
        : { ...initialState, status: 'signed_out', endedBy: state.isLeaving ? 'user' : payload },
  },
  selectors: { selectSession: (state) => state },
})

export const sessionReducer = session.reducer
export const {
  sessionAbsent,
  sessionEnded,
  sessionFound,
  sessionLeaving,
  sessionStarted,
  sessionStaying,
  sessionUnconfirmed,
} = session.actions
export const { selectSession } = session.selectors

export interface SessionRoot {
  readonly session: SessionState
}
export type SessionThunk<R> = ThunkAction<R, SessionRoot, ApiServices, UnknownAction>

export type SessionDispatch = ThunkDispatch<SessionRoot, ApiServices, UnknownAction>

/** Returns the store's services. */
export const getServices = (): SessionThunk<ApiServices> => (_dispatch, _getState, services) => services

export const useSessionDispatch = useDispatch.withTypes<SessionDispatch>()

/** The id of the signed-in user; null if signed out. */
export const useUserId = (): string | null => useSelector((root: SessionRoot) => selectSession(root).user?.id ?? null)
