import { createMailer } from '@callwright/service'
import type { Config } from '../../config.ts'
import { createEmail, type EmailTarget } from './email.ts'
import type { Transport } from './message.ts'
import { createPost } from './post.ts'
import { explainReceiverUrl, openReceiverAgent } from './public-hosts.ts'
import { createPush, type PushTarget } from './push.ts'
import { readVapidKeys } from './vapid.ts'
import { createWebhook, type WebhookTarget } from './webhook.ts'

const RECEIVER_TIMEOUT_MS = 10_000

export interface Channels {
  /** Null if the operator has set no mail server. */
  readonly email: Transport<EmailTarget> | null
  readonly webhook: Transport<WebhookTarget>
  readonly push: Transport<PushTarget>
  /** Why messages cannot be sent to a URL; null if they can. */
  readonly validateWebhookUrl: (url: string) => Promise<string | null>
  /** Key with which browsers subscribe. */
  readonly vapidPublicKey: string
  readonly close: () => Promise<void>
}

type ChannelConfig = Pick<
  Config,
  'dataDir' | 'profile' | 'mail' | 'publicUrl' | 'webhookPrivateNetworks' | 'webhookPlainHttp' | 'vapidPrivateKey'
>

/** Opens the transports of alerts. The caller closes them. */
export function createChannels(config: ChannelConfig, now: () => number = Date.now): Channels {
  const { mail, publicUrl } = config
  const rules = { privateNetworks: config.webhookPrivateNetworks, plainHttp: config.webhookPlainHttp }
  const agent = openReceiverAgent(rules)
  const post = createPost({ agent, rules, timeoutMs: RECEIVER_TIMEOUT_MS, now })
  const vapid = readVapidKeys(config)
  const mailer = mail === null ? null : createMailer(mail)
  return {
    email: mailer === null ? null : createEmail({ mailer, publicUrl }),
    webhook: createWebhook({ post, publicUrl, now }),
    push: createPush({ post, vapid, contact: mail === null ? publicUrl : `mailto:${mail.from.address}` }),
    validateWebhookUrl: (url) => explainReceiverUrl(url, rules),
    vapidPublicKey: vapid.publicKey,
    async close() {
      mailer?.close()
      await agent.destroy()
    },
  }
}
