import { useRef } from 'react'
import { type DeviceSession, useEndSessionsMutation, useSessionsQuery } from '../../../api/account-endpoints.ts'
import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { formatLocalTime } from '../../../shared/format/times.ts'
import { notify } from '../../../shared/notify.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { DemoNote } from '../demo-note.tsx'
import { LoadTrouble } from '../load-trouble.tsx'
import { Section } from '../section.tsx'
import { sessionsWords as words } from '../settings-words.ts'
import { Waiting } from '../waiting.tsx'
import { nameDevice } from './device-name.ts'
import classes from './sessions-section.module.css'

/** Lists the user's sessions, each with a button to end it. */
export function SessionsSection({ isDemo }: { readonly isDemo: boolean }) {
  return (
    <Section id="sessions" {...(!isDemo && { intro: words.intro })}>
      {isDemo ? <DemoNote of="sessions" /> : <Sessions />}
    </Section>
  )
}

function Sessions() {
  const { data, error, isFetching, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  if (data !== undefined) return <SessionList sessions={data} />
  return error === undefined ? (
    <Waiting words={words.loading} rows={2} onRetry={refetch} />
  ) : (
    <LoadTrouble error={asApiError(error)} fallback={words.failed} retrying={isFetching} onRetry={refetch} />
  )
}

function SessionList({ sessions }: { readonly sessions: readonly DeviceSession[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [endSessions, { isLoading, originalArgs }] = useEndSessionsMutation()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const end = async (id: string | null) => {
    const { data, error } = await endSessions(id)
    // The focused button is removed along with its session, so move focus to the list.
    list.current?.focus()
    notify(data === undefined ? (describeFailure(asApiError(error)) ?? words.endFailed) : words.ended(data))
  }
  return (
    <>
      <ul ref={list} className={classes.list} aria-label={words.list} tabIndex={-1}>
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
        <p className={classes.times}>{words.alone}</p>
      ) : (
        <BusyButton busy={isLoading} onClick={() => end(null)}>
          {words.endOthers}
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
  const device = nameDevice(userAgent) ?? words.unknownDevice
  return (
    <li className={classes.row}>
      <div>
        <b className={classes.device} title={userAgent ?? undefined}>
          {device}
        </b>
        {isCurrent && <span className={classes.current}>{words.current}</span>}
        <p className={classes.times}>
          {words.used(formatLocalTime(lastUsedAt))}, {words.started(formatLocalTime(startedAt))}
        </p>
      </div>
      {!isCurrent && (
        <BusyButton busy={busy} aria-label={words.endOf(device)} onClick={onEnd}>
          {words.end}
        </BusyButton>
      )}
    </li>
  )
}
