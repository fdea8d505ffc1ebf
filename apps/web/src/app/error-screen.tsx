import { Button } from '@mantine/core'
import { DocumentTitle } from '../shared/document-title.tsx'
import { Brand } from '../shared/ui/brand.tsx'
import classes from './error-screen.module.css'
import { startWords as words } from './start-words.ts'

/** The last resort: what a page shows that could not be drawn. */
export function ErrorScreen({ reset }: { readonly reset: () => void }) {
  return (
    <main className={classes.screen}>
      <DocumentTitle title={words.brokenTitle} />
      <Brand />
      <div className={classes.message} role="alert">
        <h1 className={classes.title}>{words.brokenTitle}</h1>
        <p className={classes.text}>{words.broken}</p>
      </div>
      <div className={classes.actions}>
        <Button variant="filled" onClick={() => window.location.reload()}>
          {words.refresh}
        </Button>
        <Button onClick={reset}>{words.tryAgain}</Button>
      </div>
    </main>
  )
}
