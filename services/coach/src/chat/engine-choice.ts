import type { ProviderConfig } from '../config.ts'
import { toolSpecs } from '../tools/tool-specs.ts'
import type { Engine, HistoryTurn, ToolRegistry, TurnInput, User } from '../turn/types.ts'
import type { Budget } from './budget.ts'
import { nameProvider } from './words.ts'

export interface ModelEngine {
  readonly engine: Engine
  readonly provider: ProviderConfig
}

interface ChoiceDeps {
  readonly offline: Engine
  /** Null where no provider is set. */
  readonly model: ModelEngine | null
  readonly budget: Pick<Budget, 'hasLeft'>
  readonly tools: ToolRegistry
  readonly mayShare: boolean
}

export interface EngineChoice extends Pick<TurnInput, 'engine' | 'tools' | 'fallback'> {
  /** Whom this message goes to; null where it stays here. */
  readonly recipient: string | null
  /** The server of the model that is configured, asked or not. */
  readonly provider: string | null
  /** What the model may cost today is spent. */
  readonly isBudgetSpent: boolean
}

export type ChooseEngine = ReturnType<typeof createEngineChoice>

const personalTools = toolSpecs.filter(({ isPersonal }) => isPersonal).map(({ name }) => name)

/** Who answers: the model, where there is one, for whoever is no demo user and while the budget lasts; else the rules here. */
export function createEngineChoice({ offline, model, budget, tools, mayShare }: ChoiceDeps) {
  return async (user: User, agreesToShare: boolean): Promise<EngineChoice> => {
    const provider = model === null ? null : nameProvider(model.provider)
    const atHome = { engine: offline, tools, recipient: null, provider }
    if (model === null || user.isDemo) return { ...atHome, isBudgetSpent: false }
    if (!(await budget.hasLeft())) return { ...atHome, isBudgetSpent: true }
    return {
      engine: model.engine,
      tools: mayShare && agreesToShare ? tools : withoutPersonal(tools),
      fallback: { engine: offline, tools },
      recipient: provider,
      provider,
      isBudgetSpent: false,
    }
  }
}

const withoutPersonal = (tools: ToolRegistry): ToolRegistry =>
  Object.fromEntries(Object.entries(tools).filter(([name]) => !personalTools.some((personal) => personal === name)))

const HIDDEN = '(An answer about the user’s positions, which is not shared with you.)'

/** The conversation without what earlier answers said of positions, for an engine that may not see them. */
export function hidePersonal(history: readonly HistoryTurn[]): HistoryTurn[] {
  return history.map((turn) =>
    turn.calls?.some(({ name }) => personalTools.includes(name)) ? { role: turn.role, content: HIDDEN } : turn,
  )
}
