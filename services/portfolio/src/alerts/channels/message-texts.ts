import { createHash } from 'node:crypto'
import type { AlertMessage } from './message.ts'

/** Id of what is sent at once: the message's own, or for a digest one derived from all, the same in every attempt. */
export function idOf(messages: readonly AlertMessage[]): string {
  const [first] = messages
  if (first === undefined) throw new Error('There is no message to send')
  return messages.length === 1 ? first.id : `digest-${hashIds(messages)}`
}

/** An id of 32 characters from the base64url alphabet, the most that a push service accepts as a topic. */
export const topicOf = (messages: readonly AlertMessage[]): string => hashIds(messages)

const timeFormat = new Intl.DateTimeFormat('en-US', {
  ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  ...{ timeZone: 'America/New_York', timeZoneName: 'short' },
})

export const showTime = (instant: string): string => timeFormat.format(new Date(instant))

const TOPIC_LENGTH = 32

function hashIds(messages: readonly AlertMessage[]): string {
  const ids = messages.map(({ id }) => id).join(' ')
  return createHash('sha256').update(ids).digest('base64url').slice(0, TOPIC_LENGTH)
}
