import { formatLocalTime } from '../../../shared/format/times.ts'

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })

/** `9:03 AM` in local time. Replaces the narrow space that some browsers insert, which would break in-page search. */
const formatClock = (timestamp: string) => clock.format(new Date(timestamp)).replace(/\s/g, ' ')

export function MessageTime({ timestamp }: { readonly timestamp: string }) {
  return (
    <time dateTime={timestamp} title={formatLocalTime(timestamp)}>
      {formatClock(timestamp)}
    </time>
  )
}
