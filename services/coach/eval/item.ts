import type { CardType } from '@callwright/contracts'
import type { ToolName } from '../src/turn/tool-names.ts'
import type { ToolArgs } from '../src/turn/types.ts'

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

/** Tool call expected in the last turn, with the arguments that must match; other arguments are ignored. */
export type ExpectedCall = readonly [name: ToolName, args: ToolArgs]

/** A conversation, and what is expected of its last answer. */
export interface EvalItem {
  readonly intent: EvalIntent
  /** The user's messages, in order. */
  readonly turns: readonly string[]
  readonly page?: { readonly path: string; readonly symbol?: string }
  /** Expected calls in this order; other calls may come between them. */
  readonly calls: readonly ExpectedCall[]
  /** Allows any calls if `calls` is empty. Without it, no tool may be called. */
  readonly mayCall?: boolean
  readonly card?: CardType
  /** Required words and figures, as text or pattern. */
  readonly must?: readonly (string | RegExp)[]
  readonly mustNot?: readonly (string | RegExp)[]
}

export const item = (
  intent: EvalIntent,
  turns: string | readonly string[],
  calls: readonly ExpectedCall[],
  more: Omit<EvalItem, 'intent' | 'turns' | 'calls'> = {},
): EvalItem => ({ intent, turns: typeof turns === 'string' ? [turns] : turns, calls, ...more })
