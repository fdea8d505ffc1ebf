import type { MouseEvent } from 'react'
import classes from './skip-link.module.css'

interface SkipLinkProps {
  /** Id of an element that can be focused by script. */
  readonly to: string
  readonly children: string
}

/** Link that skips many Tab stops; visible only when focused. It adds no history entry. */
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
