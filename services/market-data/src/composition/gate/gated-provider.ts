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
import { type FailureFacts, ProviderFailure } from '../../providers/http/provider-failure.ts'
import { countQuestion, type ProviderMetrics } from '../../providers/observed-market-data.ts'
import type { Answer } from '../../providers/provider.ts'
import type {
  Capabilities,
  ConfiguredProvider,
  Provider,
  ProviderDeps,
  UniverseMember,
} from '../../providers/provider-definition.ts'
import { type Ask, type Question, wrapSources } from '../../providers/questions.ts'
import type { Priority } from '../question-deadline.ts'
import { trustClock } from '../trust-clock.ts'
import { CALL_MS, type CallGate } from './call-gate.ts'

const BREAKER_FAILURES = 5
const FIRST_BREAK_MS = 1_000
const LONGEST_BREAK_MS = 30_000
/** A refused key is tried again: the provider may have erred, and a restart costs more than a call. */
const REFUSED_KEY_MS = 10 * 60_000

/** One provider behind its gate, as people and as jobs ask it. */
export interface GatedProvider {
  readonly name: string
  readonly stamp: Provider['stamp']
  /** Each question rejects with a `ProviderFailure` only; `not_entitled` stays so until restart. */
  readonly capabilities: Readonly<Record<Priority, Partial<Capabilities>>>
  /** False while it is not asked: it keeps failing, or it refused its key. */
  readonly isReachable: () => boolean
}

interface GatedDeps {
  readonly gate: CallGate
  readonly metrics: ProviderMetrics
  readonly universe: readonly UniverseMember[]
  readonly now: () => number
}

/** Opens a provider for both priorities; what one learns of its state holds for the other. */
export function openGatedProvider(
  runtime: Runtime,
  configured: ConfiguredProvider,
  { gate, metrics, universe, now }: GatedDeps,
): GatedProvider {
  const { name } = configured
  const fail = (facts: FailureFacts) => new ProviderFailure(name, facts)
  const breaker = openBreaker(name, metrics)
  const lacking = new Set<string>()
  let keyRefusedUntilMs = Number.NEGATIVE_INFINITY

  /** What its failures teach: a pause, a plan's limits, a key that is not accepted. */
  async function learn(failure: ProviderFailure, { endpoint }: Question): Promise<void> {
    // Without a status the gate itself refused.
    if (failure.kind === 'rate_limited' && failure.status !== null) await gate.pause(failure.retryAfterMs)
    if (failure.kind === 'not_entitled' && !lacking.has(endpoint)) {
      lacking.add(endpoint)
      runtime.log.warn({ provider: name, endpoint, detail: failure.detail }, 'provider.not_entitled')
    }
    if (failure.kind === 'unauthorized') {
      keyRefusedUntilMs = now() + REFUSED_KEY_MS
      runtime.log.error({ provider: name, detail: failure.detail }, 'provider.key_refused')
    }
  }

  /** A provider may cut its own times to ours; what it stamps its messages with it cannot. */
  function tellClock(answer: Answer<unknown>): Answer<unknown> {
    const nowMs = now()
    return trustClock(answer, nowMs, Math.max(answer.asOfMs - nowMs, gate.readClockAheadMs()))
  }

  /** Whatever else an adapter throws over an answer is an answer that it could not read. */
  function toFailure(error: unknown): ProviderFailure {
    if (error instanceof ProviderFailure) return error
    runtime.log.error({ err: error, provider: name }, 'provider.broke')
    return fail({ kind: 'unreadable', detail: 'answered something that could not be understood' })
  }

  function guard(question: Question, ask: Ask): Ask {
    const { endpoint } = question
    metrics.expectQuestion({ provider: name, endpoint })
    const attempt = async (args: readonly unknown[]) => {
      try {
        const answer = await ask(...args)
        return question.shape === 'bare' ? answer : tellClock(answer as Answer<unknown>)
      } catch (error) {
        const failure = toFailure(error)
        await learn(failure, question)
        throw failure
      }
    }
    return async (...args) => {
      if (now() < keyRefusedUntilMs) throw fail({ kind: 'unauthorized', detail: 'refused the key' })
      if (lacking.has(endpoint)) throw fail({ kind: 'not_entitled', detail: 'the plan does not include this' })
      try {
        return await breaker.execute(() => countQuestion(metrics, { provider: name, endpoint }, () => attempt(args)))
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error
        throw fail({ kind: 'unavailable', detail: 'keeps failing and is left alone for a moment' })
      }
    }
  }

  const open = (priority: Priority) => {
    const deps: ProviderDeps = {
      now,
      reject: metrics.reject,
      universe,
      fetch: gate.openFetch(priority),
      // The gate times the call itself; this is the wait for its turn as well.
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

/** Opens after so many failures in a row, and tries one question again after 1, 2, 4 ... 30 s. */
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
