import { type ReactNode, useEffect } from 'react'
import { useSelector } from 'react-redux'
import { selectSession } from '../../api/session.ts'
import { DocumentTitle } from '../../shared/document-title.tsx'
import { readReturnPath } from '../../shared/paths.ts'
import { Navigate, useSearchParams } from '../../shared/routing.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { ThemeMenu } from '../../shared/ui/theme-menu.tsx'
import classes from './auth-frame.module.css'
import { PayoffDrawing } from './payoff-drawing.tsx'

interface AuthFrameProps {
  readonly title: string
  readonly children: ReactNode
}

/** The form on one side, one drawing on the other. Whoever is signed in is led on to the page they came for. */
export function AuthFrame({ title, children }: AuthFrameProps) {
  const { status } = useSelector(selectSession)
  const [search] = useSearchParams()
  // On a phone a form is longer than the screen; the page after it starts at its own top.
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
      </main>
      <aside className={classes.picture} aria-label="Illustration">
        <PayoffDrawing />
        <p className={classes.line}>Rise to the strike. Keep the premium. Decide before it matters.</p>
        <p className={classes.caption}>
          <span className={classes.edge} aria-hidden="true" />
          An illustration with invented figures, not market data
        </p>
      </aside>
      {status === 'signed_in' && <Navigate to={readReturnPath(search, window.location.origin)} replace />}
    </div>
  )
}
