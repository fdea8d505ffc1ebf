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
   * `trouble` (default): a problem. `refusal`: the user's action was not carried out. `example`: sample data is shown.
   */
  readonly tone?: 'trouble' | 'refusal' | 'example'
  readonly children: ReactNode
  readonly action?: BannerAction | undefined
  /** Content after the banner's text and action. */
  readonly more?: ReactNode
}

/** Banner above the figures. It reports a problem and offers an action. */
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
