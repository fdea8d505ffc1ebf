import { Alert, Box, Button, Group, Popover, Stack, Text } from '@mantine/core'
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
   * `trouble` (default): a problem. `rejection`: the user's action was not carried out. `example`: sample data is shown.
   */
  readonly tone?: 'trouble' | 'rejection' | 'example'
  readonly children: ReactNode
  readonly action?: BannerAction | undefined
  /** Content after the banner's text and action. */
  readonly more?: ReactNode
}

/** Banner above the figures. It reports a problem and offers an action. */
export function Banner({ tone = 'trouble', children, action, more }: BannerProps) {
  return (
    <Alert
      className={classes.banner}
      data-tone={tone}
      role={tone === 'example' ? 'note' : 'alert'}
      color={tone === 'rejection' ? 'red' : 'yellow'}
      icon={tone !== 'example' && <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />}
    >
      <Group gap="sm" wrap="nowrap">
        <Box flex={1} miw={0}>
          {children}
        </Box>
        {action && (
          <BusyButton size="xs" onClick={action.run} busy={action.busy ?? false}>
            {action.label}
          </BusyButton>
        )}
        {more}
      </Group>
    </Alert>
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
      Some of this link’s settings were not recognized and were ignored:{' '}
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
        <Button size="xs" aria-label={name} title={name}>
          +{notices.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {notices.map(({ tone, text, action }) => (
            <Banner key={tone} tone={tone} action={action}>
              {text}
            </Banner>
          ))}
        </Stack>
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
    <Stack className={classes.empty} gap="sm" align="flex-start" role={tone === 'trouble' ? 'alert' : undefined}>
      <svg
        width="240"
        height="56"
        viewBox="0 0 240 56"
        fill="none"
        stroke={tone === 'empty' ? 'var(--accent)' : 'var(--border-input)'}
        strokeWidth="2.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M4 52 110 12" stroke="var(--border-input)" strokeDasharray="1 7" />
        <path d="M110 12H236" strokeDasharray={tone === 'empty' ? undefined : '1 7'} />
        {tone === 'empty' && <circle cx="110" cy="12" r="5" fill="var(--accent)" stroke="none" />}
      </svg>
      <Text size="lg" fw="var(--weight-strong)">
        {title}
      </Text>
      {children && (
        <Box maw="52ch" c="dimmed">
          {children}
        </Box>
      )}
      {actions && (
        <Group gap="sm" mt="2xs">
          {actions}
        </Group>
      )}
    </Stack>
  )
}

/** Renders the error below a field, or nothing if the field is valid. */
export function renderFieldError(message: string | undefined): ReactNode {
  if (message === undefined) return null
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden="true" />
      {message}
    </Group>
  )
}
