import { use, useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from '../shared/routing.ts'
import { ErrorReportingContext } from './error-reporting.ts'
import { ErrorScreen } from './error-screen.tsx'
import { reportRenderError } from './report-error.ts'

/** Error screen for a failed route. */
export function RouteError() {
  const error = useRouteError()
  const reporting = use(ErrorReportingContext)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (reporting !== null) void reportRenderError(error, null, reporting)
  }, [error, reporting])
  return <ErrorScreen reset={() => void navigate(pathname + search + hash, { replace: true })} />
}
