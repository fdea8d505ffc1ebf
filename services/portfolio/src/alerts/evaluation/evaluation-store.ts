import { randomUUID } from 'node:crypto'
import { type AlertRuleKind, APP_CHANNEL, MAX_ALERT_MESSAGES } from '@callwright/contracts'
import { type IsoDate, sessionDayAt } from '@callwright/scoring'
import { translateErrors } from '@callwright/service'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { inParts } from '../../db/in-parts.ts'
import type { Tables } from '../../db/schema.ts'
import { listChannels, readSchedule } from '../delivery/channel-store.ts'
import { chooseSendTime } from '../delivery/send-time.ts'
import type { ScreenMemory } from '../rules/evaluate-rule.ts'
import type { Judgement, RuleEvent } from '../rules/rule.ts'
import { lockAlerts, type StoredRule } from '../rules/rule-store.ts'

/** A rule's judgement and, for a rule on a screen, its memory afterwards. */
export interface RuleResult extends Judgement {
  readonly subjectName: string | null
  readonly memory: ScreenMemory | null
  /** The rule as text. */
  readonly words: string
}

export interface UserEvaluation {
  readonly userId: string
  /** Refresh of the market, null if it must be evaluated again, and the last event that the figures contain. */
  readonly market: string | null
  readonly sequence: number | null
  readonly marketDay: IsoDate
  readonly nowMs: number
}

export type EvaluationStore = ReturnType<typeof createEvaluationStore>

/** More messages of one evaluation than this are sent together. */
const MAX_SINGLE = 10

type NewMessage = Insertable<Tables['alertMessage']>

/** SQL for evaluating the rules of all users, a user at a time. */
export function createEvaluationStore(database: Kysely<Tables>) {
  return translateErrors({
    /** Users with rules that were not evaluated since the last refresh of the market or change of their positions. */
    async listDue({ version, kinds }: DueRules, { after, limit }: { readonly after: string; readonly limit: number }) {
      const { rows } = await sql<{ userId: string; isDemo: boolean }>`
        select rule.user_id, bool_or(rule.is_demo) as is_demo from alert_rule rule
        where rule.enabled and rule.user_id > ${after} and rule.kind = any(${[...kinds]}) and (
          rule.evaluated_market is distinct from ${version}
          or rule.evaluated_sequence is distinct from
            (select max(event.sequence) from position_event event where event.user_id = rule.user_id)
        )
        group by rule.user_id order by rule.user_id limit ${limit}`.execute(database)
      return rows
    },

    async readUser(userId: string, kinds: DueRules['kinds']): Promise<UserRules> {
      const { max } = await database
        .selectFrom('positionEvent')
        .select(({ fn }) => fn.max('sequence').as('max'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      const rules = await database
        .selectFrom('alertRule')
        .selectAll()
        .where('userId', '=', userId)
        .where('enabled', '=', true)
        .where('kind', 'in', [...kinds])
        .orderBy('createdAt')
        .execute()
      return { rules, sequence: max as number | null }
    },

    /**
     * Stores an evaluation: messages that do not exist yet, their deliveries and the state of the rules, all or nothing.
     * Rules that have changed or were deleted meanwhile are left out. `judge` runs under the user's lock, with the rule
     * as it is then. Returns the number of new messages.
     */
    record: (
      { userId, market, sequence, marketDay, nowMs }: UserEvaluation,
      rules: readonly StoredRule[],
      judge: (rule: StoredRule) => RuleResult,
    ): Promise<number> =>
      database.transaction().execute(async (transaction) => {
        await lockAlerts(transaction, userId)
        const stored = await transaction
          .selectFrom('alertRule')
          .selectAll()
          .where('userId', '=', userId)
          .where('enabled', '=', true)
          .execute()
        const versions = new Map(rules.map(({ id, version }) => [id, version]))
        const current = stored.filter(({ id, version }) => versions.get(id) === version)
        const judged = current.map((rule) => ({ rule, result: judge(rule) }))
        const messages = judged.flatMap(({ rule, result }) =>
          result.events.map((event) => toMessage(event, { rule, words: result.words, marketDay })),
        )
        const added = await insertMessages(transaction, userId, await leaveOutRepeated(transaction, userId, messages))
        await insertDeliveries(transaction, { userId, added, nowMs })
        for (const { rule, result } of judged) {
          await transaction
            .updateTable('alertRule')
            .set({
              state: result.state,
              stateNote: result.note,
              subjectName: result.subjectName,
              memory: result.memory === null ? null : JSON.stringify(result.memory),
              evaluatedMarket: market,
              evaluatedSequence: sequence,
              evaluatedAt: new Date(nowMs),
            })
            .where('userId', '=', userId)
            .where('id', '=', rule.id)
            .execute()
        }
        if (added.length > 0) await deleteOld(transaction, userId, marketDay)
        return added.length
      }),
  })
}

/** Rules of some kinds that were not evaluated with a version of the market. */
interface DueRules {
  readonly version: string
  readonly kinds: readonly AlertRuleKind[]
}

interface UserRules {
  readonly rules: StoredRule[]
  /** Last event of the user's positions; null if there is none. */
  readonly sequence: number | null
}

interface EventOrigin {
  readonly rule: StoredRule
  readonly words: string
  readonly marketDay: IsoDate
}

function toMessage(event: RuleEvent, { rule, words, marketDay }: EventOrigin): NewMessage {
  const { key, asOf, ...texts } = event
  return {
    id: randomUUID(),
    userId: rule.userId,
    ruleId: rule.id,
    kind: rule.kind,
    eventKey: key,
    marketDay,
    rule: words,
    ...texts,
    asOf: asOf === null ? null : new Date(asOf),
  }
}

/**
 * Leaves out events that already have a message since the session of their data, so that figures of Friday are not sent
 * again on the weekend or before Monday's quotes.
 */
async function leaveOutRepeated(transaction: Transaction<Tables>, userId: string, messages: readonly NewMessage[]) {
  if (messages.length === 0) return []
  const rows = await transaction
    .selectFrom('alertMessage')
    .select(['ruleId', 'eventKey', ({ fn }) => fn.max('marketDay').as('day')])
    .where('userId', '=', userId)
    .groupBy(['ruleId', 'eventKey'])
    .execute()
  const toKey = (ruleId: string | null | undefined, eventKey: string) => `${ruleId} ${eventKey}`
  const lastDays = new Map(rows.map(({ ruleId, eventKey, day }) => [toKey(ruleId, eventKey), day]))
  return messages.filter(({ ruleId, eventKey, marketDay, asOf }) => {
    const last = lastDays.get(toKey(ruleId, eventKey))
    const dataDay = asOf instanceof Date ? sessionDayAt(asOf.getTime()) : marketDay
    return last === undefined || last < dataDay
  })
}

/** Inserts the messages that do not exist yet and returns their ids. A switched-off inbox has no unread messages. */
async function insertMessages(transaction: Transaction<Tables>, userId: string, messages: readonly NewMessage[]) {
  if (messages.length === 0) return []
  const inbox = (await listChannels(transaction, userId)).find(({ id }) => id === APP_CHANNEL)
  const readAt = inbox?.enabled === false ? new Date() : null
  const added: string[] = []
  for (const part of inParts(messages)) {
    const rows = await transaction
      .insertInto('alertMessage')
      .values(part.map((message) => ({ ...message, readAt })))
      .onConflict((conflict) => conflict.constraint('alert_message_once').doNothing())
      .returning('id')
      .execute()
    added.push(...rows.map(({ id }) => id))
  }
  return added
}

interface AddedMessages {
  readonly userId: string
  readonly added: readonly string[]
  readonly nowMs: number
}

async function insertDeliveries(transaction: Transaction<Tables>, { userId, added, nowMs }: AddedMessages) {
  if (added.length === 0) return
  const channels = (await listChannels(transaction, userId)).filter(
    ({ kind, enabled, verified }) => kind !== 'app' && enabled && verified,
  )
  const { at, held, digestFor: chosen } = chooseSendTime(nowMs, await readSchedule(transaction, userId))
  const digestFor = chosen ?? (added.length > MAX_SINGLE ? at : null)
  const rows = channels.flatMap((channel) =>
    added.map((messageId) => ({
      ...{ id: randomUUID(), userId, messageId, held, digestFor },
      channelId: channel.id,
      channelKind: channel.kind,
      channelName: channel.name,
      state: 'pending' as const,
      nextAttemptAt: at,
    })),
  )
  for (const part of inParts(rows))
    await transaction
      .insertInto('alertDelivery')
      .values([...part])
      .execute()
}

/** Keeps the newest messages. Those of today are kept too, because they prevent a second message for their event. */
const deleteOld = (transaction: Transaction<Tables>, userId: string, marketDay: IsoDate) =>
  sql`delete from alert_message where user_id = ${userId} and market_day < ${marketDay} and sequence <= (
      select sequence from alert_message where user_id = ${userId} order by sequence desc offset ${MAX_ALERT_MESSAGES} limit 1
    ) and not exists (
      select 1 from alert_delivery where message_id = alert_message.id and state = 'pending'
    )`.execute(transaction)
