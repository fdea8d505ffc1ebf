import type { AlertChannelKind } from '@callwright/contracts'
import { type Channels, createChannels } from '../channels/create-channels.ts'
import type { SendOutcome } from '../channels/message.ts'
import { type ChannelMeans, readEmail, readPush, readWebhook } from './channels.ts'
import type { Send } from './deliver.ts'

export interface OpenMeans extends ChannelMeans {
  /** Key with which browsers subscribe to push messages; null if they cannot. */
  readonly pushKey: string | null
  readonly close: () => Promise<void>
}

const notSetUp: SendOutcome = { state: 'failed', reason: 'Email is not set up on this server.', permanent: true }

/** Opens the transports that the operator has set up, and chooses one by the kind of a channel. */
export function openMeans(config: Parameters<typeof createChannels>[0], now: () => number): OpenMeans {
  const channels = createChannels(config, now)
  const outside: readonly AlertChannelKind[] = ['webhook', 'push']
  return {
    available: channels.email === null ? ['app', ...outside] : ['app', 'email', ...outside],
    pushKey: channels.vapidPublicKey,
    refuseUrl: channels.validateWebhookUrl,
    send: createSend(channels),
    close: channels.close,
  }
}

function createSend({ email, webhook, push }: Channels): Send {
  return async (channel, messages, signal) => {
    const { kind, unsubscribeToken } = channel
    if (kind === 'webhook') return webhook.send(readWebhook(channel), messages, signal)
    if (kind === 'push') return push.send({ subscription: readPush(channel) }, messages, signal)
    if (kind === 'app') return { state: 'sent' }
    return email === null ? notSetUp : email.send({ ...readEmail(channel), unsubscribeToken }, messages, signal)
  }
}
