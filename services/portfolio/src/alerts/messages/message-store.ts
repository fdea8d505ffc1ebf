import { randomUUID } from 'node:crypto'
import { translateErrors } from '@callwright/service'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { unknownMessage } from '../errors.ts'

export type StoredMessage = Selectable<Tables['alertMessage']>
export type StoredDelivery = Selectable<Tables['alertDelivery']>

export interface PageChoice {
  readonly limit: number
  /** Id of the last item of the page before. */
  readonly before: string | null
}

export interface LoggedDelivery extends StoredDelivery {
  readonly title: string
}

/** A test or a code, which is sent at once and only logged. */
export interface DirectSending {
  readonly userId: string
  readonly purpose: 'test' | 'code'
  readonly title: string
  readonly sentence: string
  readonly marketDay: string
  readonly channel: Pick<Selectable<Tables['alertChannel']>, 'id' | 'kind' | 'name'>
}

export type MessageStore = ReturnType<typeof createMessageStore>

/** SQL for the inbox and the log of deliveries; each statement is limited to one user. */
export function createMessageStore(database: Kysely<Tables>) {
  const inbox = (userId: string) =>
    database
      .selectFrom('alertMessage')
      .where('userId', '=', userId)
      .where((where) => where.or([where('ruleId', 'is not', null), where('eventKey', 'like', 'test:app:%')]))

  async function countUnread(userId: string): Promise<number> {
    const { count } = await inbox(userId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('readAt', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  return translateErrors({
    countUnread,

    list: (
      userId: string,
      { limit, before, unreadOnly }: PageChoice & { readonly unreadOnly: boolean },
    ): Promise<StoredMessage[]> =>
      inbox(userId)
        .selectAll()
        .$if(unreadOnly, (query) => query.where('readAt', 'is', null))
        .$if(before !== null, (query) =>
          query.where('sequence', '<', ({ selectFrom }) =>
            selectFrom('alertMessage as last').select('last.sequence').where('last.id', '=', before),
          ),
        )
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute(),

    async read(userId: string, id: string): Promise<void> {
      const { numUpdatedRows } = await database
        .updateTable('alertMessage')
        .set({ readAt: sql<Date>`coalesce(read_at, clock_timestamp())` })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (Number(numUpdatedRows) === 0) throw unknownMessage()
    },

    async readAll(userId: string): Promise<void> {
      await database
        .updateTable('alertMessage')
        .set({ readAt: sql<Date>`clock_timestamp()` })
        .where('userId', '=', userId)
        .where('readAt', 'is', null)
        .execute()
    },

    listDeliveries: (userId: string, { limit, before }: PageChoice): Promise<LoggedDelivery[]> =>
      database
        .selectFrom('alertDelivery')
        .innerJoin('alertMessage', 'alertMessage.id', 'alertDelivery.messageId')
        .selectAll('alertDelivery')
        .select('alertMessage.title')
        .where('alertDelivery.userId', '=', userId)
        .$if(before !== null, (query) =>
          query.where('alertDelivery.sequence', '<', ({ selectFrom }) =>
            selectFrom('alertDelivery as last').select('last.sequence').where('last.id', '=', before),
          ),
        )
        .orderBy('alertDelivery.sequence', 'desc')
        .limit(limit)
        .execute(),

    /** Sendings of a purpose in the last hour. */
    async countRecent(userId: string, purpose: DirectSending['purpose']): Promise<number> {
      const { count } = await database
        .selectFrom('alertMessage')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .where('eventKey', 'like', `${purpose}:%`)
        .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Logs a sending that is about to happen, as failed until it has succeeded. Returns the message's id. */
    logSending: ({ userId, purpose, title, sentence, marketDay, channel }: DirectSending): Promise<string> =>
      database.transaction().execute(async (transaction) => {
        const id = randomUUID()
        const isInbox = channel.kind === 'app'
        await transaction
          .insertInto('alertMessage')
          .values({
            ...{ id, userId, title, sentence, marketDay },
            plainTitle: title,
            plainSentence: sentence,
            rule: purpose === 'test' ? 'A test that you started' : 'An address that you entered',
            eventKey: `${purpose}:${channel.kind}:${id}`,
            path: '/alerts',
            dataClass: 'none',
            ...(isInbox ? {} : { readAt: new Date() }),
          })
          .execute()
        await transaction
          .insertInto('alertDelivery')
          .values({
            ...{ id: randomUUID(), userId, messageId: id, channelId: channel.id },
            channelKind: channel.kind,
            channelName: channel.name,
            state: isInbox ? 'sent' : 'failed',
            attempts: 1,
            ...(isInbox ? { sentAt: new Date() } : { error: 'The server stopped before it was sent.' }),
          })
          .execute()
        return id
      }),

    async endSending(messageId: string, error: string | null): Promise<void> {
      await database
        .updateTable('alertDelivery')
        .set(error === null ? { state: 'sent', error: null, sentAt: new Date() } : { state: 'failed', error })
        .where('messageId', '=', messageId)
        .execute()
    },
  })
}
