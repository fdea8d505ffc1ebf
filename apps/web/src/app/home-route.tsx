import { selectSession } from '../api/session.ts'
import { HOME_PATH, LOGIN_PATH } from '../shared/paths.ts'
import { Navigate } from '../shared/routing.ts'
import { useAppSelector } from './hooks.ts'
import { StartSkeleton } from './start-skeleton.tsx'

export function HomeRoute() {
  const { status } = useAppSelector(selectSession)
  if (status === 'checking') return <StartSkeleton />
  return <Navigate to={status === 'signed_in' ? HOME_PATH : LOGIN_PATH} replace />
}
