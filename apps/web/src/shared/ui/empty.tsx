import type { ReactNode } from 'react'
import classes from './empty.module.css'

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly tone?: 'empty' | 'trouble'
}

/** Shown when there is no content: a drawing of the payoff line, a sentence, and actions. */
export function Empty({ title, children, actions, tone = 'empty' }: EmptyProps) {
  return (
    <div className={classes.empty} role={tone === 'trouble' ? 'alert' : undefined}>
      <svg className={classes.drawing} viewBox="0 0 240 56" aria-hidden="true">
        <path className={classes.rise} d="M4 52 110 12" />
        <path className={tone === 'empty' ? classes.strike : classes.rise} d="M110 12H236" />
        {tone === 'empty' && <circle className={classes.dot} cx="110" cy="12" r="5" />}
      </svg>
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
