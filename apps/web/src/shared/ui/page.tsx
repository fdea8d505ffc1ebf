import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import type { Freshness } from '../../api/market.ts'
import { DocumentTitle } from '../document-title.tsx'
import { describeMarket } from '../freshness-view.ts'
import { useIsPhone } from '../media.ts'
import { FreshnessChip } from './freshness-chip.tsx'
import { NoticeLine } from './notice-line.tsx'
import classes from './page.module.css'
import { ShellContext } from './shell-context.ts'
import { TopTools } from './top-tools.tsx'
import { uiWords } from './ui-words.ts'

interface PageProps {
  readonly title: string
  /** Subject of the page, which comes first in the document's title. */
  readonly subject?: string | undefined
  /** Freshness of the market data; null if the page has none or it has not loaded. */
  readonly freshness: Freshness | null
  readonly actions?: ReactNode
  readonly banners?: ReactNode
  readonly children: ReactNode
}

export const CONTENT_ID = 'content'

interface PageContentProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The part of a page that scrolls, while the top bar and the menu stay in place. */
export const PageContent = ({ className = '', children }: PageContentProps) => (
  <div className={`${classes.content} ${className}`}>{children}</div>
)

/**
 * Frame of a signed-in page: top bar, banners and content. If the figures are not from today's market, the top bar
 * names the market they are from. On a phone, the page shows the freshness chip instead.
 */
export function Page({ title, subject, freshness, actions, banners, children }: PageProps) {
  const { openMenu, notices } = use(ShellContext)
  const isPhone = useIsPhone()
  const market = freshness && describeMarket(freshness)
  return (
    <div className={classes.page}>
      <DocumentTitle title={subject === undefined ? title : `${subject} · ${title}`} />
      <header className={classes.top}>
        {openMenu && (
          <ActionIcon className={classes.menu} size={44} aria-label={uiWords.openMenu} onClick={openMenu}>
            <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {market && (
            <p className={classes.market} role="note">
              {market}
            </p>
          )}
        </div>
        <div className={classes.aside}>
          {!isPhone && freshness && <FreshnessChip freshness={freshness} isNamed={market !== null} />}
        </div>
        <div className={classes.actions}>
          {actions}
          <TopTools isPhone={isPhone} />
        </div>
      </header>
      <main id={CONTENT_ID} className={classes.main} tabIndex={-1}>
        <div className={classes.banners}>
          <NoticeLine notices={notices} />
          {banners}
        </div>
        {children}
      </main>
    </div>
  )
}
