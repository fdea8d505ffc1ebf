import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import { inParts } from '../../db/in-parts.ts'
import type { Tables } from '../../db/schema.ts'
import type { StoredDelivery, StoredMessage } from '../messages/message-store.ts'
import { readSchedule, type StoredChannel } from './channel-store.ts'

export interface DueDelivery extends Pick<StoredDelivery, 'id' | 'digestFor' | 'attempts'> {
  readonly message: StoredMessage
}

export interface Outcome {
  readonly state: 'sent' | 'failed' | 'pending'
  readonly error: string | null
  readonly nextAttemptAt: Date | null
  readonly held: StoredDelivery['held']
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/**
 * SQL for sending. A process leases a channel before it sends to it, so that each channel is served by one process at a
 * time. If that process is killed, another one takes the channel over when the lease ends.
 */
export function createDeliveryStore(database: Kysely<Tables>) {
  return translateErrors({
    /** Leases channels that have something to send and are not leased, the longest waiting ones first. */
    async lease(owner: string, { limit, except, nowMs, untilMs }: LeaseChoice): Promise<StoredChannel[]> {
      const now = new Date(nowMs)
      const { rows } = await sql<{ userId: string; id: string }>`
        with due as (
          select user_id, channel_id, min(next_attempt_at) as since from alert_delivery
          where state = 'pending' and next_attempt_at <= ${now} group by user_id, channel_id
        ), free as (
          select channel.user_id, channel.id from alert_channel channel
          join due on due.user_id = channel.user_id and due.channel_id = channel.id
          where channel.enabled and channel.verified
            and (channel.leased_until is null or channel.leased_until <= ${now})
            and (channel.user_id, channel.id) not in (
              select key ->> 0, key ->> 1 from jsonb_array_elements(${`[${except.join(',')}]`}::jsonb) as key
            )
          order by due.since limit ${limit} for update of channel skip locked
        )
        update alert_channel set lease_owner = ${owner}, leased_until = ${new Date(untilMs)}
        from free where alert_channel.user_id = free.user_id and alert_channel.id = free.id
        returning alert_channel.user_id, alert_channel.id`.execute(database)
      if (rows.length === 0) return []
      return database
        .selectFrom('alertChannel')
        .selectAll()
        .where('leaseOwner', '=', owner)
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .where(
          'userId',
          'in',
          rows.map(({ userId }) => userId),
        )
        .execute()
    },

    /** Extends a lease. Returns the channel as it is now; null if the lease was lost or the channel is off. */
    async renew(owner: string, { userId, id }: ChannelKey, untilMs: number): Promise<StoredChannel | null> {
      const renewed = await database
        .updateTable('alertChannel')
        .set({ leasedUntil: new Date(untilMs) })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .where('enabled', '=', true)
        .where('verified', '=', true)
        .returningAll()
        .executeTakeFirst()
      return renewed ?? null
    },

    /** Ends a lease; the channel is not leased again before `pauseUntil`. */
    async release(owner: string, { userId, id }: ChannelKey, pauseUntil: Date | null): Promise<void> {
      await database
        .updateTable('alertChannel')
        .set({ leaseOwner: null, leasedUntil: pauseUntil })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .execute()
    },

    /** Next messages for a channel: those of one digest, or a single one. */
    async listNext({ userId, id }: ChannelKey, nowMs: number): Promise<DueDelivery[]> {
      const due = database
        .selectFrom('alertDelivery')
        .innerJoin('alertMessage', 'alertMessage.id', 'alertDelivery.messageId')
        .selectAll('alertMessage')
        .select(['alertDelivery.id as deliveryId', 'alertDelivery.digestFor', 'alertDelivery.attempts'])
        .where('alertDelivery.userId', '=', userId)
        .where('alertDelivery.channelId', '=', id)
        .where('alertDelivery.state', '=', 'pending')
        .where('alertDelivery.nextAttemptAt', '<=', new Date(nowMs))
        .orderBy('alertDelivery.sequence')
      const first = await due.limit(1).executeTakeFirst()
      if (first === undefined) return []
      const rows =
        first.digestFor === null ? [first] : await due.where('alertDelivery.digestFor', '=', first.digestFor).execute()
      return rows.map(({ deliveryId, digestFor, attempts, ...message }) => ({
        ...{ id: deliveryId, digestFor, attempts },
        message,
      }))
    },

    readSchedule: (userId: string) => readSchedule(database, userId),

    async end(deliveries: readonly DueDelivery[], { state, error, nextAttemptAt, held }: Outcome): Promise<void> {
      for (const part of inParts(deliveries)) {
        await database
          .updateTable('alertDelivery')
          .set({
            ...{ state, error, nextAttemptAt, held },
            ...(state === 'sent' ? { sentAt: sql<Date>`clock_timestamp()` } : {}),
            ...(held === 'quiet_hours' ? {} : { attempts: sql<number>`attempts + 1` }),
          })
          .where(
            'id',
            'in',
            part.map(({ id }) => id),
          )
          .where('state', '=', 'pending')
          .execute()
      }
    },

    async noteChannel({ userId, id }: ChannelKey, failure: string | null): Promise<void> {
      const now = sql<Date>`clock_timestamp()`
      await database
        .updateTable('alertChannel')
        .set(failure === null ? { lastSentAt: now, failure: null, failedAt: null } : { failure, failedAt: now })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .execute()
    },
  })
}

type ChannelKey = Pick<StoredChannel, 'userId' | 'id'>

interface LeaseChoice {
  readonly limit: number
  /** Channels to leave out, each as a JSON array of its user and its id. */
  readonly except: readonly string[]
  readonly nowMs: number
  readonly untilMs: number
}
