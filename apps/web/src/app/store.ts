import { combineReducers, configureStore, isFulfilled, type Middleware } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { useDispatch, useSelector } from 'react-redux'
import { api } from '../api/api.ts'
import { awaitServer } from '../api/auth.ts'
import type { ApiServices } from '../api/services.ts'
import { type SessionDispatch, type SessionState, sessionEnded, sessionReducer } from '../api/session.ts'
import { clearNotices } from '../shared/notifications.tsx'

const rootReducer = combineReducers({ session: sessionReducer, [api.reducerPath]: api.reducer })

/**
 * Clears cached responses and notices when the session ends or the user changes. While the server is unreachable, waits
 * for it, and then refetches what pages show.
 */
const followSession: Middleware<Record<never, never>, { session: SessionState }, SessionDispatch> =
  (store) => (next) => (action) => {
    const before = store.getState().session
    const result = next(action)
    const after = store.getState().session
    const passedOn = before.user?.id !== after.user?.id
    if (passedOn) clearNotices()
    if (sessionEnded.match(action) || (before.user !== null && passedOn)) {
      store.dispatch(api.util.resetApiState())
    } else if (!before.serverReachable && after.serverReachable) {
      store.dispatch(api.internalActions.onOnline())
    }
    if (before.serverReachable && !after.serverReachable) void store.dispatch(awaitServer())
    return result
  }

/**
 * Freezes responses, which their types already make readonly. A shallow freeze is enough: Immer assumes that a frozen
 * object is frozen all the way down and skips its deep freeze.
 */
const freezeAnswers: Middleware = () => (next) => (action) => {
  if (isFulfilled(action)) Object.freeze(action.payload)
  return next(action)
}

export function createStore(services: ApiServices) {
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: services }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
        followSession,
        freezeAnswers,
      ),
    // Notifies subscribers in separate ticks. If several responses arrive at once, input is handled in between.
    enhancers: (getDefault) => getDefault({ autoBatch: { type: 'tick' } }),
    devTools: false,
  })
  const stopListening = setupListeners(store.dispatch)
  return { store, stopListening }
}

export type AppStore = ReturnType<typeof createStore>['store']
export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = AppStore['dispatch']

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
