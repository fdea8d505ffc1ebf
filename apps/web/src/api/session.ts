import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { SessionUser } from './credentials.ts'

/** Who ended the session: the reader, the server (a definite refusal), or another tab of this browser. */
export type SessionEnd = 'user' | 'server' | 'elsewhere'

export interface SessionState {
  /** `checking`: a stored session is being validated. */
  readonly status: 'checking' | 'signed_in' | 'signed_out'
  readonly user: SessionUser | null
  readonly serverReachable: boolean
  readonly endedBy: SessionEnd | null
}

const initialState: SessionState = { status: 'checking', user: null, serverReachable: true, endedBy: null }

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionFound: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      ...initialState,
      user: payload,
    }),
    sessionStarted: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      status: 'signed_in',
      user: payload,
      serverReachable: true,
      endedBy: null,
    }),
    sessionAbsent: (): SessionState => ({ ...initialState, status: 'signed_out' }),
    sessionUnconfirmed: (state): SessionState => ({ ...state, status: 'signed_in', serverReachable: false }),
    sessionEnded: (_state, { payload }: PayloadAction<SessionEnd>): SessionState => ({
      status: 'signed_out',
      user: null,
      serverReachable: true,
      endedBy: payload,
    }),
  },
  selectors: { selectSession: (state) => state },
})

export const sessionReducer = session.reducer
export const { sessionAbsent, sessionEnded, sessionFound, sessionStarted, sessionUnconfirmed } = session.actions
export const { selectSession } = session.selectors
