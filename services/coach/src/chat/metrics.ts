import type { Metrics } from '@callwright/service'
import { isToolError } from '../turn/tool-caller.ts'
import {
  type RejectionReason,
  type Tool,
  type ToolRegistry,
  type TurnResult,
  toolErrorCodes,
  toolNames,
  type Usage,
} from '../turn/types.ts'

const requestOutcomes = ['answered', 'fallback', 'limited', 'failed', 'late', 'left'] as const
const toolOutcomes = ['ok', 'fault', ...toolErrorCodes] as const
const rejectionReasons = ['figure', 'promise', 'forecast', 'order', 'advice'] as const satisfies RejectionReason[]
const MODEL = 'model'

export type ChatMetrics = ReturnType<typeof createChatMetrics>

export function createChatMetrics(metrics: Metrics) {
  const requests = metrics.counter('coach_requests_total', 'Messages by outcome', ['outcome'], {
    known: { outcome: requestOutcomes },
  })
  const tokens = metrics.counter(
    'coach_tokens_total',
    'Tokens sent to and received from model providers',
    ['direction'],
    {
      known: { direction: ['input', 'output'] },
    },
  )
  const cost = metrics.counter('coach_cost_usd_total', 'Cost of model providers in US dollars')
  const remaining = metrics.gauge('coach_budget_remaining_ratio', 'Remaining fraction of the daily budget')
  const calls = metrics.counter('coach_tool_calls_total', 'Tool calls by outcome', ['tool', 'outcome'], {
    known: { tool: toolNames, outcome: toolOutcomes },
  })
  const rejected = metrics.counter('coach_output_rejected_total', 'Sentences removed from answers', ['reason'], {
    known: { reason: rejectionReasons },
  })
  return {
    count: (outcome: (typeof requestOutcomes)[number]) => requests.inc({ outcome }),
    setRemaining: (ratio: number) => remaining.set(ratio),
    expectModel(): void {
      metrics.retries.inc({ upstream: MODEL }, 0)
      metrics.breakerState.set({ upstream: MODEL }, 0)
    },
    noteRetry: () => metrics.retries.inc({ upstream: MODEL }),
    setBreaker: (isOpen: boolean) => metrics.breakerState.set({ upstream: MODEL }, isOpen ? 2 : 0),
    spend({ inputTokens, outputTokens }: Usage, costUsd: number): void {
      tokens.inc({ direction: 'input' }, inputTokens)
      tokens.inc({ direction: 'output' }, outputTokens)
      cost.inc(costUsd)
    },
    reject(rejections: TurnResult['rejections']): void {
      for (const reason of rejections) rejected.inc({ reason })
    },
    /**
     * Wraps the tools to count their calls. If a tool throws, the call counts as a fault and `onFault` receives the
     * error.
     */
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
