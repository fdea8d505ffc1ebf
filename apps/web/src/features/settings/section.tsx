import type { ReactNode } from 'react'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import classes from './section.module.css'
import { type SectionId, sectionNames } from './settings-words.ts'

interface SectionProps {
  readonly id: SectionId
  readonly intro?: string
  readonly children: ReactNode
}

/** One section on the settings page; links can target it with `#id`. */
export function Section({ id, intro, children }: SectionProps) {
  const name = sectionNames[id]
  const headingId = `${id}-heading`
  return (
    <section id={id} className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading} tabIndex={-1}>
        {name}
      </h2>
      <PanelBoundary name={name}>
        {intro !== undefined && <p className={classes.intro}>{intro}</p>}
        {children}
      </PanelBoundary>
    </section>
  )
}
