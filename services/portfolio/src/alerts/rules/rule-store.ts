import { MAX_ALERT_RULES } from '@callwright/contracts'
import { translateErrors } from '@callwright/service'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { ruleChanged, tooManyRules, unknownRule } from '../errors.ts'
import type { RuleTerms } from './rule.ts'

export type StoredRule = Selectable<Tables['alertRule']>

/** A rule with its last message. */
export interface ShownRule extends StoredRule {
  readonly last: { readonly id: string; readonly sentence: string; readonly createdAt: Date } | null
}

/** A rule to store; `version` is the one that it replaces, null for a new rule. */
export interface RuleToPut extends RuleTerms {
  readonly id: string
  readonly subjectName: string | null
  readonly enabled: boolean
  readonly isDemo: boolean
  readonly version: number | null
}

/** Makes a user's changes of alerts wait for each other and for the evaluation of the user's rules. */
export const lockAlerts = async (transaction: Transaction<Tables>, userId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${userId}`}, 0))`.execute(transaction)
}

export const readTerms = ({ kind, positionId, symbol, screenId, limitValue }: StoredRule): RuleTerms => ({
  ...{ kind, positionId, symbol, screenId },
  limit: limitValue,
})

const isSame = (a: RuleTerms, b: RuleTerms): boolean =>
  a.kind === b.kind &&
  a.positionId === b.positionId &&
  a.symbol === b.symbol &&
  a.screenId === b.screenId &&
  a.limit === b.limit

export type RuleStore = ReturnType<typeof createRuleStore>

/** SQL for rules; each statement is limited to one user. */
export function createRuleStore(database: Kysely<Tables>) {
  const select = (from: Kysely<Tables>, userId: string) =>
    from.selectFrom('alertRule').selectAll().where('userId', '=', userId)

  return translateErrors({
    async list(userId: string): Promise<ShownRule[]> {
      const rules = await select(database, userId).orderBy('createdAt').orderBy('id').execute()
      const last = await database
        .selectFrom('alertMessage')
        .distinctOn('ruleId')
        .select(['ruleId', 'id', 'sentence', 'createdAt'])
        .where('userId', '=', userId)
        .where('ruleId', 'is not', null)
        .orderBy('ruleId')
        .orderBy('sequence', 'desc')
        .execute()
      const byRule = new Map(last.map(({ ruleId, ...message }) => [ruleId, message]))
      return rules.map((rule) => ({ ...rule, last: byRule.get(rule.id) ?? null }))
    },

    /** Adds or replaces a rule. Throws a 404 for a version of an unknown rule, and a 409 for one that has changed. */
    put: (userId: string, { version, id, limit, enabled, isDemo, ...terms }: RuleToPut): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        await lockAlerts(transaction, userId)
        const stored = await select(transaction, userId).where('id', '=', id).executeTakeFirst()
        const isUnchanged = stored !== undefined && isSame(readTerms(stored), { ...terms, limit })
        if (isUnchanged && stored.enabled === enabled) return
        if (stored === undefined) {
          if (version !== null) throw unknownRule()
          const count = await select(transaction, userId).execute()
          if (count.length >= MAX_ALERT_RULES) throw tooManyRules()
          await transaction
            .insertInto('alertRule')
            .values({ userId, id, ...terms, limitValue: limit, enabled, isDemo })
            .execute()
          return
        }
        if (version !== stored.version) throw ruleChanged()
        await transaction
          .updateTable('alertRule')
          .set({
            ...terms,
            limitValue: limit,
            enabled,
            version: version + 1,
            state: 'waiting',
            stateNote: null,
            evaluatedMarket: null,
            memory: null,
            updatedAt: sql<Date>`clock_timestamp()`,
          })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .execute()
      }),

    async remove(userId: string, id: string): Promise<void> {
      const { numDeletedRows } = await database
        .deleteFrom('alertRule')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (Number(numDeletedRows) === 0) throw unknownRule()
    },
  })
}
