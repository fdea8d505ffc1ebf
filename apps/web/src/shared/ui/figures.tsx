import type { ReactNode } from 'react'
import { Explained } from './explained.tsx'
import classes from './figures.module.css'

interface FigureProps {
  readonly label: string
  /** Explanation of the figure. */
  readonly hint?: string | undefined
  /** Content beside the name. */
  readonly aside?: ReactNode
  readonly size?: 'lg' | 'xl' | '2xl'
  readonly tone?: 'good' | 'plain' | 'due' | 'bad'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A figure below its name, in a `dl`. */
export function Figure({ label, hint, aside, size = 'lg', tone, className, children }: FigureProps) {
  return (
    <div className={className}>
      <dt className={classes.name}>
        {hint === undefined ? label : <Explained name={label} hint={hint} />}
        {aside && <> {aside}</>}
      </dt>
      <dd className={classes.value} data-size={size} data-tone={tone}>
        {children}
      </dd>
    </div>
  )
}

interface PartTitleProps {
  readonly id?: string
  readonly order?: 2 | 3
  readonly children: ReactNode
}

/** Small heading of a part of a card, panel or dialog. */
export function PartTitle({ id, order = 3, children }: PartTitleProps) {
  const Heading = `h${order}` as const
  return (
    <Heading id={id} className={classes.title}>
      {children}
    </Heading>
  )
}
