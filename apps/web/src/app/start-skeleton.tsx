import { Loader, VisuallyHidden } from '@mantine/core'
import { Brand } from '../shared/ui/brand.tsx'
import classes from './start-skeleton.module.css'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The shape of a signed-in page while it is not known yet whether there is one to show. */
export function StartSkeleton() {
  return (
    <div className={classes.frame} aria-busy="true">
      <aside className={classes.side}>
        <Brand />
      </aside>
      <main className={classes.content}>
        <div className={classes.top} role="status">
          <Loader size={16} color="var(--tx3)" aria-hidden="true" />
          <VisuallyHidden component="h1">Loading...</VisuallyHidden>
        </div>
        <div className={classes.panel} aria-hidden="true">
          {rows.map((row) => (
            <div key={row} className={classes.row}>
              <span />
              <span />
              <span />
            </div>
          ))}
        </div>
      </main>
    </div>
  )
}
