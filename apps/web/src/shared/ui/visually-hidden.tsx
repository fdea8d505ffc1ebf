import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

/** Text that only screen readers present. It is a single plain element, because tables have thousands of cells. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={classes.spoken}>{children}</span>
}
