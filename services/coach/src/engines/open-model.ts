import type { ProviderConfig } from '../config.ts'
import { type Engine, EngineFailure, type EngineFailureReason, noUsage } from '../turn/types.ts'
import { createChatModel } from './compatible.ts'
import type { Model, ProviderSettings } from './model.ts'
import { createResponsesModel } from './openai.ts'

/** Opens the configured model through the API that its provider uses. */
export const openModel = (provider: ProviderConfig & Pick<ProviderSettings, 'onRetry'>): Model =>
  provider.api === 'responses' ? createResponsesModel(provider) : createChatModel(provider)

const FAILURES = 3
const WITHIN_MS = 60_000
const OPEN_MS = 30_000

/** Failures caused by the provider rather than by a single question. */
const providerFailures: readonly EngineFailureReason[] = [
  'unauthorized',
  'rate_limited',
  'timeout',
  'unavailable',
  'unreadable',
]

/**
 * Circuit breaker: after three failures within a minute, it skips the provider for 30 seconds. Then one turn tries the
 * provider again.
 */
export function withBreaker(
  engine: Engine,
  { now, onChange }: { readonly now: () => number; readonly onChange: (isOpen: boolean) => void },
): Engine {
  let failures: number[] = []
  let openUntilMs: number | null = null

  function fail(): void {
    failures = [...failures.filter((atMs) => now() - atMs < WITHIN_MS), now()]
    if (failures.length < FAILURES && openUntilMs === null) return
    openUntilMs = now() + OPEN_MS
    onChange(true)
  }

  return {
    ...engine,
    async run(input) {
      if (openUntilMs !== null && now() < openUntilMs) throw new EngineFailure('unavailable', noUsage)
      // Keep the breaker open for other turns while this one tries the provider.
      if (openUntilMs !== null) openUntilMs = now() + OPEN_MS
      try {
        const draft = await engine.run(input)
        if (openUntilMs !== null) onChange(false)
        failures = []
        openUntilMs = null
        return draft
      } catch (error) {
        if (error instanceof EngineFailure && providerFailures.includes(error.reason)) fail()
        throw error
      }
    },
  }
}
