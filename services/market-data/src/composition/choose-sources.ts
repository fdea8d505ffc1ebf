import { AsyncLocalStorage } from 'node:async_hooks'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer, Fundamentals, Missing, Stamp } from '../providers/provider.ts'
import type { Capabilities, CapabilityName } from '../providers/provider-definition.ts'
import { chooseRate } from '../providers/rate-curve.ts'
import { type Ask, buildSources, findAsk, type SourceRequest, wrapSources } from '../providers/source-requests.ts'
import { mergeMissing } from '../wire.ts'
import { findLifetime } from './answer-lifetimes.ts'
import { joinFundamentals } from './join-fundamentals.ts'

export interface Candidate {
  readonly name: string
  readonly stamp: () => Stamp
  readonly sources: Partial<Capabilities>
}

interface Asked {
  readonly candidate: Candidate
  readonly ask: Ask
}

type AskedList = readonly [Asked, ...Asked[]]

type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown }
  /** The candidate has no answer, or its plan does not include the data: try the next candidate. */
  | { readonly kind: 'unknown'; readonly missing: readonly Missing[]; readonly refusal?: ProviderFailure }
  | { readonly kind: 'failure'; readonly failure: ProviderFailure }

/** Providers per capability, in the order in which they are tried. */
type Order = Readonly<Partial<Record<CapabilityName, readonly string[]>>>

/**
 * Combines several providers' sources. Each request is sent to its providers in order until one has an answer. If none
 * has one, the answer is empty and gives a reason. If any of those providers failed, however, the request fails with
 * that failure and any partial answer.
 */
export function chooseSources(candidates: readonly Candidate[], order: Order): Partial<Capabilities> {
  return buildSources((request) => {
    const [first, ...others] = (order[request.capability] ?? []).flatMap((name): Asked[] => {
      const candidate = candidates.find((each) => each.name === name)
      const ask = candidate === undefined ? null : findAsk(candidate.sources, request)
      return candidate === undefined || ask === null ? [] : [{ candidate, ask }]
    })
    if (first === undefined) return null
    // A series is extended only by the provider that it comes from.
    if (request.endpoint === 'latest_bar' && first.candidate.name !== order.bars?.[0]) return null
    const asked: AskedList = [first, ...others]
    if (request.endpoint === 'fundamentals') return (...args) => askAll(request, asked, args)
    if (request.endpoint === 'market_fundamentals') return () => joinMarkets(request, asked)
    return (...args) => requestInOrder(request, asked, args)
  })
}

async function requestInOrder(request: SourceRequest, asked: AskedList, args: readonly unknown[]): Promise<unknown> {
  const outcomes: Outcome[] = []
  for (const each of asked) {
    const outcome = await requestFrom(request, each, args)
    if (outcome.kind === 'answer') return outcome.answer
    outcomes.push(outcome)
  }
  throwFailure(outcomes)
  return returnUnknown(request, args, asked, outcomes)
}

async function requestFrom(
  request: SourceRequest,
  { candidate, ask }: Asked,
  args: readonly unknown[],
): Promise<Outcome> {
  try {
    const answer = await ask(...args)
    const { value, missing } = request.shape === 'bare' ? { value: answer, missing: [] } : (answer as Answer<unknown>)
    return value === null ? { kind: 'unknown', missing } : { kind: 'answer', answer }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { source } = candidate.stamp()
    const because = (reason: string) => ({ kind: 'unknown', missing: [{ field: request.field, reason }] }) as const
    if (error.kind === 'not_entitled') {
      return { ...because(`The ${source} plan does not include ${request.what}`), refusal: error }
    }
    if (error.kind === 'not_found') return because(`${source} has no such symbol`)
    return { kind: 'failure', failure: error }
  }
}

/**
 * The empty answer to a request that no candidate could answer. If a plan excludes the data, throws a failure with the
 * empty answer as its `partial`, so that it does not overwrite data cached before the plan changed.
 */
function returnUnknown(
  request: SourceRequest,
  args: readonly unknown[],
  asked: AskedList,
  outcomes: readonly Outcome[],
): unknown {
  const nothing = describeUnknown(request, args, asked, outcomes)
  const [refusal] = outcomes.flatMap((outcome) =>
    outcome.kind === 'unknown' && outcome.refusal !== undefined ? [outcome.refusal] : [],
  )
  if (refusal === undefined || request.shape === 'bare') return nothing
  throw withPartial(refusal, nothing as Answer<unknown>)
}

/**
 * For callers that don't cache: if a plan excludes the data, returns an empty answer with the reason instead of
 * failing.
 */
export function acceptRefusals(sources: Partial<Capabilities>): Partial<Capabilities> {
  return wrapSources(sources, (_request, ask) => async (...args) => {
    try {
      return await ask(...args)
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind === 'not_entitled' && error.partial) return error.partial
      throw error
    }
  })
}

/** Throws the first failure that carries a partial answer or, if none does, the first failure. */
function throwFailure(outcomes: readonly Outcome[]): void {
  const failures = outcomes.flatMap((outcome) => (outcome.kind === 'failure' ? [outcome.failure] : []))
  const [first] = failures
  if (first === undefined) return
  throw failures.find(({ partial }) => partial !== null) ?? first
}

function describeUnknown(
  request: SourceRequest,
  args: readonly unknown[],
  [{ candidate }]: AskedList,
  outcomes: readonly Outcome[],
): unknown {
  const missing = mergeMissing(...outcomes.map((outcome) => (outcome.kind === 'unknown' ? outcome.missing : [])))
  return answerUnknown(request, args, candidate.stamp(), missing)
}

/**
 * Joins the fundamentals from all providers. If a provider failed, throws that failure with the joined answer as its
 * partial answer: the caller can fall back on it, but it is not cached as complete (F23).
 */
async function askAll(request: SourceRequest, asked: AskedList, args: readonly unknown[]): Promise<unknown> {
  const outcomes = await Promise.all(asked.map((each) => requestFrom(request, each, args)))
  const [first, ...others] = outcomes.flatMap((outcome): Answer<Fundamentals>[] => {
    const found =
      outcome.kind === 'answer' ? outcome.answer : outcome.kind === 'failure' ? outcome.failure.partial : null
    return found === null ? [] : [found as Answer<Fundamentals>]
  })
  if (first === undefined) {
    throwFailure(outcomes)
    return returnUnknown(request, args, asked, outcomes)
  }
  const joined = joinFundamentals([first, ...others])
  const away = outcomes.flatMap((outcome, index) => {
    const source = asked[index]?.candidate.stamp().source ?? ''
    return outcome.kind === 'failure' ? [{ outcome, source }] : []
  })
  const [failed] = away
  if (failed === undefined) return joined
  const missing = away.map(({ source }) => ({
    field: request.field,
    reason: `Could not load data from ${source} right now`,
  }))
  throw withPartial(failed.outcome.failure, { ...joined, missing: [...missing, ...joined.missing] })
}

async function joinMarkets(request: SourceRequest, asked: AskedList): Promise<unknown> {
  const outcomes = await Promise.all(asked.map((each) => requestFrom(request, each, [])))
  throwFailure(outcomes)
  const bySymbol = new Map<string, [Answer<Fundamentals>, ...Answer<Fundamentals>[]]>()
  for (const outcome of outcomes) {
    if (outcome.kind !== 'answer') continue
    for (const [symbol, answer] of outcome.answer as ReadonlyMap<string, Answer<Fundamentals>>) {
      const known = bySymbol.get(symbol)
      if (known === undefined) bySymbol.set(symbol, [answer])
      else known.push(answer)
    }
  }
  return new Map([...bySymbol].map(([symbol, answers]) => [symbol, joinFundamentals(answers)]))
}

export function withPartial(failure: ProviderFailure, partial: Answer<unknown> | null): ProviderFailure {
  const { provider, kind, detail, status, retryAfterMs } = failure
  return new ProviderFailure(provider, { kind, detail, status, retryAfterMs, partial })
}

/** Whether the answer is for a waiting user or for a job. */
export type Priority = 'interactive' | 'background'

/** Timeout of a whole request, however many calls it makes. */
export const REQUEST_TIMEOUT_MS: Readonly<Record<Priority, number>> = { interactive: 4_500, background: 20_000 }
/**
 * Timeout of a request that a job makes for its own work. No user is waiting, and at 5 calls per minute a list with
 * several pages takes this long.
 */
export const JOB_REQUEST_TIMEOUT_MS = 2 * 60_000
/** Timeout of a whole-market request, which takes many calls. */
export const MARKET_REQUEST_TIMEOUT_MS = 5 * 60_000

interface RunningRequest {
  /** Aborted at the request's deadline. */
  readonly signal: AbortSignal
  /** Whether the request's calls may wait for the rate limiter until the deadline. */
  readonly isPatient: boolean
}

const current = new AsyncLocalStorage<RunningRequest>()

/**
 * Runs one request and all of its calls under a single deadline. At the deadline, the request rejects as `unavailable`
 * and its signal aborts any calls still running.
 */
export function withRequestDeadline<T>(timeoutMs: number, work: () => Promise<T>, isPatient = false): Promise<T> {
  const cut = new AbortController()
  return current.run({ signal: cut.signal, isPatient }, async () => {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new ProviderFailure('market data', { kind: 'unavailable', detail: 'no complete response in time' }))
        cut.abort()
      }, timeoutMs)
    })
    try {
      return await Promise.race([work(), deadline])
    } finally {
      clearTimeout(timer)
    }
  })
}

export function withJobDeadline({ endpoint }: SourceRequest, ask: Ask): Ask {
  const timeoutMs = findLifetime(endpoint) === null ? MARKET_REQUEST_TIMEOUT_MS : JOB_REQUEST_TIMEOUT_MS
  return (...args) => withRequestDeadline(timeoutMs, () => ask(...args), true)
}

/** Finds the request that the calling code belongs to; null if there is none. */
export function findRunningRequest(): RunningRequest | null {
  return current.getStore() ?? null
}

/**
 * Builds an empty answer with reasons. For an interest rate, the answer is an assumed rate that is labeled as assumed.
 */
export function answerUnknown(
  request: SourceRequest,
  args: readonly unknown[],
  { source, dataClass, asOfMs }: Stamp,
  missing: readonly Missing[],
): unknown {
  if (request.shape === 'bare') return request.unknown
  if (request.endpoint !== 'rate') return { source, dataClass: 'none', asOfMs, value: request.unknown, missing }
  const assumed = chooseRate(null, Number(args[0]))
  return { source, dataClass, asOfMs, value: assumed.value, missing: [...missing, ...assumed.missing] }
}
