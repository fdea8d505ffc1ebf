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

/** `unknown` while the database cannot say what was spent: then no model is asked. */
export type BudgetState = 'left' | 'spent' | 'unknown'

export interface Reservation {
  readonly state: BudgetState
  /** To be called when the question is answered and counted; a second time does nothing. */
  readonly release: () => void
}

/** What a question that is being answered is taken to cost until it is counted. */
const RESERVED_TOKENS = 20_000

/** What model providers may cost all users together on one day, in UTC. */
export function createBudget({ usage, terms, log, now, onRemaining }: BudgetDeps) {
  // Until somebody asks: a gauge that begins at 0 would tell of a budget that is spent.
  onRemaining(1)
  let reserved = 0
  const today = () => new Date(now()).toISOString().slice(0, 10)

  function costOf({ inputTokens, outputTokens }: Pick<Usage, 'inputTokens' | 'outputTokens'>): number {
    return (inputTokens * terms.inputUsdPerMillion + outputTokens * terms.outputUsdPerMillion) / 1e6
  }

  /** Whether anything is left beside what this many questions may cost. */
  async function look(others: number): Promise<BudgetState> {
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

    /** Whether anything is left for today, whoever is being answered at the moment. */
    read: (): Promise<BudgetState> => look(0),

    /** Sets aside what one question may cost, so that many at once do not all spend the same rest. */
    async reserve(): Promise<Reservation> {
      const others = reserved
      reserved += 1
      let isHeld = true
      const release = () => {
        if (isHeld) reserved -= 1
        isHeld = false
      }
      const state = await look(others)
      if (state !== 'left') release()
      return { state, release }
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
