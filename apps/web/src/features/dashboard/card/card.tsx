import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { Freshness } from '../../../api/screen.ts'
import { useIsPhone } from '../../../shared/media.ts'
import { Link } from '../../../shared/routing.ts'
import { FreshnessChip } from '../../../shared/ui/freshness-chip.tsx'
import { PanelBoundary } from '../../../shared/ui/panel-boundary.tsx'
import classes from './card.module.css'
import { useCardLink } from './use-card-link.ts'

interface CardProps {
  readonly name: 'overview' | 'radar' | 'featured'
  readonly title: string
  /** Page that a click on the card opens. */
  readonly path: string
  readonly link: string
  /** How fresh the card's figures are; null if they are as fresh as the page's. */
  readonly freshness: Freshness | null
  readonly children: ReactNode
}

/** Dashboard card that links to its page; an error in one card does not affect the others. */
export function Card({ name, title, path, link, freshness, children }: CardProps) {
  const headingId = useId()
  const isPhone = useIsPhone()
  const listeners = useCardLink(path)
  const chip = freshness && <FreshnessChip freshness={freshness} />
  return (
    <section className={classes.card} data-card={name} aria-labelledby={headingId} {...listeners}>
      <div className={classes.head}>
        <h2 id={headingId}>{title}</h2>
        {!isPhone && chip}
        <Link className={classes.link} to={path}>
          {link}
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      </div>
      <PanelBoundary name={title}>{children}</PanelBoundary>
      {isPhone && chip && <div className={classes.foot}>{chip}</div>}
    </section>
  )
}
