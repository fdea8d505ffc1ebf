import type { MouseEvent } from 'react'
import classes from './skip-link.module.css'

interface SkipLinkProps {
  /** Id of the element to focus. It must accept focus from a script. */
  readonly to: string
  readonly children: string
}

/** Link that skips a long run of Tab stops. It is visible only while it has focus, and adds no history entry. */
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
