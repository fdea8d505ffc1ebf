import type { ReactNode } from 'react'
import classes from './segmented.module.css'

/** Group of buttons, one of which is pressed (`aria-pressed`). */
export function Segmented({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.segmented} aria-label={label}>
      {children}
    </fieldset>
  )
}
