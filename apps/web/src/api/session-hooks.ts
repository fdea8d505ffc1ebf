import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch, useSelector } from 'react-redux'
import type { ApiServices } from './services.ts'
import { selectSession } from './session.ts'
import type { SessionRoot, SessionThunk } from './session-check.ts'

export type SessionDispatch = ThunkDispatch<SessionRoot, ApiServices, UnknownAction>

/** Returns the store's services. */
export const getServices = (): SessionThunk<ApiServices> => (_dispatch, _getState, services) => services

export const useSessionDispatch = useDispatch.withTypes<SessionDispatch>()

/** The id of the signed-in user; null if signed out. */
export const useUserId = (): string | null => useSelector((root: SessionRoot) => selectSession(root).user?.id ?? null)
