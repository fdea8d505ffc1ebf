import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DocumentTitle } from '../shared/document-title.tsx'
import { reloadDocument } from '../shared/load-code.ts'
import { Brand } from '../shared/ui/brand.tsx'
import { BusyButton } from '../shared/ui/busy-button.tsx'
import { useOnline } from '../shared/use-online.ts'
import classes from './error-screen.module.css'
import { startWords as words } from './start-words.ts'

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
  const note = isOnline ? isRefused && words.notReached : words.offline
  return (
    <ErrorFrame
      title={words.brokenTitle}
      text={
        <>
          {words.broken}
          {note !== false && <> {note}</>}
        </>
      }
    >
      <BusyButton variant="filled" busy={busy || !isOnline} onClick={reload}>
        {words.refresh}
      </BusyButton>
      <Button onClick={reset}>{words.tryAgain}</Button>
    </ErrorFrame>
  )
}
