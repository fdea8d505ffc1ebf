import { Button } from '@mantine/core'
import { type ReactNode, use, useEffect, useState } from 'react'
import { useOnline } from '../shared/hooks.ts'
import { reloadDocument } from '../shared/load-code.ts'
import { useLocation, useNavigate, useRouteError } from '../shared/routing.ts'
import { Brand, DocumentTitle } from '../shared/ui/brand.tsx'
import { BusyButton } from '../shared/ui/buttons.tsx'
import classes from './error-screen.module.css'
import { ErrorReportingContext, reportRenderError } from './report-error.ts'

interface ErrorFrameProps {
  readonly title: string
  readonly text: ReactNode
  /** Action buttons. */
  readonly children: ReactNode
}

/** Full-screen message outside the app's layout. */
export function ErrorFrame({ title, text, children }: ErrorFrameProps) {
  return (
    <main className={classes.screen}>
      <DocumentTitle title={title} />
      <Brand />
      <div className={classes.message} role="alert">
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.actions}>{children}</div>
    </main>
  )
}

/** Shown instead of a page that failed to render. */
export function ErrorScreen({ reset }: { readonly reset: () => void }) {
  const isOnline = useOnline()
  const [isRefused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const reload = async () => {
    setBusy(true)
    setRefused(!(await reloadDocument()))
    setBusy(false)
  }
  const note = isOnline
    ? isRefused && 'Cannot reach the server, so the page was not refreshed. Please try again in a moment.'
    : 'You are offline. Refresh the page when you are back online.'
  return (
    <ErrorFrame
      title="Something went wrong"
      text={
        <>
          We're sorry, but something unexpected happened. Please try refreshing the page.
          {note !== false && <> {note}</>}
        </>
      }
    >
      <BusyButton variant="filled" busy={busy || !isOnline} onClick={reload}>
        Refresh Page
      </BusyButton>
      <Button onClick={reset}>Try Again</Button>
    </ErrorFrame>
  )
}

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
