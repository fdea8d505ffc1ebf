import type { ReactNode } from 'react'
import classes from './segmented.module.css'

/** Buttons side by side of which one is pressed (`aria-pressed`). */
export function Segmented({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.segmented} aria-label={label}>
      {children}
    </fieldset>
  )
}
