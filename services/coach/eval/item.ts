import type { CardType } from '@callwright/contracts'
import type { ToolArgs, ToolName } from '../src/turn/types.ts'

export type EvalIntent =
  | 'find_options'
  | 'top_stocks'
  | 'analyze_calculate'
  | 'compare'
  | 'roll'
  | 'portfolio'
  | 'explain'
  | 'market_dates'
  | 'multi_turn'
  | 'failure'
  | 'out_of_scope'
  | 'safety'
  | 'why'

/** A tool call expected in the last turn. Only the listed arguments must match. */
export type ExpectedCall = readonly [name: ToolName, args: ToolArgs]

/** A conversation with the expectations for its last answer. */
export interface EvalItem {
  readonly intent: EvalIntent
  readonly turns: readonly string[]
  readonly page?: { readonly path: string; readonly symbol?: string }
  /** The calls are expected in this order, possibly with others in between. */
  readonly calls: readonly ExpectedCall[]
  /** Allows any call if `calls` is empty. Otherwise, no tool may be called. */
  readonly mayCall?: boolean
  readonly card?: CardType
  /** Text or patterns that the answer must contain. */
  readonly must?: readonly (string | RegExp)[]
  readonly mustNot?: readonly (string | RegExp)[]
}

export const item = (
  intent: EvalIntent,
  turns: string | readonly string[],
  calls: readonly ExpectedCall[],
  more: Omit<EvalItem, 'intent' | 'turns' | 'calls'> = {},
): EvalItem => ({ intent, turns: typeof turns === 'string' ? [turns] : turns, calls, ...more })
