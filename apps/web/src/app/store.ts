import { combineReducers, configureStore, isFulfilled, type Middleware } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api.ts'
import type { ApiServices } from '../api/services.ts'
import { type SessionState, sessionEnded, sessionReducer } from '../api/session.ts'
import { clearNotices } from '../shared/notify.ts'

const rootReducer = combineReducers({ session: sessionReducer, [api.reducerPath]: api.reducer })

/**
 * Answers and notices belong to who asked: they go when the session ends or passes to somebody else. A server that is
 * back is asked anew.
 */
const followSession: Middleware<Record<never, never>, { session: SessionState }> = (store) => (next) => (action) => {
  const before = store.getState().session
  const result = next(action)
  const after = store.getState().session
  const passedOn = before.user?.id !== after.user?.id
  if (passedOn) clearNotices()
  if (sessionEnded.match(action) || (before.user !== null && passedOn)) {
    store.dispatch(api.util.resetApiState())
  } else if (!before.serverReachable && after.serverReachable) {
    store.dispatch(api.util.invalidateTags(['Screen', 'Portfolio']))
  }
  return result
}

/**
 * What the server answered never changes, as its types say. Immer takes what is frozen on the outside for frozen throughout,
 * and does not walk through every part of it to freeze that, too.
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
    // Answers that come together are shown one after the other, and a key is answered between them.
    enhancers: (getDefault) => getDefault({ autoBatch: { type: 'tick' } }),
    devTools: false,
  })
  const stopListening = setupListeners(store.dispatch)
  return { store, stopListening }
}

export type AppStore = ReturnType<typeof createStore>['store']
export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = AppStore['dispatch']
