import '@mantine/core/styles/SimpleGrid.layer.css'
import { Box, Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, use, useId } from 'react'
import { describeFailure } from '../../api/http.ts'
import type { Freshness } from '../../api/market.ts'
import { commonWords } from '../../shared/common-words.ts'
import { formatDuration } from '../../shared/format/times.ts'
import { toSentence } from '../../shared/format/words.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { Link, useNavigate } from '../../shared/routing.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { FreshnessChip } from '../../shared/ui/freshness.tsx'
import { LoadingStatus } from '../../shared/ui/loading.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { ShellContext } from '../../shared/ui/page.tsx'
import classes from './dashboard.module.css'
import type { Answer } from './use-dashboard.ts'

interface CardProps {
  readonly name: 'overview' | 'radar' | 'featured'
  readonly title: string
  /** Page that a click on the card opens. */
  readonly path: string
  readonly link: string
  /** How fresh the card's figures are; null if they are as fresh as the page's. */
  readonly freshness: Freshness | null
  readonly children: ReactNode
}

/** Dashboard card that links to its page; an error in one card does not affect the others. */
export function Card({ name, title, path, link, freshness, children }: CardProps) {
  const headingId = useId()
  const isPhone = useIsPhone()
  const listeners = useCardLink(path)
  const chip = freshness && <FreshnessChip freshness={freshness} />
  return (
    <section className={classes.card} data-card={name} aria-labelledby={headingId} {...listeners}>
      <Group gap="sm" h={48} px="lg" wrap="nowrap">
        <Text
          component="h2"
          id={headingId}
          size="lg"
          fw="var(--weight-strong)"
          lh="1.25rem"
          style={{ whiteSpace: 'nowrap' }}
        >
          {title}
        </Text>
        {!isPhone && chip}
        <Link className={classes.cardLink} to={path}>
          {link}
          <IconChevronRight size={14} stroke={1.6} aria-hidden="true" />
        </Link>
      </Group>
      <PanelBoundary name={title}>{children}</PanelBoundary>
      {isPhone && chip && (
        <Box px="lg" pb="sm">
          {chip}
        </Box>
      )}
    </section>
  )
}

/** Makes a click anywhere on the card follow its link, except on controls or while text is selected. */
function useCardLink(path: string) {
  const navigate = useNavigate()
  return {
    onClick: ({ target, currentTarget, ctrlKey, metaKey, defaultPrevented }: MouseEvent<HTMLElement>) => {
      // Ignore events from portals such as popovers, which bubble through React but are outside the card.
      if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
      if (target.closest('a, button') !== null || window.getSelection()?.isCollapsed === false) return
      if (ctrlKey || metaKey) window.open(path, '_blank', 'noopener')
      else void navigate(path)
    },
  }
}

interface AnsweredProps<T> {
  readonly answer: Answer<T>
  readonly loading: string
  readonly failed: string
  /** Renders the data, which stays on screen if a refetch fails. */
  readonly children: (data: T) => ReactNode
}

/** A card's content: skeleton, error or data. */
export function Answered<T>({ answer, loading, failed, children }: AnsweredProps<T>) {
  const { data, failure, busy, ask } = answer
  if (data === null && failure === null) return <Waiting loading={loading} busy={busy} onRetry={ask} />
  if (data === null) return <Failed answer={answer} title={failed} />
  return (
    <>
      {children(data)}
      {failure !== null && <StaleNote answer={answer} />}
    </>
  )
}

interface WaitingProps {
  readonly loading: string
  readonly busy: boolean
  readonly onRetry: () => void
}

const BARS = Array.from({ length: 18 }, (_, index) => `bar-${index}`)

function Waiting({ loading, busy, onRetry }: WaitingProps) {
  return (
    <Stack flex={1} px="lg" style={{ cursor: 'default' }} aria-busy="true">
      <SimpleGrid className={classes.shape} cols={3} spacing="2xl" verticalSpacing="xl" aria-hidden="true">
        {BARS.map((bar, index) => (
          <Skeleton key={bar} animate={false} h={index === 0 ? 36 : 12} w={`${84 - 11 * (index % 3)}%`} />
        ))}
      </SimpleGrid>
      <LoadingStatus words={loading} retrying={busy} onRetry={onRetry} />
    </Stack>
  )
}

interface FailedProps {
  readonly answer: Pick<Answer<unknown>, 'failure' | 'busy' | 'ask'>
}

function Failed({ answer: { failure, busy, ask }, title }: FailedProps & { readonly title: string }) {
  // If the server is unreachable, only the page-level notice has a Retry button.
  const { canAsk } = use(ShellContext)
  const why = describeFailure(failure)
  const requestId = failure?.requestId ?? null
  const waitSeconds = failure?.retryAfterSeconds ?? null
  return (
    <Empty
      tone="trouble"
      title={title}
      actions={
        canAsk && (
          <BusyButton variant="filled" busy={busy} onClick={ask}>
            {commonWords.retry}
          </BusyButton>
        )
      }
    >
      <p>
        {why !== null && `${toSentence(why)} `}
        {waitSeconds !== null && `${commonWords.wait(formatDuration(waitSeconds))} `}
        The other cards still work. Retrying automatically.
      </p>
      {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
    </Empty>
  )
}

/** Note that the data is stale, overlaid at the bottom of the card to avoid a layout shift. */
function StaleNote({ answer: { failure, busy, ask } }: FailedProps) {
  return (
    <Group
      component="p"
      pos="absolute"
      right={12}
      bottom={6}
      gap="2xs"
      pl="sm"
      bg="var(--surface)"
      c="var(--warning)"
      fz="sm"
      role="status"
    >
      <span data-hint={describeFailure(failure) ?? undefined}>Not up to date</span>
      <Button variant="subtle" size="compact-sm" aria-disabled={busy} onClick={() => !busy && ask()}>
        {commonWords.retry}
      </Button>
    </Group>
  )
}
