import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './banner.module.css'
import { BusyButton } from './busy-button.tsx'

interface BannerProps {
  readonly children: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void; readonly busy?: boolean }
}

/** Says over the figures that something is wrong, and what to do about it. */
export function Banner({ children, action }: BannerProps) {
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.text}>{children}</span>
      {action && (
        <BusyButton className={classes.action ?? ''} onClick={action.run} busy={action.busy ?? false}>
          {action.label}
        </BusyButton>
      )}
    </div>
  )
}
