import { Button } from '@mantine/core'
import { DocumentTitle } from '../shared/document-title.tsx'
import { Brand } from '../shared/ui/brand.tsx'
import classes from './error-screen.module.css'

/** The last resort: what a page shows that could not be drawn. */
export function ErrorScreen({ reset }: { readonly reset: () => void }) {
  return (
    <main className={classes.screen}>
      <DocumentTitle title="Something went wrong" />
      <Brand />
      <div className={classes.message} role="alert">
        <h1 className={classes.title}>Something went wrong</h1>
        <p className={classes.text}>
          We&apos;re sorry, but something unexpected happened. Please try refreshing the page.
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="filled" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
        <Button onClick={reset}>Try Again</Button>
      </div>
    </main>
  )
}
