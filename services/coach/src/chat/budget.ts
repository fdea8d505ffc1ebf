import { AppError, type Logger } from '@callwright/service'
import type { Usage } from '../turn/types.ts'
import type { UsageStore } from './usage-store.ts'

export interface BudgetTerms {
  readonly tokensPerDay: number
  readonly costPerDayUsd: number
  readonly inputUsdPerMillion: number
  readonly outputUsdPerMillion: number
}

interface BudgetDeps {
  readonly usage: Pick<UsageStore, 'add' | 'sum'>
  readonly terms: BudgetTerms
  readonly log: Logger
  /** The clock on the wall, in milliseconds. */
  readonly now: () => number
  readonly onRemaining: (ratio: number) => void
}

export type Budget = ReturnType<typeof createBudget>

/** What model providers may cost all users together on one day, in UTC. Nobody knows, without the database: then nothing. */
export function createBudget({ usage, terms, log, now, onRemaining }: BudgetDeps) {
  // Until somebody asks: a gauge that begins at 0 would tell of a budget that is spent.
  onRemaining(1)
  const today = () => new Date(now()).toISOString().slice(0, 10)

  function costOf({ inputTokens, outputTokens }: Usage): number {
    return (inputTokens * terms.inputUsdPerMillion + outputTokens * terms.outputUsdPerMillion) / 1e6
  }

  return {
    costOf,

    /** Whether another question may be asked today. */
    async hasLeft(): Promise<boolean> {
      try {
        const spent = await usage.sum(today())
        const left = Math.min(1 - spent.tokens / terms.tokensPerDay, 1 - spent.costUsd / terms.costPerDayUsd)
        const ratio = Number.isFinite(left) ? Math.max(0, left) : 0
        onRemaining(ratio)
        return ratio > 0
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return false
      }
    },

    async spend(userId: string, spent: Usage): Promise<void> {
      if (spent.modelTurns === 0) return
      try {
        await usage.add(userId, today(), spent, costOf(spent))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error }, 'usage.not_kept')
      }
    },
  }
}
