import type { EngineFooter } from '@callwright/contracts'
import type { ProviderConfig } from '../config.ts'
import { describeFailure, readsPersonalData } from '../tools/tool.ts'
import { toolSpecs } from '../tools/tool-specs.ts'
import type { Engine, HistoryTurn, Tool, ToolRegistry, ToolSpec, TurnInput, User } from '../turn/types.ts'
import type { BudgetState } from './budget.ts'

export interface ModelEngine {
  readonly engine: Engine
  readonly provider: ProviderConfig
}

interface ChoiceDeps {
  readonly offline: Engine
  readonly model: ModelEngine | null
  readonly readBudget: () => Promise<BudgetState>
  readonly tools: ToolRegistry
  readonly mayShare: boolean
}

export interface EngineChoice extends Pick<TurnInput, 'engine' | 'tools' | 'fallback'> {
  /** The provider that receives the message; null if the message stays within this service. */
  readonly recipient: string | null
  /** Host of the configured model, even if the model is not used. */
  readonly provider: string | null
  /** Why the configured model is not used; null if it is used or if the offline engine was chosen deliberately. */
  readonly fallbackReason: FallbackReason | null
}

export type ChooseEngine = ReturnType<typeof createEngineChoice>

/**
 * Chooses the engine: the configured model if there is budget left and the user is not a demo user, otherwise the
 * offline rules. To answer a question, pass a `readState` that reserves budget for it.
 */
export function createEngineChoice({ offline, model, readBudget, tools, mayShare }: ChoiceDeps) {
  return async (user: User, agreesToShare: boolean, readState = readBudget): Promise<EngineChoice> => {
    const provider = model === null ? null : nameProvider(model.provider)
    const local = { engine: offline, tools, recipient: null, provider }
    if (model === null || user.isDemo) return { ...local, fallbackReason: null }
    const state = await readState()
    if (state !== 'left') return { ...local, fallbackReason: state === 'spent' ? 'budget' : 'uncounted' }
    return {
      engine: model.engine,
      tools: mayShare && agreesToShare ? tools : withoutPersonalTools(tools),
      fallback: { engine: offline, tools },
      recipient: provider,
      provider,
      fallbackReason: null,
    }
  }
}

const specs: ReadonlyMap<string, ToolSpec> = new Map(toolSpecs.map((spec) => [spec.name, spec]))
const isPersonalCall = (name: string, args: Parameters<Tool>[0]) => {
  const spec = specs.get(name)
  return spec !== undefined && readsPersonalData(spec, args)
}

const NOT_SHARED = describeFailure(
  'INVALID',
  'Your positions are not shared with the AI model. Name the stocks you mean, or agree to share your positions.',
)

/**
 * Removes the tools that read nothing but positions. The remaining tools reject any call that would read the user's
 * data.
 */
const withoutPersonalTools = (tools: ToolRegistry): ToolRegistry =>
  Object.fromEntries(
    Object.entries(tools).flatMap(([name, tool]): [string, Tool][] => {
      if (specs.get(name)?.isPersonal === true) return []
      return [[name, async (args, context) => (isPersonalCall(name, args) ? NOT_SHARED : tool(args, context))]]
    }),
  )

const HIDDEN = '(An answer about the user’s positions, not shared with you.)'

/**
 * Removes earlier answers about positions, for an engine that may not see them. Later answers without tool calls are
 * removed too, because they may refer to the removed ones.
 */
export function hidePersonalAnswers(history: readonly HistoryTurn[]): HistoryTurn[] {
  let followsPersonal = false
  return history.map((turn) => {
    const { role, calls = [] } = turn
    const isPersonalAnswer = calls.some(({ name, args }) => isPersonalCall(name, args))
    followsPersonal ||= isPersonalAnswer
    return isPersonalAnswer || (followsPersonal && role === 'assistant' && calls.length === 0)
      ? { role, content: HIDDEN }
      : turn
  })
}

export const DISCLAIMER =
  'Figures come from the sources listed with each answer. This is information, not advice. Options involve risk.'

const nameProvider = ({ baseUrl }: ProviderConfig): string => new URL(baseUrl).host

/** Why the model did not answer. */
type FallbackReason = 'budget' | 'uncounted' | 'failure'

const reasons: Readonly<Record<FallbackReason, (provider: string) => string>> = {
  budget: (provider) => `today’s budget for ${provider} is used up`,
  uncounted: (provider) => `today’s budget for ${provider} could not be checked`,
  failure: (provider) => `${provider} could not answer`,
}

/** Footer text that names the engine and the source of its figures. */
export function describeEngine(
  { name, model }: Pick<Engine, 'name' | 'model'>,
  {
    provider,
    fallbackReason,
    market,
  }: { provider: string | null; fallbackReason: FallbackReason | null; market: string },
): EngineFooter {
  const words =
    name === 'offline'
      ? [
          'Offline coach: built-in rules, no AI model',
          ...(fallbackReason === null ? [] : [reasons[fallbackReason](provider ?? '')]),
        ]
      : [provider === null ? model : `${model} at ${provider}`]
  return { engine: name, model, fallback: fallbackReason !== null, text: [...words, market].join(' · ') }
}
