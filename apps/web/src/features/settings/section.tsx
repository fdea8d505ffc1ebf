import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ApiError, describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import { REGISTER_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { LoadingStatus } from '../../shared/ui/loading.tsx'
import classes from './settings.module.css'

/** Sections in display order; the key is the URL hash. */
export const sectionNames = {
  appearance: 'Appearance',
  weights: 'Rating weights',
  sessions: 'Sessions',
  activity: 'Recent activity',
  password: 'Password',
  'second-factor': 'Two-factor sign-in',
  provider: 'Sign-in provider',
  data: 'Your data',
  about: 'About',
} as const

interface SectionProps {
  readonly id: keyof typeof sectionNames
  readonly intro?: string
  readonly children: ReactNode
}

/** One section on the settings page; links can target it with `#id`. */
export function Section({ id, intro, children }: SectionProps) {
  const name = sectionNames[id]
  const headingId = `${id}-heading`
  return (
    <Stack
      component="section"
      id={id}
      className={classes.section}
      gap="md"
      align="flex-start"
      pt="lg"
      pb="xl"
      aria-labelledby={headingId}
    >
      <Text component="h2" id={headingId} size="lg" fw="var(--weight-strong)" tabIndex={-1}>
        {name}
      </Text>
      <PanelBoundary name={name}>
        {intro !== undefined && (
          <Text c="dimmed" maw="62ch" mt="-sm">
            {intro}
          </Text>
        )}
        {children}
      </PanelBoundary>
    </Stack>
  )
}

interface WaitingProps {
  readonly words: string
  /** Number of skeleton lines. */
  readonly rows: 1 | 2 | 3
  readonly onRetry: () => void
}

/** Skeleton for a section that is loading. */
export function Waiting({ words, rows, onRetry }: WaitingProps) {
  return (
    <Stack gap="md" w="100%" aria-busy="true">
      {['one', 'two', 'three'].slice(0, rows).map((row) => (
        <Skeleton key={row} animate={false} h={12} w="min(320px, 80%)" aria-hidden="true" />
      ))}
      <LoadingStatus words={words} retrying={false} onRetry={onRetry} />
    </Stack>
  )
}

interface LoadTroubleProps {
  readonly error: ApiError | null
  readonly fallback: string
  readonly retrying: boolean
  readonly onRetry: () => void
}

/** A section's error message, with a Retry button. */
export function LoadTrouble({ error, fallback, retrying, onRetry }: LoadTroubleProps) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <p>
        {fallback} {describeFailure(error)}
      </p>
      {error?.requestId && (
        <Text size="sm" c="var(--text-faint)" style={{ overflowWrap: 'anywhere' }}>
          Reference {error.requestId}
        </Text>
      )}
      <BusyButton busy={retrying} onClick={onRetry}>
        {commonWords.retry}
      </BusyButton>
    </Stack>
  )
}

/** Explains why a section is unavailable in a demo account, and links to registration. */
export function DemoNote({ children }: { readonly children: string }) {
  return (
    <Text c="dimmed" maw="62ch">
      {children} <Link to={REGISTER_PATH}>Create an account</Link> to get this.
    </Text>
  )
}
