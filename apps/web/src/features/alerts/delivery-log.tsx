import { Text } from '@mantine/core'
import { type AlertDelivery, useAlertDeliveriesInfiniteQuery } from '../../api/alerts.ts'
import { formatLocalTime } from '../../shared/format/times.ts'
import { toSentence } from '../../shared/format/words.ts'
import { Empty } from '../../shared/ui/notices.tsx'
import classes from './alerts.module.css'
import { More, Part, QueryState } from './parts.tsx'

/** Messages that were sent, that wait, and that failed. */
export function DeliveryLog() {
  const query = useAlertDeliveriesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries)
  return (
    <Part
      title="Log"
      intro="What was sent to your channels outside the app, what waits, and what failed. Newest first."
    >
      {deliveries === undefined && <QueryState query={query} what="log" />}
      {deliveries?.length === 0 && <Empty title="Nothing was sent yet" />}
      {deliveries !== undefined && deliveries.length > 0 && (
        <ul className={classes.list} aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className={classes.item}>
              <div className={classes.text}>
                <p>
                  <b>{delivery.title}</b>, {delivery.channelName}
                </p>
                <Text size="sm" c={delivery.error === null ? 'dimmed' : 'var(--warning)'}>
                  {describeDelivery(delivery)}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      <More query={query} />
    </Part>
  )
}

/** State of a message on one channel, with the reason of a failure. */
function describeDelivery({ state, held, attempts, error, nextAttemptAt, sentAt, createdAt }: AlertDelivery): string {
  if (state === 'sent') return `Sent ${formatLocalTime(sentAt)}`
  if (state === 'failed') return `Failed ${formatLocalTime(createdAt)}. ${toSentence(error ?? 'The reason is unknown')}`
  const until = nextAttemptAt === null ? '' : ` ${formatLocalTime(nextAttemptAt)}`
  if (held === 'quiet_hours') return `Waits for the end of your quiet hours:${until}`
  if (held === 'digest') return `Waits for the digest:${until}`
  if (held === 'retry') {
    return `Attempt ${attempts} failed. ${toSentence(error ?? 'The reason is unknown')} Next attempt:${until}`
  }
  return 'Waits to be sent'
}
