import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type Logger } from '@callwright/service'
import type { AlertMessage, SendOutcome } from '../channels/message.ts'
import { describeData } from '../rules/rule.ts'
import type { ChannelStore, StoredChannel } from './channel-store.ts'
import type { DeliveryStore, DueDelivery } from './delivery-store.ts'
import { chooseSendTime, isQuiet, MAX_ATTEMPTS, retryAfterMs } from './send-time.ts'

/** Sends messages to a channel by its kind; implemented by the transports. */
export type Send = (
  channel: StoredChannel,
  messages: readonly AlertMessage[],
  signal: AbortSignal,
) => Promise<SendOutcome>

/** Longest time that a receiver may take, also while a user waits for the outcome of a test. */
export const SEND_TIMEOUT_MS = 10_000
/** A mail server may check an email for long before it accepts it; one that is sent again arrives twice. */
const MAIL_TIMEOUT_MS = 60_000
/** Longer than a sending, so that another process takes over only after this one has ended. */
const LEASE_MS = 120_000
/** A process that stops waits that long for running sendings, which is less than the runtime's limit for closing. */
const STOP_WAIT_MS = 7_000
/** Pause before an outcome is stored again. Other processes look for due messages less often. */
const STORE_PAUSE_MS = 250
/** Channels that are served at the same time; each waits for its own receiver only. */
const CONCURRENCY = 64

type Message = DueDelivery['message']

/** Waits, or rejects when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>
const pause: Wait = (ms, signal) => delay(ms, null, { signal })

/** Writes a message for a receiver; the channel decides whether its texts contain amounts. */
export function toAlertMessage(message: Message, hideAmounts: boolean): AlertMessage {
  const { id, title, sentence, plainTitle, plainSentence, rule, asOf, createdAt, dataClass, path, ruleId } = message
  const withoutAmounts = { title: plainTitle, sentence: plainSentence }
  return {
    id,
    ...(hideAmounts ? withoutAmounts : { title, sentence }),
    rule: `${hideAmounts ? plainTitle : rule}.`,
    asOf: (asOf ?? createdAt).toISOString(),
    dataNote: ruleId === null ? null : describeData(dataClass),
    path,
    withoutAmounts,
  }
}

/** Sends, and ends after a timeout even if the receiver and the transport hang. */
export async function sendWithin(
  send: Send,
  channel: StoredChannel,
  { messages, stop, timeoutMs, wait = pause }: Sending,
): Promise<SendOutcome> {
  const ended = new AbortController()
  const timeout = new AbortController()
  const late = wait(timeoutMs, AbortSignal.any([ended.signal, stop])).then(
    (): SendOutcome => {
      timeout.abort(new DOMException(LATE, 'TimeoutError'))
      return { state: 'failed', reason: LATE, permanent: false }
    },
    (): SendOutcome => ({ state: 'failed', reason: 'The server is stopping.', permanent: false }),
  )
  try {
    return await Promise.race([send(channel, messages, AbortSignal.any([timeout.signal, stop])), late])
  } catch (error) {
    return { state: 'failed', reason: timeout.signal.aborted ? LATE : describe(error), permanent: false }
  } finally {
    ended.abort()
  }
}

interface Sending {
  readonly messages: readonly AlertMessage[]
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly wait?: Wait | undefined
}

const LATE = 'The receiver did not answer in time.'
const describe = (error: unknown): string => (error instanceof Error ? error.message : 'Sending failed.').slice(0, 300)

const describeStop = (reason: string, due: readonly DueDelivery[]) => ({
  reason: `This channel was switched off after an error: ${reason}`,
  tried: due.map(({ id }) => id),
})

interface DeliverDeps {
  readonly store: DeliveryStore
  readonly send: Send
  readonly now: () => number
  readonly wait?: Wait | undefined
  readonly log: Logger
  readonly observe: (outcome: 'sent' | 'failed' | 'retried', kind: StoredChannel['kind']) => void
  readonly stopEnded: ChannelStore['stopEnded']
}

const toKey = ({ userId, id }: StoredChannel): string => JSON.stringify([userId, id])

/**
 * Serves channels with due messages. Every state is in the database, so a process can be killed at any moment: the
 * message that it was sending is sent again with the same id when its lease ends.
 */
export function createDeliverer({ store, send, now, wait = pause, log, observe, stopEnded }: DeliverDeps) {
  const stopping = new AbortController()
  /** Aborted when a process that stops has waited long enough. */
  const stop = new AbortController()
  const running = new Map<string, Promise<void>>()

  /** Stores until the database has it: a message whose outcome is lost is sent again. */
  async function storeSurely<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof AppError) || stop.signal.aborted) throw error
        log.warn({ err: error }, 'alert.outcome_not_stored')
        await delay(STORE_PAUSE_MS, null, { signal: stop.signal }).catch(() => null)
      }
    }
  }

  async function serve(channel: StoredChannel, owner: string): Promise<void> {
    let pauseUntil: Date | null = null
    try {
      while (!stopping.signal.aborted && pauseUntil === null) {
        const current = await store.renew(owner, channel, now() + LEASE_MS)
        if (current === null) return
        const due = await store.listNext(channel, now())
        if (due.length === 0) break
        pauseUntil = await sendDue(current, due)
      }
    } finally {
      await storeSurely(() => store.release(owner, channel, pauseUntil))
    }
  }

  /** Sends one message or digest. Returns when the channel may be tried again after a failure, else null. */
  async function sendDue(channel: StoredChannel, due: readonly DueDelivery[]): Promise<Date | null> {
    const schedule = await store.readSchedule(channel.userId)
    if (schedule.digestAt === null && isQuiet(now(), schedule)) {
      const { at } = chooseSendTime(now(), schedule)
      await store.end(due, { state: 'pending', error: null, nextAttemptAt: at, held: 'quiet_hours' })
      return null
    }
    const messages = due.map(({ message }) => toAlertMessage(message, channel.hideAmounts))
    const timeoutMs = channel.kind === 'email' ? MAIL_TIMEOUT_MS : SEND_TIMEOUT_MS
    const outcome = await sendWithin(send, channel, { messages, stop: stop.signal, timeoutMs, wait })
    // The receiver may or may not have it; the next process sends it with the same id.
    if (stop.signal.aborted && outcome.state === 'failed') return null
    return note(channel, due, outcome)
  }

  async function note(channel: StoredChannel, due: readonly DueDelivery[], outcome: SendOutcome): Promise<Date | null> {
    const over = { nextAttemptAt: null, held: null }
    if (outcome.state === 'sent') {
      await storeSurely(() => store.end(due, { state: 'sent', error: null, ...over }))
      await storeSurely(() => store.noteChannel(channel, null))
      observe('sent', channel.kind)
      return null
    }
    const { reason, permanent, retryAfterSeconds = 0 } = outcome
    const attempts = 1 + Math.max(...due.map((delivery) => delivery.attempts))
    const hasEnded = permanent && channel.kind === 'push'
    const isStopped = hasEnded && (await storeSurely(() => stopEnded(channel, describeStop(reason, due))))
    if (!hasEnded || isStopped) await storeSurely(() => store.noteChannel(channel, reason))
    if (isStopped || (permanent && !hasEnded) || attempts >= MAX_ATTEMPTS) {
      if (!isStopped) await storeSurely(() => store.end(due, { state: 'failed', error: reason, ...over }))
      observe('failed', channel.kind)
      log.info({ kind: channel.kind, attempts }, 'alert.not_delivered')
      return null
    }
    // A push subscription that has ended but was renewed meanwhile gets the message too.
    const at = new Date(now() + Math.max(retryAfterMs(attempts), retryAfterSeconds * 1_000))
    await storeSurely(() => store.end(due, { state: 'pending', error: reason, nextAttemptAt: at, held: 'retry' }))
    observe('retried', channel.kind)
    return at
  }

  function start(channel: StoredChannel, owner: string): void {
    const key = toKey(channel)
    const work = serve(channel, owner)
      .catch((error: unknown) => log.warn({ err: error }, 'alert.channel_failed'))
      .finally(() => running.delete(key))
    running.set(key, work)
  }

  const settle = () => Promise.all(running.values())

  return {
    /** Starts to serve channels that have due messages. Returns how many. */
    async serveDue(): Promise<number> {
      const limit = CONCURRENCY - running.size
      if (limit <= 0 || stopping.signal.aborted) return 0
      const owner = randomUUID()
      // A lease may have ended while the database was away, although this process has not stored the outcome yet.
      const except = [...running.keys()]
      const channels = await store.lease(owner, { limit, except, nowMs: now(), untilMs: now() + LEASE_MS })
      for (const channel of channels) start(channel, owner)
      return channels.length
    },
    /** Waits for the sendings that are running. */
    settle,
    /** Starts no more deliveries, waits for the running ones, and aborts a delivery that takes too long. */
    async close(): Promise<void> {
      stopping.abort()
      const ended = new AbortController()
      const late = wait(STOP_WAIT_MS, ended.signal).catch(() => null)
      await Promise.race([settle(), late])
      ended.abort()
      stop.abort()
      await settle()
    },
  }
}

export type Deliverer = ReturnType<typeof createDeliverer>
