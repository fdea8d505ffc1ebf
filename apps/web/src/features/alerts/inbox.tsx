import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import {
  type AlertMessage,
  useAlertMessagesInfiniteQuery,
  useReadAlertMessageMutation,
  useReadAllAlertMessagesMutation,
} from '../../api/alerts.ts'
import { describeTrouble } from '../../shared/describe-trouble.ts'
import { formatEtTime, formatLocalTime } from '../../shared/format/times.ts'
import { notify } from '../../shared/notifications.tsx'
import { ALERTS_PATH } from '../../shared/paths.ts'
import { Link } from '../../shared/routing.ts'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { VisuallyHidden } from '../../shared/ui/figures.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import classes from './alerts.module.css'
import { More, Part, QueryState } from './parts.tsx'

const POLL_MS = 30_000

/** Messages of the rules, newest first. */
export function Inbox({ onNew }: { readonly onNew: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const query = useAlertMessagesInfiniteQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  const [read] = useReadAlertMessageMutation()
  const [readAll, all] = useReadAllAlertMessagesMutation()
  const messages = query.data?.pages.flatMap((page) => page.messages)
  const report = ({ error }: { readonly error?: unknown }) => {
    // The pressed button disappears, so the focus moves to the list.
    list.current?.focus()
    if (error !== undefined) notify(describeTrouble(error, 'Could not mark this as read'))
  }
  return (
    <Part
      title="Inbox"
      actions={
        messages?.some(({ readAt }) => readAt === null) && (
          <BusyButton busy={all.isLoading} onClick={async () => report(await readAll())}>
            Mark all as read
          </BusyButton>
        )
      }
    >
      {messages === undefined && <QueryState query={query} what="messages" />}
      {messages?.length === 0 && (
        <Empty
          title="No messages yet"
          actions={
            <Button variant="filled" onClick={onNew}>
              Add a rule
            </Button>
          }
        >
          Rules are checked after each refresh of the market. When one becomes true, its message appears here.
        </Empty>
      )}
      {messages !== undefined && messages.length > 0 && (
        <ul ref={list} className={classes.list} aria-label="Messages" tabIndex={-1}>
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              onRead={async () => report(await read(message.id))}
              onOpen={() => void (message.readAt === null && read(message.id))}
            />
          ))}
        </ul>
      )}
      <More query={query} />
    </Part>
  )
}

interface MessageProps {
  readonly message: AlertMessage
  readonly onRead: () => unknown
  /** Called when the link is followed. */
  readonly onOpen: () => void
}

function Message({ message, onRead, onOpen }: MessageProps) {
  const { title, sentence, rule, ruleId, path, asOf, dataNote, createdAt, readAt } = message
  const isUnread = readAt === null
  const isTest = ruleId === null && path === ALERTS_PATH
  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      <div className={classes.text}>
        <p>
          <b>
            {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
            {isTest ? (
              title
            ) : (
              <Link to={path} onClick={onOpen}>
                {title}
              </Link>
            )}
          </b>
        </p>
        <p>{sentence}</p>
        {dataNote !== null && (
          <Text size="sm" c="var(--warning)">
            {dataNote}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {asOf !== null && !isTest && `Data as of ${formatEtTime(asOf)}. `}
          Sent {formatLocalTime(createdAt)}
          {rule !== sentence && !isTest && `. Rule: ${rule}`}
        </Text>
      </div>
      {isUnread && (
        <Group className={classes.acts} gap="xs">
          <Button size="xs" aria-label={`Mark as read: ${title}`} onClick={onRead}>
            Mark as read
          </Button>
        </Group>
      )}
    </li>
  )
}
