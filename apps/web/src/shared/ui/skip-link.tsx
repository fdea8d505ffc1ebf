import type { MouseEvent } from 'react'
import classes from './skip-link.module.css'

interface SkipLinkProps {
  /** The id of a part of the page that takes the focus from scripts. */
  readonly to: string
  readonly children: string
}

/** A way past many stops of the Tab key, seen while it has the focus. It is no step in the history. */
export function SkipLink({ to, children }: SkipLinkProps) {
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(to)?.focus()
  }
  return (
    <a className={classes.skip} href={`#${to}`} onClick={skip}>
      {children}
    </a>
  )
}
