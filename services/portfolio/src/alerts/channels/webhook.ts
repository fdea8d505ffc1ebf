import { createHmac, randomBytes } from 'node:crypto'
import type { AlertMessage, Transport } from './message.ts'
import { idOf } from './message-texts.ts'
import type { SendPost } from './post.ts'

export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

const GONE = [410]
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret, in the notation of Standard Webhooks. */
export const createWebhookSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Posts messages as JSON, signed as Standard Webhooks describes (https://www.standardwebhooks.com), so that receivers
 * can use its libraries. The time is signed too, so that a receiver can reject an old request that is sent again.
 */
export function createWebhook(deps: {
  readonly post: SendPost
  readonly publicUrl: string
  readonly now: () => number
}): Transport<WebhookTarget> {
  const { post, publicUrl, now } = deps
  return {
    send({ url, secret }, messages, signal) {
      const id = idOf(messages)
      const timestamp = String(Math.floor(now() / 1_000))
      const body = JSON.stringify(writeBody(messages, publicUrl, now()))
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Callwright-Webhook/1',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': sign(secret, `${id}.${timestamp}.${body}`),
      }
      return post({ url, headers, body, goneStatuses: GONE }, signal)
    },
  }
}

function sign(secret: string, content: string): string {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret
  return `v1,${createHmac('sha256', Buffer.from(encoded, 'base64')).update(content).digest('base64')}`
}

function writeBody(messages: readonly AlertMessage[], publicUrl: string, nowMs: number): object {
  return {
    type: 'alerts',
    timestamp: new Date(nowMs).toISOString(),
    data: {
      alerts: messages.map(({ id, title, sentence, rule, asOf, dataNote, path }) => ({
        ...{ id, title, sentence, rule },
        as_of: asOf,
        data_note: dataNote,
        url: `${publicUrl}${path}`,
      })),
    },
  }
}
