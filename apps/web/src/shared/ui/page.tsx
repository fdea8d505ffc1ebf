import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import type { Freshness } from '../../api/screen.ts'
import { DocumentTitle } from '../document-title.tsx'
import { useIsPhone } from '../media.ts'
import { useMarketWords } from '../use-market-words.ts'
import { Banner } from './banner.tsx'
import { FreshnessChip } from './freshness-chip.tsx'
import classes from './page.module.css'
import { ShellContext } from './shell-context.ts'
import { ThemeMenu } from './theme-menu.tsx'

interface PageProps {
  readonly title: string
  /** What the page is about, first in the document's title. */
  readonly subject?: string | undefined
  /** Of the market figures on the page; null for a page that has none, or none yet. */
  readonly freshness: Freshness | null
  readonly actions?: ReactNode
  readonly banners?: ReactNode
  readonly children: ReactNode
}

export const CONTENT_ID = 'content'

/**
 * A signed-in page: one top bar, its banners, its content. What market its figures are of stands in the top bar, and over
 * them where that is not today's; on a phone the page itself has the room for the chip.
 */
export function Page({ title, subject, freshness, actions, banners, children }: PageProps) {
  const { openMenu, notice } = use(ShellContext)
  const isPhone = useIsPhone()
  const market = useMarketWords(freshness)
  return (
    <div className={classes.page}>
      <DocumentTitle title={subject === undefined ? title : `${subject} · ${title}`} />
      <header className={classes.top}>
        {openMenu && (
          <ActionIcon className={classes.menu} size={44} aria-label="Open menu" onClick={openMenu}>
            <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
        <h1 className={classes.title}>{title}</h1>
        <div className={classes.aside}>{!isPhone && freshness && <FreshnessChip freshness={freshness} />}</div>
        <div className={classes.actions}>
          {actions}
          <ThemeMenu />
        </div>
      </header>
      <main id={CONTENT_ID} className={classes.main} tabIndex={-1}>
        <div className={classes.banners}>
          {notice}
          {market && <Banner tone="unreal">{market}</Banner>}
          {banners}
        </div>
        {children}
      </main>
    </div>
  )
}
