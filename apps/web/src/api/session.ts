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
  /** The reader has asked for the end: whatever the server refuses meanwhile, it is theirs. */
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
    /** What would have ended it was refused. */
    sessionStaying: (state): SessionState => ({ ...state, isLeaving: false }),
    /** A session ends once: whoever tells of it later changes nothing. */
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
