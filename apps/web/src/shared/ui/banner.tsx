import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'
import { BusyButton } from './busy-button.tsx'

interface BannerProps {
  /** `trouble`: something is wrong. `unreal`: what is shown is not a fact (hatched edge). */
  readonly tone: 'trouble' | 'unreal'
  readonly children: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void; readonly busy?: boolean }
}

export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'trouble' ? 'alert' : 'note'}>
      {tone === 'trouble' ? (
        <IconAlertTriangle className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />
      ) : (
        <span className={classes.edge} aria-hidden="true" />
      )}
      <span className={classes.text}>{children}</span>
      {action && (
        <BusyButton className={classes.action ?? ''} onClick={action.run} busy={action.busy ?? false}>
          {action.label}
        </BusyButton>
      )}
    </div>
  )
}
