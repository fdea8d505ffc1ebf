import type { AlertRuleBody, AlertSettings } from '@callwright/contracts'
import type { AlertMessage, SendOutcome } from '../../src/alerts/channels/message.ts'
import { showTarget } from '../../src/alerts/delivery/channels.ts'
import type { OpenMeans } from '../../src/alerts/delivery/means.ts'
import type { Stack } from '../support.ts'

export interface Received {
  readonly user: string
  readonly channel: string
  /** The channel's address, as its user sees it. */
  readonly target: string | null
  readonly messages: readonly AlertMessage[]
}

type Behavior = 'accepts' | 'fails' | 'rejects' | 'hangs' | 'waits'

/** Receivers of every kind. A test sets how the receiver of a channel behaves, by the channel's id. */
export function openReceivers() {
  const received: Received[] = []
  const behaviors = new Map<string, Behavior>()
  const waiting: ((outcome: SendOutcome) => void)[] = []
  /** The timeouts of sendings, which end only when a test says that the time has passed. */
  const timeouts = new Set<{ readonly ms: number; readonly end: () => void }>()
  let begun = 0
  async function answer(behavior: Behavior, signal: AbortSignal): Promise<SendOutcome> {
    if (behavior === 'fails') return { state: 'failed', reason: 'The receiver answered 500.', permanent: false }
    if (behavior === 'rejects') return { state: 'failed', reason: 'The receiver is gone.', permanent: true }
    if (behavior === 'accepts') return { state: 'sent' }
    return new Promise((resolve, reject) => {
      if (behavior === 'waits') waiting.push(resolve)
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  }
  const means: OpenMeans = {
    close: async () => undefined,
    available: ['app', 'email', 'webhook', 'push'],
    pushKey: 'public-key',
    refuseUrl: async (url) => (url.includes('127.0.0.1') ? 'This URL leads to a private network.' : null),
    async send(channel, messages, signal) {
      const { userId, id } = channel
      begun += 1
      const outcome = await answer(behaviors.get(id) ?? 'accepts', signal)
      if (outcome.state === 'sent') received.push({ user: userId, channel: id, target: showTarget(channel), messages })
      return outcome
    },
  }
  return {
    means,
    received,
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const timeout = { ms, end: resolve }
      timeouts.add(timeout)
      signal.addEventListener('abort', () => reject(signal.reason))
      if (signal.aborted) reject(signal.reason)
      await promise.finally(() => timeouts.delete(timeout))
    },
    /** Ends the timeouts of at most so many milliseconds. Returns how many. */
    passTime(ms: number): number {
      const over = [...timeouts].filter((timeout) => timeout.ms <= ms)
      for (const { end } of over) end()
      return over.length
    },
    behave: (channel: string, behavior: Behavior) => void behaviors.set(channel, behavior),
    begun: () => begun,
    /** Answers the sendings that wait. */
    answerAll: (outcome: SendOutcome = { state: 'sent' }) => {
      for (const resolve of waiting.splice(0)) resolve(outcome)
    },
    /** Sentences that a channel has received, in order. */
    listSentences: (channel: string) =>
      received
        .filter((each) => each.channel === channel)
        .flatMap(({ messages }) => messages.map((each) => each.sentence)),
  }
}

export type Receivers = ReturnType<typeof openReceivers>

/** A user of alerts. */
export function openUser(stack: Stack, user: string) {
  return {
    setRule: (id: string, body: AlertRuleBody) => stack.get('portfolio.putAlertRule', { user, params: { id }, body }),
    tryRule: (id: string, body: object) => stack.ask('portfolio.putAlertRule', { user, params: { id }, body }),
    setChannel: (id: string, body: object) => stack.get('portfolio.putAlertChannel', { user, params: { id }, body }),
    setHook: (id: string) =>
      stack.get('portfolio.putAlertChannel', {
        user,
        params: { id },
        body: { kind: 'webhook', url: `https://hooks.example/${id}` },
      }),
    setTimes: (body: AlertSettings) => stack.get('portfolio.putAlertSettings', { user, body }),
    listMessages: async () => (await stack.get('portfolio.listAlertMessages', { user })).messages,
    listDeliveries: async () => (await stack.get('portfolio.listAlertDeliveries', { user })).deliveries,
    listRules: async () => (await stack.get('portfolio.listAlertRules', { user })).rules,
  }
}
