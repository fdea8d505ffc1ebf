import { useDeferredValue } from 'react'
import { selectSession } from '../api/session.ts'
import { buildLoginPath } from '../shared/paths.ts'
import { Navigate, Outlet, useLocation } from '../shared/routing.ts'
import { useAppSelector } from './hooks.ts'
import { StartSkeleton } from './start-skeleton.tsx'

/** Signed-in pages: the skeleton while the session is being checked, then the page or the sign-in. */
export function ProtectedRoute() {
  const { status, endedBy } = useAppSelector(selectSession)
  const { pathname, search, hash } = useLocation()
  // The first page is drawn in slices, between which the browser answers.
  const isChecking = useDeferredValue(status === 'checking')
  if (status === 'checking' || (isChecking && status === 'signed_in')) return <StartSkeleton />
  if (status === 'signed_in') return <Outlet />
  // Who signs out is done with the page; everybody else comes back to it.
  const returnPath = endedBy === 'user' ? null : pathname + search + hash
  return <Navigate to={buildLoginPath(returnPath)} replace />
}
