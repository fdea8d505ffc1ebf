import type { Metrics } from '@callwright/service'
import { isToolError } from '../turn/tool-caller.ts'
import type { Tool, ToolRegistry, TurnResult } from '../turn/types.ts'

export type ChatMetrics = ReturnType<typeof createChatMetrics>

export function createChatMetrics(metrics: Metrics) {
  const requests = metrics.counter('coach_requests_total', 'Messages by what came of them', ['outcome'])
  const tokens = metrics.counter('coach_tokens_total', 'Tokens of model providers', ['direction'])
  const cost = metrics.counter('coach_cost_usd_total', 'What model providers cost, dollars')
  const remaining = metrics.gauge('coach_budget_remaining_ratio', 'Part of the budget of the day that is left')
  const calls = metrics.counter('coach_tool_calls_total', 'Calls of tools by what came of them', ['tool', 'outcome'])
  const rejected = metrics.counter('coach_output_rejected_total', 'Sentences left out of answers', ['reason'])
  return {
    count: (outcome: 'answered' | 'fallback' | 'limited' | 'failed' | 'late' | 'left') => requests.inc({ outcome }),
    setRemaining: (ratio: number) => remaining.set(ratio),
    setBreaker: (isOpen: boolean) => metrics.breakerState.set({ upstream: 'model' }, isOpen ? 2 : 0),
    note({ usage, rejections }: Pick<TurnResult, 'usage' | 'rejections'>, costUsd: number): void {
      tokens.inc({ direction: 'input' }, usage.inputTokens)
      tokens.inc({ direction: 'output' }, usage.outputTokens)
      cost.inc(costUsd)
      for (const reason of rejections) rejected.inc({ reason })
    },
    /** The same tools, counted; what one throws is a fault, and `onFault` hears of it. */
    watch(tools: ToolRegistry, onFault: (error: unknown, tool: string) => void): ToolRegistry {
      const watchOne =
        (name: string, tool: Tool): Tool =>
        async (args, context) => {
          try {
            const result = await tool(args, context)
            calls.inc({ tool: name, outcome: isToolError(result) ? result.error : 'ok' })
            return result
          } catch (error) {
            calls.inc({ tool: name, outcome: 'fault' })
            if (!context.signal.aborted) onFault(error, name)
            throw error
          }
        }
      return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, watchOne(name, tool)]))
    },
  }
}
