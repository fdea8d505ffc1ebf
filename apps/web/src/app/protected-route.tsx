import { useDeferredValue } from 'react'
import { selectSession } from '../api/session.ts'
import { buildLoginPath } from '../shared/paths.ts'
import { Navigate, Outlet, useLocation } from '../shared/routing.ts'
import { useAppSelector } from './hooks.ts'
import { StartSkeleton } from './start-skeleton.tsx'

/** Protects signed-in pages. While the session is being checked, shows a skeleton; then the page or the sign-in. */
export function ProtectedRoute() {
  const { status, endedBy } = useAppSelector(selectSession)
  const { pathname, search, hash } = useLocation()
  // Renders the first page at low priority, so the browser stays responsive.
  const isChecking = useDeferredValue(status === 'checking')
  if (status === 'checking' || (isChecking && status === 'signed_in')) return <StartSkeleton />
  if (status === 'signed_in') return <Outlet />
  // The next sign-in returns to this page, unless the user chose to sign out.
  const returnPath = endedBy === 'user' ? null : pathname + search + hash
  return <Navigate to={buildLoginPath(returnPath)} replace />
}
