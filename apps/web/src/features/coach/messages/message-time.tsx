import { formatLocalTime } from '../../../shared/format/times.ts'

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })

/** `9:03 AM`, by the reader's clock. Some browsers write a narrow space, which no search finds. */
const formatClock = (timestamp: string) => clock.format(new Date(timestamp)).replace(/\s/g, ' ')

export function MessageTime({ timestamp }: { readonly timestamp: string }) {
  return (
    <time dateTime={timestamp} title={formatLocalTime(timestamp)}>
      {formatClock(timestamp)}
    </time>
  )
}
