import { APP_CHANNEL, MAX_ALERT_CHANNELS } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import {
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
  type UpdateObject,
} from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { otherKind, tooManyChannels, unknownChannel } from '../errors.ts'
import { lockAlerts } from '../rules/rule-store.ts'
import { chooseSendTime, DEFAULT_SCHEDULE, type Schedule } from './send-time.ts'

export type StoredChannel = Selectable<Tables['alertChannel']>
type ChannelToPut = Omit<Insertable<Tables['alertChannel']>, 'userId' | 'createdAt'>

const STOPPED = 'You switched this channel off.'

export type ChannelStore = ReturnType<typeof createChannelStore>

export async function readSchedule(database: Kysely<Tables>, userId: string): Promise<Schedule> {
  const row = await database
    .selectFrom('alertSettings')
    .select(['timeZone', 'quietFrom', 'quietTo', 'digestAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? DEFAULT_SCHEDULE
}

export const listChannels = (database: Kysely<Tables>, userId: string): Promise<StoredChannel[]> =>
  database
    .selectFrom('alertChannel')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Fails the waiting deliveries of a channel that is off. Deliveries in `tried` count one more attempt. */
async function failPending(
  transaction: Transaction<Tables>,
  { userId, id }: ChannelKey,
  { reason, tried }: Stop = { reason: STOPPED, tried: [] },
): Promise<void> {
  await transaction
    .updateTable('alertDelivery')
    .set({
      ...{ state: 'failed', error: reason, held: null, nextAttemptAt: null },
      attempts: sql<number>`attempts + case when id = any(${[...tried]}) then 1 else 0 end`,
    })
    .where('userId', '=', userId)
    .where('channelId', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** SQL for channels and settings; each statement is limited to one user, except that of an unsubscribe link. */
export function createChannelStore(database: Kysely<Tables>) {
  const transact = <T>(userId: string, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(async (transaction) => {
      await lockAlerts(transaction, userId)
      return work(transaction)
    })
  const find = (from: Kysely<Tables>, userId: string, id: string) =>
    from.selectFrom('alertChannel').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  const update = (from: Kysely<Tables>, userId: string, id: string, set: UpdateObject<Tables, 'alertChannel'>) =>
    from.updateTable('alertChannel').set(set).where('userId', '=', userId).where('id', '=', id).execute()

  return translateErrors({
    list: (userId: string) => listChannels(database, userId),

    find: async (userId: string, id: string): Promise<StoredChannel | null> =>
      (await find(database, userId, id)) ?? null,

    get: async (userId: string, id: string): Promise<StoredChannel> => {
      const found = await find(database, userId, id)
      if (found === undefined) throw unknownChannel()
      return found
    },

    /** Adds a channel or replaces the one with this id. */
    put: (userId: string, channel: ChannelToPut): Promise<void> =>
      transact(userId, async (transaction) => {
        const stored = await find(transaction, userId, channel.id)
        if (stored === undefined) {
          const others = (await listChannels(transaction, userId)).filter(({ id }) => id !== APP_CHANNEL)
          if (channel.id !== APP_CHANNEL && others.length >= MAX_ALERT_CHANNELS) throw tooManyChannels()
          await transaction
            .insertInto('alertChannel')
            .values({ ...channel, userId })
            .execute()
          return
        }
        if (stored.kind !== channel.kind) throw otherKind()
        await update(transaction, userId, channel.id, {
          ...{ ...channel, failure: null, failedAt: null },
          // Ends the pause after a failure. A lease goes on, because its owner may be sending.
          leasedUntil: sql<Date | null>`case when lease_owner is null then null else leased_until end`,
        })
        if (channel.enabled === false) await failPending(transaction, { userId, id: channel.id })
      }),

    change: async (userId: string, id: string, set: Updateable<Tables['alertChannel']>): Promise<void> => {
      await update(database, userId, id, set)
    },

    /** Counts a wrong or right code in the same statement that reads it, so that parallel guesses are all counted. */
    countTry: async (userId: string, id: string): Promise<StoredChannel> => {
      const found = await database
        .updateTable('alertChannel')
        .set({ codeTries: sql<number>`code_tries + 1` })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (found === undefined) throw unknownChannel()
      return found
    },

    /** Confirms the address to which a code was sent. False if the code or the address has changed meanwhile. */
    confirm: async (userId: string, id: string, codeHash: string): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('alertChannel')
        .set({ verified: true, codeHash: null, codeTries: 0 })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .where('codeHash', '=', codeHash)
        .executeTakeFirst()
      return Number(numUpdatedRows) > 0
    },

    remove: (userId: string, id: string): Promise<void> =>
      transact(userId, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('alertChannel')
          .where('userId', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (Number(numDeletedRows) === 0) throw unknownChannel()
        await failPending(transaction, { userId, id })
      }),

    findByToken: async (token: string): Promise<StoredChannel | null> =>
      (await database
        .selectFrom('alertChannel')
        .selectAll()
        .where('unsubscribeToken', '=', token)
        .executeTakeFirst()) ?? null,

    stop: ({ userId, id }: ChannelKey): Promise<void> =>
      transact(userId, async (transaction) => {
        await update(transaction, userId, id, { enabled: false })
        await failPending(transaction, { userId, id })
      }),

    /** Stops a channel whose receiver has ended. False if the user has set another receiver meanwhile. */
    stopEnded: ({ userId, id, target }: StoredChannel, stop: Stop): Promise<boolean> =>
      transact(userId, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('alertChannel')
          .set({ enabled: false })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .where(sql<boolean>`target = ${JSON.stringify(target)}::jsonb`)
          .executeTakeFirst()
        if (Number(numUpdatedRows) === 0) return false
        await failPending(transaction, { userId, id }, stop)
        return true
      }),

    readSchedule: (userId: string) => readSchedule(database, userId),

    /** Stores the settings, and applies them to messages that wait for quiet hours to end or for a digest. */
    putSchedule: (userId: string, schedule: Schedule, nowMs: number): Promise<void> =>
      transact(userId, async (transaction) => {
        await transaction
          .insertInto('alertSettings')
          .values({ userId, ...schedule })
          .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...schedule }))
          .execute()
        const { at, held, digestFor } = chooseSendTime(nowMs, schedule)
        await transaction
          .updateTable('alertDelivery')
          .set({ nextAttemptAt: at, held, digestFor })
          .where('userId', '=', userId)
          .where('state', '=', 'pending')
          .where('held', 'in', ['quiet_hours', 'digest'])
          .execute()
      }),
  })
}

type ChannelKey = Pick<StoredChannel, 'userId' | 'id'>

interface Stop {
  readonly reason: string
  /** Ids of the deliveries that were being sent. */
  readonly tried: readonly string[]
}
