import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core'
import {
  IconBell,
  IconBriefcase2,
  IconChartLine,
  IconFilter2,
  IconLayoutDashboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconMessage,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { SessionUser } from '../api/credentials.ts'
import {
  ALERTS_PATH,
  ANALYSIS_PATH,
  COACH_PATH,
  DASHBOARD_PATH,
  PORTFOLIO_PATH,
  SCREENING_PATH,
  SETTINGS_PATH,
} from '../shared/paths.ts'
import { NavLink } from '../shared/routing.ts'
import { Brand } from '../shared/ui/brand.tsx'
import classes from './app.module.css'

export interface AppLink {
  readonly path: string
  readonly label: string
  /** Short label for narrow layouts. */
  readonly word: string
  readonly icon: TablerIcon
  /** Key sequence, such as `g d`. */
  readonly keys: string
}

/** Navigation links, top to bottom. */
export const appLinks: readonly AppLink[] = [
  { path: DASHBOARD_PATH, label: 'Dashboard', word: 'Dashboard', icon: IconLayoutDashboard, keys: 'g d' },
  { path: SCREENING_PATH, label: 'Stock Screening', word: 'Screening', icon: IconFilter2, keys: 'g s' },
  { path: ANALYSIS_PATH, label: 'Stock Analysis', word: 'Analysis', icon: IconChartLine, keys: 'g a' },
  { path: PORTFOLIO_PATH, label: 'Portfolio Tracking', word: 'Portfolio', icon: IconBriefcase2, keys: 'g p' },
  { path: COACH_PATH, label: 'AI Coach', word: 'Coach', icon: IconMessage, keys: 'g c' },
  { path: ALERTS_PATH, label: 'Alerts', word: 'Alerts', icon: IconBell, keys: 'g l' },
]
/** Number of links that have room in the bar on phones. The others are in the drawer. */
const TABS = 5

export interface SidebarProps {
  readonly user: SessionUser | null
  /** Whether only icons are shown, with labels as hints. */
  readonly rail: boolean
  /** Undefined if the window is too narrow for a full sidebar. */
  readonly onToggleRail?: (() => void) | undefined
  readonly onNavigate?: () => void
  readonly onSignOut: () => Promise<void>
  /** Status of background work. */
  readonly tray: ReactNode
  /** Number of unread alerts. */
  readonly unread: ReactNode
}

const settings = { path: SETTINGS_PATH, label: 'Settings', icon: IconSettings } as const

export function Sidebar({ user, rail, onToggleRail, onNavigate, onSignOut, tray, unread }: SidebarProps) {
  const ToggleIcon = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const toggleLabel = rail ? 'Expand the sidebar' : 'Collapse the sidebar'
  return (
    <div className={classes.side}>
      <div className={classes.sideBrand}>
        <Brand />
      </div>
      <nav aria-label="Main">
        {appLinks.map((link) => (
          <PageLink key={link.path} link={link} rail={rail} onNavigate={onNavigate}>
            {link.path === ALERTS_PATH && unread}
          </PageLink>
        ))}
      </nav>
      <Stack gap="xs" mt="auto">
        {tray}
        <Group className={classes.footRow} gap="2xs" wrap="nowrap">
          <PageLink link={settings} rail={rail} onNavigate={onNavigate} />
          {onToggleRail && (
            <ActionIcon aria-label={toggleLabel} data-hint={toggleLabel} data-hint-side="right" onClick={onToggleRail}>
              <ToggleIcon size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          )}
        </Group>
        <Account user={user} rail={rail} onSignOut={onSignOut} />
      </Stack>
    </div>
  )
}

interface PageLinkProps extends Pick<SidebarProps, 'rail'> {
  readonly link: Pick<AppLink, 'path' | 'label' | 'icon'>
  readonly onNavigate: SidebarProps['onNavigate'] | undefined
  readonly children?: ReactNode
}

function PageLink({ link: { path, label, icon: Icon }, rail, onNavigate, children }: PageLinkProps) {
  return (
    <NavLink
      to={path}
      className={classes.link ?? ''}
      {...(rail && { 'data-hint': label, 'data-hint-side': 'right' })}
      {...(onNavigate && { onClick: onNavigate })}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
      {children}
    </NavLink>
  )
}

function Account({ user, rail, onSignOut }: Pick<SidebarProps, 'user' | 'rail' | 'onSignOut'>) {
  const [leaving, setLeaving] = useState(false)
  const name = user?.isDemo ? 'Demo' : user?.fullName?.trim() || user?.username || ''
  const leave = async () => {
    setLeaving(true)
    await onSignOut()
  }
  return (
    <div className={classes.account}>
      <span className={classes.initials} aria-hidden="true">
        {findInitials(name)}
      </span>
      <Box className={classes.label} lh="1rem">
        <Text fw="var(--weight-strong)" inherit truncate title={name}>
          {name}
        </Text>
        <Text span size="sm" lh="1rem" c="var(--text-faint)">
          Trader
        </Text>
      </Box>
      <Button
        className={classes.logout}
        size="xs"
        variant="subtle"
        aria-label="Logout"
        data-hint={rail ? 'Logout' : undefined}
        data-hint-side="right"
        loading={leaving}
        onClick={leave}
        leftSection={<IconLogout size={14} stroke={1.6} aria-hidden="true" />}
      >
        <span className={classes.label}>Logout</span>
      </Button>
    </div>
  )
}

function findInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

/** Bottom navigation bar on phones. */
export function TabBar() {
  return (
    <nav className={classes.tabBar} aria-label="Quick navigation">
      {appLinks.slice(0, TABS).map(({ path, word, icon: Icon }) => (
        <NavLink key={path} to={path} className={classes.tab ?? ''}>
          <Icon size={21} stroke={1.6} aria-hidden="true" />
          {word}
        </NavLink>
      ))}
    </nav>
  )
}
