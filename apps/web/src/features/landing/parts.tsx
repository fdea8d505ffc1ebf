import type { ReactNode } from 'react'
import { SAMPLE_LABEL } from './landing-content.ts'
import classes from './parts.module.css'

interface ActionProps {
  readonly href: string
  readonly kind?: 'primary' | 'plain' | 'ghost'
  readonly size?: 'normal' | 'large'
  readonly children: ReactNode
}

/** Link to another document, styled as a button. */
export function Action({ href, kind = 'plain', size = 'normal', children }: ActionProps) {
  return (
    <a className={classes.button} data-kind={kind} data-size={size} href={href}>
      {children}
    </a>
  )
}

/** Label for content that is not factual; hatched like all such content. */
export function SampleMark({ label = SAMPLE_LABEL }: { readonly label?: string }) {
  return <span className={classes.sample}>{label}</span>
}
