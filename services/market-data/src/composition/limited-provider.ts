import type { Runtime } from '@callwright/service'
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  noJitterGenerator,
} from 'cockatiel'
import type { AccessTokens } from '../providers/http/access-tokens.ts'
import { type FailureFacts, ProviderFailure } from '../providers/http/provider-failure.ts'
import type { VendorFiles } from '../providers/http/vendor-files.ts'
import { countRequest, type ProviderMetrics } from '../providers/observed-market-data.ts'
import type { Answer } from '../providers/provider.ts'
import type {
  Capabilities,
  ConfiguredProvider,
  Provider,
  ProviderDeps,
  UniverseMember,
} from '../providers/provider-definition.ts'
import { type Ask, type SourceRequest, wrapSources } from '../providers/source-requests.ts'
import { CALL_MS, type CallLimiter } from './call-limiter.ts'
import type { Priority } from './choose-sources.ts'
import { trustClock } from './freshness.ts'

const BREAKER_FAILURES = 5
const FIRST_BREAK_MS = 1_000
const LONGEST_BREAK_MS = 30_000
/**
 * How long to wait before calling a provider that rejected the key: the rejection may be the provider's mistake, and
 * one more call costs less than restarting the service.
 */
const REFUSED_KEY_MS = 10 * 60_000
/** How long a request that the plan excludes is not sent: plans change, and one refusal may concern one symbol only. */
const NOT_ENTITLED_MS = 24 * 3_600_000

/** One provider behind its rate limiter, with one set of sources per priority. */
export interface LimitedProvider {
  readonly name: string
  readonly stamp: Provider['stamp']
  /** Requests reject only with a `ProviderFailure`; once a request is `not_entitled`, it stays so for a day. */
  readonly capabilities: Readonly<Record<Priority, Partial<Capabilities>>>
  /** False while the breaker is open or the key is rejected. */
  readonly isReachable: () => boolean
}

interface LimitedDeps {
  readonly limiter: CallLimiter
  readonly openFiles: (priority: Priority) => VendorFiles
  readonly tokens: AccessTokens
  readonly metrics: ProviderMetrics
  readonly universe: readonly UniverseMember[]
  readonly now: () => number
}

/** Opens a provider for both priorities, which share its circuit breaker, plan limits and key state. */
export function openLimitedProvider(
  runtime: Runtime,
  configured: ConfiguredProvider,
  { limiter, openFiles, tokens, metrics, universe, now }: LimitedDeps,
): LimitedProvider {
  const { name } = configured
  const fail = (facts: FailureFacts) => new ProviderFailure(name, facts)
  const breaker = openBreaker(name, metrics)
  const lackingUntilMs = new Map<string, number>()
  const isLacking = (endpoint: string) => now() < (lackingUntilMs.get(endpoint) ?? 0)
  let keyRefusedUntilMs = Number.NEGATIVE_INFINITY

  /** Records what a failure reveals: a pause, a plan limit or a rejected key. */
  async function updateState(failure: ProviderFailure, { endpoint }: SourceRequest): Promise<void> {
    // Failures without a status come from the limiter itself.
    if (failure.kind === 'rate_limited' && failure.status !== null) await limiter.pause(failure.retryAfterMs)
    if (failure.kind === 'not_entitled' && !isLacking(endpoint)) {
      lackingUntilMs.set(endpoint, now() + NOT_ENTITLED_MS)
      runtime.log.warn({ provider: name, endpoint, detail: failure.detail }, 'provider.not_entitled')
    }
    if (failure.kind === 'unauthorized') {
      keyRefusedUntilMs = now() + REFUSED_KEY_MS
      runtime.log.error({ provider: name, detail: failure.detail }, 'provider.key_refused')
    }
  }

  /**
   * Adapters may already cap their timestamps at our clock, so the clock offset found in the response headers is
   * checked too.
   */
  function checkClock(answer: Answer<unknown>): Answer<unknown> {
    const nowMs = now()
    return trustClock(answer, nowMs, Math.max(answer.asOfMs - nowMs, limiter.readClockAheadMs()))
  }

  /** An exception that is not a `ProviderFailure` means that the adapter could not parse the response. */
  function toFailure(error: unknown): ProviderFailure {
    if (error instanceof ProviderFailure) return error
    runtime.log.error({ err: error, provider: name }, 'provider.broke')
    return fail({ kind: 'unreadable', detail: 'returned a response that could not be parsed' })
  }

  function guard(request: SourceRequest, ask: Ask): Ask {
    const { endpoint } = request
    metrics.expectRequest({ provider: name, endpoint })
    const attempt = async (args: readonly unknown[]) => {
      try {
        const answer = await ask(...args)
        return request.shape === 'bare' ? answer : checkClock(answer as Answer<unknown>)
      } catch (error) {
        const failure = toFailure(error)
        await updateState(failure, request)
        throw failure
      }
    }
    return async (...args) => {
      if (now() < keyRefusedUntilMs) throw fail({ kind: 'unauthorized', detail: 'rejected the API key' })
      if (isLacking(endpoint)) throw fail({ kind: 'not_entitled', detail: 'the plan does not include this' })
      try {
        return await breaker.execute(() => countRequest(metrics, { provider: name, endpoint }, () => attempt(args)))
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error
        throw fail({ kind: 'unavailable', detail: 'is paused after repeated failures' })
      }
    }
  }

  const open = (priority: Priority) => {
    const deps: ProviderDeps = {
      now,
      reject: metrics.reject,
      universe,
      fetch: limiter.openFetch(priority),
      files: openFiles(priority),
      tokens,
      // The limiter already times out the call itself; this timeout also covers the wait for the rate limiter.
      timeoutMs: CALL_MS[priority].inAll,
    }
    return configured.open(deps)
  }
  const [interactive, background] = [open('interactive'), open('background')]
  return {
    name,
    stamp: interactive.stamp,
    capabilities: {
      interactive: wrapSources(interactive.capabilities, guard),
      background: wrapSources(background.capabilities, guard),
    },
    isReachable: () => breaker.state !== CircuitState.Open && now() >= keyRefusedUntilMs,
  }
}

/**
 * Creates a circuit breaker that opens after `BREAKER_FAILURES` consecutive failures, then lets one test request
 * through after 1, 2, 4 ... 30 s.
 */
function openBreaker(name: string, { breakerState }: ProviderMetrics) {
  const isHandled = (error: unknown) =>
    error instanceof ProviderFailure && (error.kind === 'unavailable' || error.kind === 'unreadable')
  const breaker = circuitBreaker(handleWhen(isHandled), {
    halfOpenAfter: new ExponentialBackoff({
      generator: noJitterGenerator,
      initialDelay: FIRST_BREAK_MS,
      maxDelay: LONGEST_BREAK_MS,
    }),
    breaker: new ConsecutiveBreaker(BREAKER_FAILURES),
  })
  breakerState.set({ upstream: name }, 0)
  breaker.onStateChange((state) => {
    breakerState.set({ upstream: name }, state === CircuitState.Open ? 2 : state === CircuitState.HalfOpen ? 1 : 0)
  })
  return breaker
}
