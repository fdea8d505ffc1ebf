import { Popover } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { cutWords } from '../format/words.ts'
import { BusyButton } from './buttons.tsx'
import classes from './ui.module.css'

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
        <span className={classes.bannerEdge} aria-hidden="true" />
      ) : (
        <IconAlertTriangle className={classes.bannerIcon} size={16} stroke={1.6} aria-hidden="true" />
      )}
      <div className={classes.bannerText}>{children}</div>
      {action && (
        <BusyButton className={classes.bannerAction ?? ''} onClick={action.run} busy={action.busy ?? false}>
          {action.label}
        </BusyButton>
      )}
      {more}
    </div>
  )
}

interface IgnoredBannerProps {
  /** Query parameters that the page does not recognize, as `name=value`. */
  readonly ignored: readonly string[]
  readonly onDismiss: () => void
}

const MAX_PART_LENGTH = 40

/** Lists the parts of the link that were ignored. Renders nothing if there are none. */
export function IgnoredBanner({ ignored, onDismiss }: IgnoredBannerProps) {
  if (ignored.length === 0) return null
  return (
    <Banner action={{ label: 'Dismiss', run: onDismiss }}>
      {'Some of this link’s settings were not recognized and were ignored:'}{' '}
      {ignored.map((part) => cutWords(part, MAX_PART_LENGTH)).join(', ')}
    </Banner>
  )
}

export interface Notice {
  /** A banner's tones. */
  readonly tone: 'trouble' | 'example'
  readonly text: ReactNode
  readonly action?: BannerAction
}

interface NoticeLineProps {
  /** Most urgent first. */
  readonly notices: readonly Notice[]
}

/** A line below the top bar that shows the most urgent notice. The others open on demand. */
export function NoticeLine({ notices }: NoticeLineProps) {
  const [first, ...others] = notices
  if (first === undefined) return null
  return (
    <div className={classes.noticeLine}>
      <Banner
        key={first.tone}
        tone={first.tone}
        action={first.action}
        more={others.length > 0 && <OtherNotices notices={others} />}
      >
        {first.text}
      </Banner>
    </div>
  )
}

function OtherNotices({ notices }: NoticeLineProps) {
  const name = notices.length === 1 ? '1 more notice' : `${notices.length} more notices`
  return (
    <Popover position="bottom-end" width={320} shadow="none" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.moreNotices} aria-label={name} title={name}>
          +{notices.length}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.otherNotices}>
        {notices.map(({ tone, text, action }) => (
          <Banner key={tone} tone={tone} action={action}>
            {text}
          </Banner>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly tone?: 'empty' | 'trouble'
}

/** Shown when there is no content: a drawing of the payoff line, a sentence, and actions. */
export function Empty({ title, children, actions, tone = 'empty' }: EmptyProps) {
  return (
    <div className={classes.empty} role={tone === 'trouble' ? 'alert' : undefined}>
      <svg className={classes.drawing} viewBox="0 0 240 56" aria-hidden="true">
        <path className={classes.rise} d="M4 52 110 12" />
        <path className={tone === 'empty' ? classes.strike : classes.rise} d="M110 12H236" />
        {tone === 'empty' && <circle className={classes.dot} cx="110" cy="12" r="5" />}
      </svg>
      <p className={classes.emptyTitle}>{title}</p>
      {children && <div className={classes.emptyText}>{children}</div>}
      {actions && <div className={classes.emptyActions}>{actions}</div>}
    </div>
  )
}

/** Renders the error below a field, or nothing if the field is valid. */
export function renderFieldError(message: string | undefined): ReactNode {
  if (message === undefined) return null
  return (
    <span className={classes.fieldError}>
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
      {message}
    </span>
  )
}
