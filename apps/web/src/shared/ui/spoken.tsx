import type { ReactNode } from 'react'
import classes from './spoken.module.css'

/** Words for the ear only. As light as an element can be: tables have thousands of cells. */
export function Spoken({ children }: { readonly children: ReactNode }) {
  return <span className={classes.spoken}>{children}</span>
}
