import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'
import { BusyButton } from './busy-button.tsx'

interface BannerProps {
  /**
   * `trouble`: something is wrong. `refusal`: what the reader did was not carried out. `unreal`: what is shown is not a
   * fact (hatched edge).
   */
  readonly tone: 'trouble' | 'refusal' | 'unreal'
  readonly children: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void; readonly busy?: boolean }
}

export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'unreal' ? 'note' : 'alert'}>
      {tone === 'unreal' ? (
        <span className={classes.edge} aria-hidden="true" />
      ) : (
        <IconAlertTriangle className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />
      )}
      <div className={classes.text}>{children}</div>
      {action && (
        <BusyButton className={classes.action ?? ''} onClick={action.run} busy={action.busy ?? false}>
          {action.label}
        </BusyButton>
      )}
    </div>
  )
}
