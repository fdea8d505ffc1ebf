import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { SessionUser } from '../api/credentials.ts'
import { NavLink } from '../shared/routing.ts'
import { Brand } from '../shared/ui/brand.tsx'
import { appLinks } from './app-links.ts'
import classes from './sidebar.module.css'

export interface SidebarProps {
  readonly user: SessionUser | null
  /** Icons only, with their names as tooltips. */
  readonly rail: boolean
  /** Absent where the width of the window decides. */
  readonly onToggleRail?: (() => void) | undefined
  readonly onNavigate?: () => void
  readonly onSignOut: () => Promise<void>
  /** Signs of work in the background, by the page it is for. */
  readonly marks: Readonly<Record<string, ReactNode>>
}

export function Sidebar({ user, rail, onToggleRail, onNavigate, onSignOut, marks }: SidebarProps) {
  const ToggleIcon = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const toggleLabel = rail ? 'Expand the sidebar' : 'Collapse the sidebar'
  return (
    <div className={classes.side} data-rail={rail || undefined}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <nav aria-label="Main">
        {appLinks.map(({ path, label, icon: Icon }) => (
          <Tooltip key={path} label={label} position="right" disabled={!rail}>
            <NavLink to={path} className={classes.link ?? ''} {...(onNavigate && { onClick: onNavigate })}>
              <Icon className={classes.linkIcon} size={16} stroke={1.6} aria-hidden="true" />
              <span className={classes.linkLabel}>{label}</span>
              {marks[path]}
            </NavLink>
          </Tooltip>
        ))}
      </nav>
      <div className={classes.foot}>
        {onToggleRail && (
          <Tooltip label={toggleLabel} position="right">
            <ActionIcon className={classes.toggle} aria-label={toggleLabel} onClick={onToggleRail}>
              <ToggleIcon size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
        <Account user={user} rail={rail} onSignOut={onSignOut} />
      </div>
    </div>
  )
}

function Account({ user, rail, onSignOut }: Pick<SidebarProps, 'user' | 'rail' | 'onSignOut'>) {
  const [leaving, setLeaving] = useState(false)
  const name = user?.fullName?.trim() || user?.username || ''
  const leave = async () => {
    setLeaving(true)
    await onSignOut()
  }
  return (
    <div className={classes.account}>
      <span className={classes.initials} aria-hidden="true">
        {findInitials(name)}
      </span>
      <span className={classes.who}>
        <b title={name}>{name}</b>
        <small>Trader</small>
      </span>
      <Tooltip label="Logout" position="right" disabled={!rail}>
        <Button
          className={classes.logout}
          variant="subtle"
          aria-label="Logout"
          loading={leaving}
          onClick={leave}
          leftSection={<IconLogout size={14} stroke={1.6} aria-hidden="true" />}
        >
          <span className={classes.linkLabel}>Logout</span>
        </Button>
      </Tooltip>
    </div>
  )
}

function findInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
