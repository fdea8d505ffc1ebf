import { type ReactNode, useEffect } from 'react'
import { DocumentTitle } from '../../shared/document-title.tsx'
import { readReturnPath } from '../../shared/paths.ts'
import { Navigate, useSearchParams } from '../../shared/routing.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { ThemeMenu } from '../../shared/ui/theme-menu.tsx'
import classes from './auth-frame.module.css'
import { demoWords, frameWords } from './auth-words.ts'
import { PayoffDrawing } from './payoff-drawing.tsx'
import type { Entry } from './use-entry.ts'

interface AuthFrameProps {
  readonly title: string
  readonly entry: Entry
  readonly children: ReactNode
}

/** Sign-in page layout: a form beside an illustration. Redirects signed-in users to the page they came from. */
export function AuthFrame({ title, entry: { shouldRedirect, isFromDemo }, children }: AuthFrameProps) {
  const [search] = useSearchParams()
  // On a phone the form is taller than the screen: scroll the next page back to the top.
  useEffect(() => () => window.scrollTo(0, 0), [])
  return (
    <div className={classes.frame}>
      <DocumentTitle title={title} />
      <main className={classes.side}>
        <div className={classes.head}>
          <Brand />
          <ThemeMenu />
        </div>
        {children}
        {!isFromDemo && <p className={classes.note}>{demoWords.note}</p>}
      </main>
      <aside className={classes.picture} aria-label={frameWords.illustration}>
        <PayoffDrawing />
        <p className={classes.line}>{frameWords.line}</p>
        <p className={classes.caption}>
          <span className={classes.edge} aria-hidden="true" />
          {frameWords.caption}
        </p>
      </aside>
      {shouldRedirect && <Navigate to={readReturnPath(search, window.location.origin)} replace />}
    </div>
  )
}
