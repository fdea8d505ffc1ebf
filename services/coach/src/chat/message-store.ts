import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatSource } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MessageTable, Tables } from '../db/schema.ts'
import type { MarketState } from '../market/market-clock.ts'
import { isToolError } from '../turn/tool-caller.ts'
import type { Call, HistoryTurn, TurnResult } from '../turn/types.ts'
import { describeEngine, type EngineChoice } from './engine-choice.ts'

/** Limit per user. The oldest messages are deleted first. */
const MAX_STORED_MESSAGES = 400
const MAX_SHOWN = 200
const MAX_RECENT = 24

const columns = [
  'id',
  'role',
  'content',
  'fromLink',
  'metadata',
  'sources',
  'grounding',
  'engine',
  'understood',
  'calls',
  'createdAt',
] as const
type Row = Selectable<Pick<MessageTable, (typeof columns)[number]>>

export type Answer = Pick<ChatMessage, 'content' | 'metadata' | 'sources' | 'grounding' | 'engine' | 'understood'> & {
  readonly calls: NonNullable<HistoryTurn['calls']>
}
interface StoredMessage {
  readonly id: string
  readonly createdAt: Date
}

export type MessageStore = ReturnType<typeof createMessageStore>

/** All SQL for conversations. Each statement is limited to one user. */
export function createMessageStore(database: Kysely<Tables>) {
  const readNewest = async (userId: string, limit: number): Promise<Row[]> => {
    const rows = await database
      .selectFrom('message')
      .select(columns)
      .where('userId', '=', userId)
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute()
    return rows.toReversed()
  }

  async function prune(userId: string): Promise<void> {
    await database
      .deleteFrom('message')
      .where('userId', '=', userId)
      .where('sequence', '<=', (query) =>
        query
          .selectFrom('message')
          .select('sequence')
          .where('userId', '=', userId)
          .orderBy('sequence', 'desc')
          .offset(MAX_STORED_MESSAGES)
          .limit(1),
      )
      .execute()
  }

  /** Prevents a conversation from being cleared while an answer is added to it. */
  const withLock = <T>(userId: string, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    database.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`.execute(trx)
      return work(trx)
    })

  return translateErrors({
    async listRecent(userId: string): Promise<HistoryTurn[]> {
      const rows = await readNewest(userId, MAX_RECENT)
      return rows.map(({ role, content, metadata, calls, understood }) => ({
        role,
        content,
        metadata,
        understood,
        calls: calls ?? [],
      }))
    },

    /** The messages that the page shows, oldest first. */
    async list(userId: string): Promise<ChatMessage[]> {
      return (await readNewest(userId, MAX_SHOWN)).map(toMessage)
    },

    /** All stored messages, oldest first. */
    async listAll(userId: string): Promise<ChatMessage[]> {
      return (await readNewest(userId, MAX_STORED_MESSAGES)).map(toMessage)
    },

    async insertQuestion(userId: string, content: string, fromLink: boolean): Promise<StoredMessage> {
      const stored = await database
        .insertInto('message')
        .values({ userId, id: randomUUID(), role: 'user', content, fromLink })
        .returning(['id', 'createdAt'])
        .executeTakeFirstOrThrow()
      await prune(userId)
      return stored
    },

    /** Returns null if the question or the account has been deleted in the meantime. */
    insertAnswer: (userId: string, questionId: string, answer: Answer): Promise<StoredMessage | null> =>
      withLock(userId, async (trx) => {
        const question = await trx
          .selectFrom('message')
          .select('id')
          .where('userId', '=', userId)
          .where('id', '=', questionId)
          .executeTakeFirst()
        if (question === undefined) return null
        return trx
          .insertInto('message')
          .values({ userId, id: randomUUID(), role: 'assistant', ...toColumns(answer) })
          .returning(['id', 'createdAt'])
          .executeTakeFirstOrThrow()
      }),

    /** Replaces a corrected answer in its place. Returns null if it has been deleted in the meantime. */
    replaceAnswer: (userId: string, answerId: string, answer: Answer): Promise<StoredMessage | null> =>
      withLock(userId, async (trx) => {
        const replaced = await trx
          .updateTable('message')
          .set(toColumns(answer))
          .where('userId', '=', userId)
          .where('id', '=', answerId)
          .where('role', '=', 'assistant')
          .returning(['id', 'createdAt'])
          .executeTakeFirst()
        return replaced ?? null
      }),

    /** Returns the number of deleted messages. */
    async clear(userId: string): Promise<number> {
      const { numDeletedRows } = await withLock(userId, (trx) =>
        trx.deleteFrom('message').where('userId', '=', userId).executeTakeFirstOrThrow(),
      )
      return Number(numDeletedRows)
    },
  })
}

const toColumns = ({ content, metadata, sources, grounding, engine, understood, calls }: Answer) => ({
  content,
  metadata: metadata === null ? null : JSON.stringify(metadata),
  sources: JSON.stringify(sources),
  grounding: JSON.stringify(grounding),
  engine: JSON.stringify(engine),
  understood: understood === null ? null : JSON.stringify(understood),
  calls: JSON.stringify(calls),
})

function toMessage(row: Row): ChatMessage {
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    timestamp: row.createdAt.toISOString(),
    from_link: row.fromLink,
    metadata: row.metadata,
    sources: [...(row.sources ?? [])],
    grounding: row.grounding,
    engine: row.engine,
    understood: row.understood,
  }
}

/** The answer as it is stored and sent: with its sources, and the engine that gave it. */
export function toAnswer(
  result: TurnResult,
  { provider, fallbackReason: unasked }: EngineChoice,
  market: MarketState,
): Answer {
  const fallbackReason = unasked ?? (result.failure === null ? null : 'failure')
  return {
    content: result.text,
    metadata: result.metadata,
    sources: listSources(result.calls, market.asOf),
    grounding: result.grounding,
    engine: describeEngine(result.engine, { provider, fallbackReason, market: market.label }),
    understood: result.understood,
    calls: result.calls.map(({ name, args }) => ({ name, args })),
  }
}

function listSources(calls: readonly Call[], asOf: string): ChatSource[] {
  return calls.map(({ id, name, args, result }) => {
    const asked = { call: id, tool: name, args: listGiven(args), asked_at: asOf }
    if (isToolError(result)) {
      return { ...asked, outcome: result.error, rows: null, as_of: null, delay_minutes: null, source: null }
    }
    const { as_of, delay_minutes, source, rows } = result
    return { ...asked, outcome: 'ok', rows: Array.isArray(rows) ? rows.length : null, as_of, delay_minutes, source }
  })
}

const listGiven = (args: Call['args']) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
