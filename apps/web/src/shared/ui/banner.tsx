import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'
import { BusyButton } from './busy-button.tsx'

export interface BannerAction {
  readonly label: string
  readonly run: () => void
  readonly busy?: boolean
}

interface BannerProps {
  /**
   * `trouble` (unless given): something is wrong. `refusal`: what the reader did was not carried out. `example`: what is
   * shown is not the reader's own.
   */
  readonly tone?: 'trouble' | 'refusal' | 'example'
  readonly children: ReactNode
  readonly action?: BannerAction | undefined
  /** At its end. */
  readonly more?: ReactNode
}

/** Says over the figures that something is wrong, and what to do about it. */
export function Banner({ tone = 'trouble', children, action, more }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'example' ? 'note' : 'alert'}>
      {tone === 'example' ? (
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
      {more}
    </div>
  )
}
