import type { IsoDate } from '@callwright/scoring'
import { AppError, type Logger, translateErrors } from '@callwright/service'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Usage } from '../turn/types.ts'

interface BudgetTerms {
  readonly tokensPerDay: number
  readonly costPerDayUsd: number
  readonly inputUsdPerMillion: number
  readonly outputUsdPerMillion: number
}

interface BudgetDeps {
  readonly usage: Pick<UsageStore, 'add' | 'sum'>
  readonly terms: BudgetTerms
  readonly log: Logger
  readonly now: () => number
  readonly onRemaining: (ratio: number) => void
}

export type Budget = ReturnType<typeof createBudget>

/** `unknown` means that the database is unreachable. No model is used until it is back. */
export type BudgetState = 'left' | 'spent' | 'unknown'

export interface Reservation {
  readonly state: BudgetState
  /** Call this once the answer's usage is recorded. Further calls do nothing. */
  readonly release: () => void
}

/** Tokens that a question in progress is assumed to use until its usage is recorded. */
const RESERVED_TOKENS = 20_000

/** The daily budget for model providers, shared by all users. Days are UTC. */
export function createBudget({ usage, terms, log, now, onRemaining }: BudgetDeps) {
  // A gauge that starts at 0 would report a spent budget.
  onRemaining(1)
  let reserved = 0
  const today = () => new Date(now()).toISOString().slice(0, 10)

  function costOf({ inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>): number {
    return (inputTokens * terms.inputUsdPerMillion + outputTokens * terms.outputUsdPerMillion) / 1e6
  }

  /** Whether any budget would be left after reserving some for this many other questions. */
  async function readState(others: number): Promise<BudgetState> {
    try {
      const { tokens, costUsd } = await usage.sum(today())
      const partLeft = (spent: number, most: number) => (spent < most ? 1 - spent / most : 0)
      onRemaining(Math.min(partLeft(tokens, terms.tokensPerDay), partLeft(costUsd, terms.costPerDayUsd)))
      const held = others * RESERVED_TOKENS
      const heldUsd = costOf({ inputTokens: held, outputTokens: 0 })
      return tokens + held < terms.tokensPerDay && costUsd + heldUsd < terms.costPerDayUsd ? 'left' : 'spent'
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return 'unknown'
    }
  }

  return {
    costOf,

    /** Does not count questions in progress. */
    read: (): Promise<BudgetState> => readState(0),

    /**
     * Reserves the estimated cost of a question, so that concurrent questions cannot all spend the same remaining
     * budget.
     */
    async reserve(): Promise<Reservation> {
      const others = reserved
      reserved += 1
      let isHeld = true
      const release = () => {
        if (isHeld) reserved -= 1
        isHeld = false
      }
      const state = await readState(others)
      if (state !== 'left') release()
      return { state, release }
    },

    async spend(userId: string, spent: Usage): Promise<void> {
      if (spent.modelTurns === 0) return
      try {
        await usage.add(userId, today(), spent, costOf(spent))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error }, 'usage.not_stored')
      }
    },
  }
}

interface Spent {
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
