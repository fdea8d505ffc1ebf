import { Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { type DeviceSession, useEndSessionsMutation, useSessionsQuery } from '../../api/account.ts'
import { asApiError, describeFailure } from '../../api/http.ts'
import { formatLocalTime } from '../../shared/format/times.ts'
import { nameDevice } from '../../shared/name-device.ts'
import { notify } from '../../shared/notifications.tsx'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { DemoNote, LoadTrouble, Section, Waiting } from './section.tsx'
import classes from './settings.module.css'

/** Lists the user's sessions, each with a button to end it. */
export function SessionsSection({ isDemo }: { readonly isDemo: boolean }) {
  return (
    <Section id="sessions" {...(!isDemo && { intro: 'Every device where you are signed in.' })}>
      {isDemo ? (
        <DemoNote>A demo account has only this session. It ends when the account is deleted.</DemoNote>
      ) : (
        <Sessions />
      )}
    </Section>
  )
}

function Sessions() {
  const { data, error, isFetching, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data !== undefined) return <SessionList sessions={data} />
  return error === undefined ? (
    <Waiting words="Loading your sessions…" rows={2} onRetry={refetch} />
  ) : (
    <LoadTrouble
      error={asApiError(error)}
      fallback="Could not load your sessions."
      retrying={isFetching}
      onRetry={refetch}
    />
  )
}

/** Says how many other sessions ended. */
export const describeEnded = (count: number): string =>
  count === 1 ? '1 other session ended.' : `${count} other sessions ended.`

function SessionList({ sessions }: { readonly sessions: readonly DeviceSession[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [endSessions, { isLoading, originalArgs }] = useEndSessionsMutation()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const end = async (id: string | null) => {
    const { data, error } = await endSessions(id)
    // The focused button is removed along with its session, so move focus to the list.
    list.current?.focus()
    notify(
      data === undefined
        ? (describeFailure(asApiError(error)) ?? 'Could not end the session. Please try again.')
        : describeEnded(data),
    )
  }
  return (
    <>
      <ul ref={list} className={classes.sessions} aria-label="Signed-in devices" tabIndex={-1}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={isLoading && originalArgs === session.id}
            onEnd={() => (isLoading ? undefined : end(session.id))}
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <Text size="sm" c="dimmed">
          You are not signed in anywhere else.
        </Text>
      ) : (
        <BusyButton busy={isLoading} onClick={() => end(null)}>
          End all other sessions
        </BusyButton>
      )}
    </>
  )
}

interface SessionRowProps {
  readonly session: DeviceSession
  readonly busy: boolean
  readonly onEnd: () => unknown
}

function SessionRow({ session: { isCurrent, userAgent, lastUsedAt, startedAt }, busy, onEnd }: SessionRowProps) {
  const device = nameDevice(userAgent) ?? 'Unknown device'
  return (
    <Group component="li" gap="lg" justify="space-between" wrap="nowrap" mih={52} py="xs">
      <div>
        <b title={userAgent ?? undefined}>{device}</b>
        {isCurrent && (
          <Text component="span" size="sm" bg="var(--surface-strong)" bdrs="xs" ml="sm" px="xs" py="3xs">
            This device
          </Text>
        )}
        <Text size="sm" c="dimmed">
          Last used {formatLocalTime(lastUsedAt)}, signed in {formatLocalTime(startedAt)}
        </Text>
      </div>
      {!isCurrent && (
        <BusyButton busy={busy} flex="none" aria-label={`End the session on ${device}`} onClick={onEnd}>
          End
        </BusyButton>
      )}
    </Group>
  )
}
