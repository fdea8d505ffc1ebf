import type { ReactNode } from 'react'
import classes from './table-skeleton.module.css'

const ROWS = Array.from({ length: 14 }, (_, index) => `row-${index}`)

/** Placeholder for a table while it loads, with the loading text above. */
export function TableSkeleton({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <div className={classes.words}>{children}</div>
      <div aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className={classes.row}>
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  )
}
