import type { ChatSource } from '@callwright/contracts'
import type { MarketState } from '../market/market-clock.ts'
import { isToolError } from '../turn/tool-caller.ts'
import type { Call, TurnResult } from '../turn/types.ts'
import { describeEngine, type EngineChoice } from './engine-choice.ts'
import type { Answer } from './message-store.ts'

/** The answer as it is stored and sent: with its sources, and the engine that gave it. */
export function toAnswer(
  result: TurnResult,
  { provider, fallbackReason: unasked }: EngineChoice,
  market: MarketState,
): Answer {
  const fallbackReason = unasked ?? (result.failure === null ? null : 'failure')
  return {
    content: result.text,
    metadata: result.metadata,
    sources: listSources(result.calls, market.asOf),
    grounding: result.grounding,
    engine: describeEngine(result.engine, { provider, fallbackReason, market: market.label }),
    understood: result.understood,
    calls: result.calls.map(({ name, args }) => ({ name, args })),
  }
}

function listSources(calls: readonly Call[], asOf: string): ChatSource[] {
  return calls.map(({ id, name, args, result }) => {
    const asked = { call: id, tool: name, args: listGiven(args), asked_at: asOf }
    if (isToolError(result)) {
      return { ...asked, outcome: result.error, rows: null, as_of: null, delay_minutes: null, source: null }
    }
    const { as_of, delay_minutes, source, rows } = result
    return { ...asked, outcome: 'ok', rows: Array.isArray(rows) ? rows.length : null, as_of, delay_minutes, source }
  })
}

const listGiven = (args: Call['args']) => Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
