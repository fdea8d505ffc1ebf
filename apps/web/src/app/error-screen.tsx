import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, use, useEffect, useState } from 'react'
import { useOnline } from '../shared/hooks.ts'
import { reloadDocument } from '../shared/load-code.ts'
import { useLocation, useNavigate, useRouteError } from '../shared/routing.ts'
import { Brand, DocumentTitle } from '../shared/ui/brand.tsx'
import { BusyButton } from '../shared/ui/buttons.tsx'
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
    <Stack component="main" gap="xl" justify="center" align="flex-start" mih="100dvh" maw={520} mx="auto" p="xl">
      <DocumentTitle title={title} />
      <Brand />
      <Stack gap="sm" role="alert">
        <Text component="h1" fz="2xl" lh="2.125rem" fw="var(--weight-strong)" lts="-0.022em">
          {title}
        </Text>
        <Text size="lg" lh="1.5rem" c="dimmed">
          {text}
        </Text>
      </Stack>
      <Group gap="sm">{children}</Group>
    </Stack>
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
