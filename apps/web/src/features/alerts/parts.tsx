import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { asApiError, describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import { toSentence } from '../../shared/format/words.ts'
import { notify } from '../../shared/notifications.tsx'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { LoadingStatus } from '../../shared/ui/loading.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import classes from './alerts.module.css'

interface PartProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One section of the page. */
export function Part({ title, intro, actions, children }: PartProps) {
  const id = useId()
  return (
    <Stack component="section" className={classes.part} gap="md" aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <Text component="h2" id={id} size="lg" fw="var(--weight-strong)">
          {title}
        </Text>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {intro && (
        <Text c="dimmed" maw="68ch" mt="-sm">
          {intro}
        </Text>
      )}
      {children}
    </Stack>
  )
}

interface QueryStateProps {
  readonly query: { readonly error?: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** `rules` */
  readonly what: string
}

/** State of a list without data: loading or failed. */
export function QueryState({ query: { error, isFetching, refetch }, what }: QueryStateProps) {
  const retry = () => void refetch()
  if (error === undefined) {
    return (
      <Stack gap="md" aria-busy="true">
        {['one', 'two', 'three'].map((row) => (
          <Skeleton key={row} animate={false} h={12} w="min(320px, 80%)" aria-hidden="true" />
        ))}
        <LoadingStatus words={`Loading your ${what}…`} retrying={isFetching} onRetry={retry} />
      </Stack>
    )
  }
  return (
    <Empty
      tone="trouble"
      title={`Could not load your ${what}`}
      actions={
        <BusyButton variant="filled" busy={isFetching} onClick={retry}>
          {commonWords.retry}
        </BusyButton>
      }
    >
      {toSentence(describeFailure(asApiError(error)) ?? 'No response')}
    </Empty>
  )
}

interface MoreProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** Button below a list that loads older entries; absent if there are none. */
export const More = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) =>
  hasNextPage && (
    <BusyButton busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {isFetchingNextPage ? 'Loading…' : 'Show older'}
    </BusyButton>
  )

/** Copies a text. Without access to the clipboard, which needs a secure connection, it selects the text instead. */
export async function copyText(text: string, place: HTMLElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('Copied.')
  } catch {
    if (place !== null) getSelection()?.selectAllChildren(place)
    notify('The browser did not allow copying. The text is selected: copy it with Ctrl+C or ⌘C.')
  }
}
