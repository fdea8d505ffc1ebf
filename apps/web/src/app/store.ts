import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import { api } from '../api/api.ts'
import type { ApiServices } from '../api/services.ts'
import { type SessionState, sessionEnded, sessionReducer } from '../api/session.ts'

const rootReducer = combineReducers({ session: sessionReducer, [api.reducerPath]: api.reducer })

/** Answers belong to who asked: they go when the session ends or passes to somebody else. */
const forgetAnswers: Middleware<Record<never, never>, { session: SessionState }> = (store) => (next) => (action) => {
  const before = store.getState().session.user?.id
  const result = next(action)
  const after = store.getState().session.user?.id
  if (sessionEnded.match(action) || (before !== undefined && before !== after)) {
    store.dispatch(api.util.resetApiState())
  }
  return result
}

export function createStore(services: ApiServices) {
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: services }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
        forgetAnswers,
      ),
    devTools: false,
  })
  const stopListening = setupListeners(store.dispatch)
  return { store, stopListening }
}

export type AppStore = ReturnType<typeof createStore>['store']
export type RootState = ReturnType<typeof rootReducer>
export type AppDispatch = AppStore['dispatch']
