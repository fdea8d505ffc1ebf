import type { CardType } from '@callwright/contracts'
import type { ToolName } from '../src/turn/tool-names.ts'
import type { ToolArgs } from '../src/turn/types.ts'

export type EvalIntent =
  | 'find_options'
  | 'top_stocks'
  | 'analyse_calculate'
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

/** A tool that is asked in the last turn, and the arguments it must have; others may be anything. */
export type ExpectedCall = readonly [name: ToolName, args: ToolArgs]

/** A conversation, and what its last answer has to be. */
export interface EvalItem {
  readonly intent: EvalIntent
  /** What the user writes, one message after the other. */
  readonly turns: readonly string[]
  readonly page?: { readonly path: string; readonly symbol?: string }
  /** In this order, others between them. */
  readonly calls: readonly ExpectedCall[]
  /** No tool at all where `calls` is empty and this is left out. */
  readonly mayCall?: boolean
  readonly card?: CardType
  /** Words and figures that must be there: text, or a pattern. */
  readonly must?: readonly (string | RegExp)[]
  readonly mustNot?: readonly (string | RegExp)[]
}

export const item = (
  intent: EvalIntent,
  turns: string | readonly string[],
  calls: readonly ExpectedCall[],
  more: Omit<EvalItem, 'intent' | 'turns' | 'calls'> = {},
): EvalItem => ({ intent, turns: typeof turns === 'string' ? [turns] : turns, calls, ...more })
