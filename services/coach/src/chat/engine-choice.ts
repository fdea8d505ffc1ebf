import type { ProviderConfig } from '../config.ts'
import { describeFailure } from '../tools/failure.ts'
import { readsOwn } from '../tools/tool.ts'
import { toolSpecs } from '../tools/tool-specs.ts'
import type { Engine, HistoryTurn, Tool, ToolRegistry, ToolSpec, TurnInput, User } from '../turn/types.ts'
import type { BudgetState } from './budget.ts'
import { type InsteadOf, nameProvider } from './words.ts'

export interface ModelEngine {
  readonly engine: Engine
  readonly provider: ProviderConfig
}

interface ChoiceDeps {
  readonly offline: Engine
  /** Null where no provider is set. */
  readonly model: ModelEngine | null
  readonly readBudget: () => Promise<BudgetState>
  readonly tools: ToolRegistry
  readonly mayShare: boolean
}

export interface EngineChoice extends Pick<TurnInput, 'engine' | 'tools' | 'fallback'> {
  /** Whom this message goes to; null where it stays here. */
  readonly recipient: string | null
  /** The server of the model that is configured, asked or not. */
  readonly provider: string | null
  /** Why the model that is configured is not asked; null where it is, or where the rules answer anyway. */
  readonly instead: InsteadOf | null
}

export type ChooseEngine = ReturnType<typeof createEngineChoice>

/**
 * Who answers: the model, where there is one, for whoever is no demo user and while the budget lasts; else the rules here.
 * Who means to ask at once brings a `readState` that reserves.
 */
export function createEngineChoice({ offline, model, readBudget, tools, mayShare }: ChoiceDeps) {
  return async (user: User, agreesToShare: boolean, readState = readBudget): Promise<EngineChoice> => {
    const provider = model === null ? null : nameProvider(model.provider)
    const atHome = { engine: offline, tools, recipient: null, provider }
    if (model === null || user.isDemo) return { ...atHome, instead: null }
    const state = await readState()
    if (state !== 'left') return { ...atHome, instead: state === 'spent' ? 'budget' : 'uncounted' }
    return {
      engine: model.engine,
      tools: mayShare && agreesToShare ? tools : withoutPersonal(tools),
      fallback: { engine: offline, tools },
      recipient: provider,
      provider,
      instead: null,
    }
  }
}

const specs: ReadonlyMap<string, ToolSpec> = new Map(toolSpecs.map((spec) => [spec.name, spec]))
const isOwn = (name: string, args: Parameters<Tool>[0]) => {
  const spec = specs.get(name)
  return spec !== undefined && readsOwn(spec, args)
}

const NOT_SHARED = describeFailure(
  'INVALID',
  'Your positions are not shared with the model that answers: name the stocks you mean, or agree to share positions.',
)

/** Without the tools that are about positions alone; the others keep to what is not the user’s. */
const withoutPersonal = (tools: ToolRegistry): ToolRegistry =>
  Object.fromEntries(
    Object.entries(tools).flatMap(([name, tool]): [string, Tool][] => {
      if (specs.get(name)?.isPersonal === true) return []
      return [[name, async (args, context) => (isOwn(name, args) ? NOT_SHARED : tool(args, context))]]
    }),
  )

const HIDDEN = '(An answer about the user’s positions, which is not shared with you.)'

/**
 * The conversation without what earlier answers said of positions, for an engine that may not see them. An answer that asked
 * no tool may go on from one of those.
 */
export function hidePersonal(history: readonly HistoryTurn[]): HistoryTurn[] {
  let isTold = false
  return history.map((turn) => {
    const { role, calls = [] } = turn
    const isAbout = calls.some(({ name, args }) => isOwn(name, args))
    isTold ||= isAbout
    return isAbout || (isTold && role === 'assistant' && calls.length === 0) ? { role, content: HIDDEN } : turn
  })
}
