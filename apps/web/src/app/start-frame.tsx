import type { ReactNode } from 'react'
import { Brand, Mark } from '../shared/ui/brand.tsx'
import classes from './start-frame.module.css'
import { startLeads } from './start-words.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Skeleton of a signed-in page. It uses no UI library, so that it can be part of the static HTML. */
export function StartFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.frame} aria-busy="true">
      <aside className={classes.side}>
        <Brand />
      </aside>
      <main className={classes.content}>
        <div className={classes.top} role="status">
          <span className={classes.mark}>
            <Mark />
          </span>
          {children}
        </div>
        {Object.entries(startLeads).map(([page, lead]) => (
          <p key={page} className={classes.lead} data-of={page}>
            {lead}
          </p>
        ))}
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

/** Skeleton in the static HTML. Users with a session see it until the first render. */
export function DocumentFrame() {
  return (
    <div className={classes.document}>
      <StartFrame>{null}</StartFrame>
    </div>
  )
}
