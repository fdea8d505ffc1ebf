import type { IsoDate } from '@callwright/scoring'
import { translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Usage } from '../turn/types.ts'

export interface Spent {
  readonly tokens: number
  readonly costUsd: number
}

/** User id for the usage of erased users. */
const ERASED_USER = ''

export type UsageStore = ReturnType<typeof createUsageStore>

export function createUsageStore(database: Kysely<Tables>) {
  return translateErrors({
    /**
     * If the user has no conversation, the usage is stored without the user, who may have been erased while the answer
     * was in progress.
     */
    async add(userId: string, day: IsoDate, usage: Usage, costUsd: number): Promise<void> {
      const { modelTurns: turns, inputTokens, outputTokens } = usage
      const payer = sql<string>`(case when exists (select from message where user_id = ${userId}) then ${userId} else ${ERASED_USER} end)`
      await database
        .insertInto('usage')
        .values({ userId: payer, day, turns, inputTokens, outputTokens, costUsd })
        .onConflict((conflict) =>
          conflict.columns(['day', 'userId']).doUpdateSet({
            turns: sql`usage.turns + excluded.turns`,
            inputTokens: sql`usage.input_tokens + excluded.input_tokens`,
            outputTokens: sql`usage.output_tokens + excluded.output_tokens`,
            costUsd: sql`usage.cost_usd + excluded.cost_usd`,
          }),
        )
        .execute()
    },

    /** Usage by all users on one day. */
    async sum(day: IsoDate): Promise<Spent> {
      const sums = await database
        .selectFrom('usage')
        .select([
          sql<number>`coalesce(sum(input_tokens + output_tokens), 0)`.as('tokens'),
          sql<number>`coalesce(sum(cost_usd), 0)`.as('costUsd'),
        ])
        .where('day', '=', day)
        .executeTakeFirstOrThrow()
      return { tokens: Number(sums.tokens), costUsd: Number(sums.costUsd) }
    },

    /** Removes the user but keeps the usage in the day's total. Otherwise, a new account would get a new budget. */
    async erase(userId: string): Promise<void> {
      await sql`with gone as (
          delete from usage where user_id = ${userId} returning day, turns, input_tokens, output_tokens, cost_usd
        )
        insert into usage (user_id, day, turns, input_tokens, output_tokens, cost_usd)
        select ${ERASED_USER}, day, turns, input_tokens, output_tokens, cost_usd from gone
        on conflict (day, user_id) do update set
          turns = usage.turns + excluded.turns,
          input_tokens = usage.input_tokens + excluded.input_tokens,
          output_tokens = usage.output_tokens + excluded.output_tokens,
          cost_usd = usage.cost_usd + excluded.cost_usd`.execute(database)
    },
  })
}
