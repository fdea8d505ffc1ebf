import { ActionIcon, Group } from '@mantine/core'
import { IconEye, IconEyeOff, IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react'
import { createContext, type MouseEvent, type ReactNode, use } from 'react'
import type { Freshness } from '../../api/market.ts'
import { describeMarket } from '../freshness-view.ts'
import { useIsPhone } from '../hooks.ts'
import { ANALYSIS_PATH } from '../paths.ts'
import { usePreferences } from '../preferences.ts'
import { useLocation } from '../routing.ts'
import { DocumentTitle } from './brand.tsx'
import { Keys } from './buttons.tsx'
import { VisuallyHidden } from './figures.tsx'
import { FreshnessChip } from './freshness.tsx'
import { ThemeMenu } from './menus.tsx'
import { type Notice, NoticeLine } from './notices.tsx'
import classes from './page.module.css'

export interface Shell {
  /** Opens the navigation drawer; null if the navigation is always visible. */
  readonly openMenu: (() => void) | null
  /** Shown on the button that opens the drawer. */
  readonly menuMark: ReactNode
  readonly openPalette: () => void
  /** Opens the list of shortcuts. */
  readonly openKeys: () => void
  /** Notices for every page, most urgent first. */
  readonly notices: readonly Notice[]
  /** False while the server is unreachable. A notice then says so. */
  readonly canAsk: boolean
}

const nothing = () => {}

/** Used outside the shell: before sign-in, and while the shell's code loads. */
export const defaultShell: Shell = {
  openMenu: null,
  menuMark: null,
  openPalette: nothing,
  openKeys: nothing,
  notices: [],
  canAsk: true,
}

export const ShellContext = createContext<Shell>(defaultShell)

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
  const { openMenu, menuMark, notices } = use(ShellContext)
  const isPhone = useIsPhone()
  const market = freshness && describeMarket(freshness)
  return (
    <div className={classes.page}>
      <DocumentTitle title={subject === undefined ? title : `${subject} · ${title}`} />
      <header className={classes.top}>
        {openMenu && (
          <ActionIcon size={44} onClick={openMenu}>
            <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
            <VisuallyHidden>Open menu</VisuallyHidden>
            {menuMark}
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
        <Group gap="sm" wrap="nowrap" miw={0} ml="xs">
          {!isPhone && freshness && <FreshnessChip freshness={freshness} isNamed={market !== null} />}
        </Group>
        <Group className={classes.actions} gap="2xs" wrap="nowrap" ml="auto">
          {actions}
          <TopTools isPhone={isPhone} />
        </Group>
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

/** Tools at the right end of every top bar. On a phone, there is room only for the search. */
function TopTools({ isPhone }: { readonly isPhone: boolean }) {
  const { openPalette, openKeys } = use(ShellContext)
  const { pathname } = useLocation()
  if (isPhone) {
    return (
      <ActionIcon size={44} aria-label="Symbol, page or action" aria-haspopup="dialog" onClick={openPalette}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <>
      {/* The analysis page has a search of its own in this place, and two would be one too many. */}
      {pathname !== ANALYSIS_PATH && (
        <button
          type="button"
          className={classes.find}
          aria-haspopup="dialog"
          title="Symbol, page or action"
          onClick={openPalette}
        >
          <IconSearch size={14} stroke={1.6} aria-hidden="true" />
          <span className={classes.findText}>Symbol, page or action</span>
          <span className={classes.findKeys} aria-hidden="true">
            <Keys keys="mod+k" />
          </span>
        </button>
      )}
      <span className={classes.roomy}>
        <AmountsToggle />
      </span>
      <ThemeMenu />
      <ActionIcon
        className={classes.roomy}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        aria-haspopup="dialog"
        onClick={openKeys}
      >
        <IconHelp size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}

function AmountsToggle() {
  const [{ hidesAmounts }, setPreferences] = usePreferences()
  const Icon = hidesAmounts ? IconEyeOff : IconEye
  return (
    <ActionIcon
      aria-label="Hide amounts"
      title="Hide amounts"
      aria-pressed={hidesAmounts}
      onClick={() => setPreferences({ hidesAmounts: !hidesAmounts })}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  )
}
