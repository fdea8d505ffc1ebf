import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { AlertMessage, PushSubscription, SendOutcome, Transport } from './message.ts'
import { topicOf } from './message-texts.ts'
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
  const tag = topicOf(messages)
  if (first !== undefined && others.length === 0) {
    const { title, sentence } = first.withoutAmounts
    return { title: cut(title, MAX_TITLE_BYTES), body: cut(sentence, MAX_BODY_BYTES), url: first.path, tag }
  }
  const titles = messages.map(({ withoutAmounts }) => withoutAmounts.title).join('\n')
  return { title: `${messages.length} alerts`, body: cut(titles, MAX_BODY_BYTES), url: INBOX_PATH, tag }
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
