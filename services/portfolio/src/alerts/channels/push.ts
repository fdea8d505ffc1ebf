import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { AlertMessage, PushSubscription, SendOutcome, Transport } from './message.ts'
import { showTime, topicOf } from './message-texts.ts'
import { failed, type SendPost } from './post.ts'
import type { VapidKeys } from './vapid.ts'

export interface PushTarget {
  readonly subscription: PushSubscription
}

const GONE = [404, 410]
/** A push service keeps a message that long for a browser that is closed. */
const LIFETIME_SECONDS = 86_400
/** Push services accept 4,096 bytes, of which the encryption takes some. */
const MAX_BODY_BYTES = 2_000
const MAX_TITLE_BYTES = 300
const INBOX_PATH = '/alerts'

/** Sends notifications to browsers. They have no amounts, because they appear on locked screens. */
export function createPush(deps: {
  readonly post: SendPost
  readonly vapid: VapidKeys
  /** URL or mailto: address at which a push service can reach the operator. */
  readonly contact: string
}): Transport<PushTarget> {
  const { post, vapid, contact } = deps
  return {
    async send({ subscription }, messages, signal): Promise<SendOutcome> {
      const { endpoint, keys } = subscription
      const message = {
        data: writeNotification(messages),
        options: { ttl: LIFETIME_SECONDS, topic: topicOf(messages), urgency: 'high' as const },
      }
      const payload = await buildPushPayload(
        message,
        // The library signs for HTTPS only. Plain HTTP is for an operator who allows it (WEBHOOK_PLAIN_HTTP).
        { endpoint: endpoint.replace(/^http:/, 'https:'), keys, expirationTime: null },
        { ...vapid, subject: contact },
      ).catch(() => null)
      if (payload === null)
        return failed('The browser’s subscription is not valid. Switch notifications on again.', true)
      const { headers, body } = payload
      return post({ url: endpoint, headers, body, goneStatuses: GONE }, signal)
    },
  }
}

function writeNotification(messages: readonly AlertMessage[]) {
  const [first, ...others] = messages
  const [tag, stamp] = [topicOf(messages), describeStamp(messages)]
  // The stamp is never cut off.
  const write = (text: string) => `${cut(text, MAX_BODY_BYTES - Buffer.byteLength(stamp))}\n${stamp}`
  if (first !== undefined && others.length === 0) {
    const { title, sentence } = first.withoutAmounts
    return { title: cut(title, MAX_TITLE_BYTES), body: write(sentence), url: first.path, tag }
  }
  const titles = messages.map(({ withoutAmounts }) => withoutAmounts.title).join('\n')
  return { title: `${messages.length} alerts`, body: write(titles), url: INBOX_PATH, tag }
}

/** Says how old the data are and, once each, why they are not current. */
function describeStamp(messages: readonly AlertMessage[]): string {
  const notes = new Set(messages.flatMap(({ dataNote }) => (dataNote === null ? [] : [dataNote])))
  const times = messages.map(({ asOf }) => asOf).toSorted()
  const [oldest = ''] = times
  const later = oldest === times.at(-1) ? '' : ' or later'
  return [...notes, `As of ${showTime(oldest)}${later}.`].join(' ')
}

function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const signs = Array.from(text)
  let bytes = Buffer.byteLength('…')
  const end = signs.findIndex((sign) => {
    bytes += Buffer.byteLength(sign)
    return bytes > maxBytes
  })
  return `${signs.slice(0, end).join('')}…`
}
