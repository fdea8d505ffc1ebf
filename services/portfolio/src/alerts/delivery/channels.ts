import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type AlertChannelBody, type AlertChannelKind, APP_CHANNEL, type PushTarget } from '@callwright/contracts'
import type { AlertMessage, SendOutcome } from '../channels/message.ts'
import { createWebhookSecret, type WebhookTarget } from '../channels/webhook.ts'
import {
  invalid,
  notAvailable,
  notVerified,
  refusedUrl,
  tooManyCodes,
  tooManyCodesThisHour,
  tooManyTests,
  tooManyTries,
  wrongCode,
} from '../errors.ts'
import type { MessageStore } from '../messages/message-store.ts'
import type { ChannelStore, StoredChannel } from './channel-store.ts'
import { SEND_TIMEOUT_MS, type Send, sendWithin } from './deliver.ts'

const CODE_PAUSE_MS = 60_000
const CODE_LIFETIME_MS = 3_600_000
const MAX_CODE_TRIES = 5
const MAX_CODES_PER_HOUR = 10
const TEST_PAUSE_MS = 5_000

interface EmailTarget {
  readonly address: string
}

const kindNames: Readonly<Record<AlertChannelKind, string>> = {
  app: 'In-app',
  email: 'Email',
  webhook: 'Webhook',
  push: 'Push',
}

/** The kinds of channels that the operator has set up, and the way to send to them. */
export interface ChannelMeans {
  readonly available: readonly AlertChannelKind[]
  readonly send: Send
  /** Why the URL of a webhook or of a push service cannot be used; null if it can. */
  readonly refuseUrl: (url: string) => Promise<string | null>
}

export const readEmail = ({ target }: StoredChannel): EmailTarget => target as EmailTarget
export const readWebhook = ({ target }: StoredChannel): WebhookTarget => target as WebhookTarget
export const readPush = ({ target }: StoredChannel): PushTarget => target as PushTarget

/** The part of a channel's target that its user sees. */
export function showTarget(channel: StoredChannel): string | null {
  if (channel.kind === 'email') return readEmail(channel).address
  if (channel.kind === 'webhook') return readWebhook(channel).url
  return channel.kind === 'push' ? new URL(readPush(channel).endpoint).host : null
}

export const newToken = (): string => randomBytes(24).toString('base64url')
/** A code confirms only the address to which it was sent. */
const hashCode = (code: string, channel: StoredChannel): string =>
  createHash('sha256')
    .update(JSON.stringify([channel.unsubscribeToken, readEmail(channel).address, code]))
    .digest('base64url')

/** The channel that every user has: switched on unless it was switched off. */
export const appChannel = (userId: string): StoredChannel => ({
  userId,
  id: APP_CHANNEL,
  kind: 'app',
  name: 'Inbox',
  target: {},
  enabled: true,
  hideAmounts: false,
  verified: true,
  unsubscribeToken: `app-${userId}`,
  codeHash: null,
  codeTries: 0,
  codeSentAt: null,
  testedAt: null,
  lastSentAt: null,
  failedAt: null,
  failure: null,
  leaseOwner: null,
  leasedUntil: null,
  createdAt: new Date(0),
})

export type Channels = ReturnType<typeof createChannelRules>

/** Rules for channels: who may be sent to, and when. */
export function createChannelRules(deps: {
  readonly store: ChannelStore
  readonly messages: MessageStore
  readonly means: ChannelMeans
  readonly now: () => number
}) {
  const { store, messages, means, now } = deps

  async function refuseUrl(field: 'url' | 'subscription', url: string): Promise<void> {
    const reason = await means.refuseUrl(url)
    if (reason !== null) throw refusedUrl(field, reason)
  }

  async function readTarget(body: AlertChannelBody, stored: StoredChannel | null): Promise<ChannelTarget> {
    const { kind, address, url, subscription, renew_secret } = body
    if (kind === 'app') return { target: {}, secret: null }
    if (kind === 'email') {
      const written = (address ?? (stored === null ? '' : readEmail(stored).address)).trim()
      if (!/^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.]{2,}$/.test(written)) {
        throw invalid('address', 'must be an email address')
      }
      return { target: { address: written }, secret: null }
    }
    if (kind === 'push') {
      const target = subscription ?? (stored === null ? null : readPush(stored))
      if (target === null) throw invalid('subscription', 'is required')
      if (subscription !== undefined) await refuseUrl('subscription', target.endpoint)
      return { target, secret: null }
    }
    const known = stored === null ? null : readWebhook(stored)
    const wanted = url ?? known?.url
    if (wanted === undefined) throw invalid('url', 'is required')
    await refuseUrl('url', wanted)
    const isNew = known === null || renew_secret === true
    const secret = isNew ? createWebhookSecret() : known.secret
    return { target: { url: wanted, secret }, secret: isNew ? secret : null }
  }

  async function refuseManyCodes(userId: string, codeSentAt: Date | null): Promise<void> {
    const waitMs = codeSentAt === null ? 0 : codeSentAt.getTime() + CODE_PAUSE_MS - now()
    if (waitMs > 0) throw tooManyCodes(Math.ceil(waitMs / 1_000))
    if ((await messages.countRecent(userId, 'code')) >= MAX_CODES_PER_HOUR) throw tooManyCodesThisHour()
  }

  async function sendCode(channel: StoredChannel): Promise<void> {
    const { userId, id } = channel
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await store.change(userId, id, { codeHash: hashCode(code, channel), codeTries: 0, codeSentAt: new Date(now()) })
    const title = 'Confirm your email address for alerts'
    await sendNow(channel, {
      purpose: 'code',
      title,
      logged: 'A code to confirm the email address.',
      why: 'Your alerts have a new email channel.',
      sentence: `Your code is ${code}. If you did not ask for it, ignore this email.`,
    })
  }

  /** Sends a message that is not an alert, without retries, and logs it. */
  async function sendNow(
    channel: StoredChannel,
    { purpose, title, sentence, logged, why }: Direct,
  ): Promise<SendOutcome> {
    const marketDay = new Date(now()).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const { userId } = channel
    const id = await messages.logSending({ userId, purpose, title, sentence: logged, marketDay, channel })
    if (channel.kind === 'app') return { state: 'sent' }
    const message: AlertMessage = {
      ...{ id, title, sentence, rule: why, path: '/alerts?view=channels', dataNote: null },
      asOf: new Date(now()).toISOString(),
      withoutAmounts: { title, sentence },
    }
    const stop = new AbortController().signal
    const outcome = await sendWithin(means.send, channel, { messages: [message], stop, timeoutMs: SEND_TIMEOUT_MS })
    const error = outcome.state === 'sent' ? null : outcome.reason
    await messages.endSending(id, error)
    await store.change(userId, channel.id, {
      ...(error === null ? { lastSentAt: new Date(now()), failure: null, failedAt: null } : {}),
      ...(error === null ? {} : { failure: error, failedAt: new Date(now()) }),
    })
    return outcome
  }

  const getChannel = async (userId: string, id: string): Promise<StoredChannel> =>
    id === APP_CHANNEL ? ((await store.find(userId, id)) ?? appChannel(userId)) : store.get(userId, id)

  return {
    async list(userId: string): Promise<readonly StoredChannel[]> {
      const stored = await store.list(userId)
      return stored.some(({ id }) => id === APP_CHANNEL) ? stored : [appChannel(userId), ...stored]
    },

    /** Adds or changes a channel. An address that is not confirmed gets a code. */
    async put(userId: string, id: string, body: AlertChannelBody) {
      const { kind, name, enabled, hide_amounts } = body
      if ((kind === 'app') !== (id === APP_CHANNEL)) throw invalid('id', `must be ${APP_CHANNEL} for the inbox only`)
      if (!means.available.includes(kind)) throw notAvailable(kindNames[kind])
      const stored = await store.find(userId, id)
      const { target, secret } = await readTarget(body, stored?.kind === kind ? stored : null)
      const isSameAddress = stored?.kind === 'email' && readEmail(stored).address === (target as EmailTarget).address
      const verified = kind !== 'email' || (isSameAddress && stored.verified)
      const needsCode = !verified && (stored === null || enabled !== false)
      if (needsCode) await refuseManyCodes(userId, stored?.codeSentAt ?? null)
      await store.put(userId, {
        ...{ id, kind, verified },
        ...(isSameAddress ? {} : { codeHash: null }),
        name: (name ?? stored?.name ?? kindNames[kind]).trim() || kindNames[kind],
        target: JSON.stringify(target),
        enabled: enabled ?? stored?.enabled ?? true,
        hideAmounts: hide_amounts ?? stored?.hideAmounts ?? kind === 'push',
        unsubscribeToken: stored?.unsubscribeToken ?? newToken(),
      })
      if (needsCode) await sendCode(await store.get(userId, id))
      return { channel: await getChannel(userId, id), secret }
    },

    remove: (userId: string, id: string) => store.remove(userId, id),

    async verify(userId: string, id: string, code: string): Promise<StoredChannel> {
      const channel = await store.countTry(userId, id)
      if (channel.verified) return channel
      if (channel.codeTries > MAX_CODE_TRIES) throw tooManyTries()
      const { codeHash, codeSentAt } = channel
      if (codeHash === null || codeSentAt === null || now() - codeSentAt.getTime() > CODE_LIFETIME_MS) throw wrongCode()
      const given = Buffer.from(hashCode(code.trim(), channel))
      if (!timingSafeEqual(given, Buffer.from(codeHash))) throw wrongCode()
      if (!(await store.confirm(userId, id, codeHash))) throw wrongCode()
      return store.get(userId, id)
    },

    /** Sends a test message and reports what happened. */
    async test(userId: string, id: string): Promise<SendOutcome> {
      const channel = await getChannel(userId, id)
      if (!means.available.includes(channel.kind)) throw notAvailable(kindNames[channel.kind])
      if (!channel.verified) throw notVerified()
      const waitMs = channel.testedAt === null ? 0 : channel.testedAt.getTime() + TEST_PAUSE_MS - now()
      if (waitMs > 0) throw tooManyTests(Math.ceil(waitMs / 1_000))
      if (channel.kind !== 'app') await store.change(userId, id, { testedAt: new Date(now()) })
      const sentence = `This is a test of the channel “${channel.name}”. Alerts will look like this.`
      return sendNow(channel, {
        ...{ purpose: 'test', title: 'Test message', sentence, logged: sentence },
        why: 'You asked for this test.',
      })
    },

    /** Stops the channel of an unsubscribe link. False if the link is unknown. */
    async unsubscribe(token: string): Promise<StoredChannel | null> {
      const channel = await store.findByToken(token)
      if (channel?.enabled) await store.stop(channel)
      return channel
    },

    findByToken: (token: string) => store.findByToken(token),
  }
}

interface ChannelTarget {
  readonly target: object
  readonly secret: string | null
}

interface Direct {
  readonly purpose: 'test' | 'code'
  readonly title: string
  readonly sentence: string
  /** The log's text; a code is not logged. */
  readonly logged: string
  /** Why the receiver has it, where an alert names its rule. */
  readonly why: string
}
