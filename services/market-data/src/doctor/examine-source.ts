import { type FailureKind, ProviderFailure } from '../providers/http/provider-failure.ts'
import {
  type CallLimit,
  type Capabilities,
  type CapabilityName,
  type ProviderDefinition,
  usualCallsASymbol,
} from '../providers/provider-definition.ts'
import { findPackProblem } from '../providers/recorded/pack.ts'
import { type Probe, probes } from './probes.ts'
import {
  type CapabilityReport,
  type CapabilityStatus,
  isBroken,
  type RefreshCost,
  type SourceReport,
} from './report.ts'

interface Subject {
  readonly name: string
  readonly capabilities: Partial<Capabilities>
  ping(): Promise<void>
  /** The source's own clock; a recorded market's clock never advances. */
  now(): number
}

export interface SourceExamination {
  readonly symbol: string
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly say: (text: string) => void
  /** When the examination ends, even if requests remain. */
  readonly endsAtMs: number
}

type Examined = Pick<SourceReport, 'answers' | 'capabilities' | 'refusals'>

export const DEFAULT_SYMBOL = 'AAPL'
/** Pause to use if a provider does not report a retry time. */
const PAUSE_MS = 60_000
const NOT_ASKED = 'ran out of time, or the rate limit was reached'

const STATUS_OF_FAILURE: Readonly<Record<FailureKind, CapabilityStatus>> = {
  unauthorized: 'key_refused',
  not_entitled: 'not_in_plan',
  rate_limited: 'too_many_calls',
  unavailable: 'no_answer',
  unreadable: 'unusable',
  not_found: 'empty',
}

/** Tests whether a source responds, then requests each capability once. A rate-limited request is retried once. */
export async function examineSource(subject: Subject, examination: SourceExamination): Promise<Examined> {
  const { now } = examination
  let refusals = 0
  const onRefusal = () => {
    refusals += 1
  }
  const watched: Watched = { ...examination, onRefusal }
  const startedAtMs = now()
  const ping = await attempt(subject, () => subject.ping(), watched)
  const ms = now() - startedAtMs
  if (ping instanceof ProviderFailure && ping.kind !== 'not_entitled') {
    return { answers: { status: STATUS_OF_FAILURE[ping.kind], ms, detail: ping.detail }, capabilities: [], refusals }
  }
  const capabilities: CapabilityReport[] = []
  for (const probe of probes) {
    // A provider that is still rate limited after a pause has no calls left for now, so don't test its other
    // capabilities.
    const isSpent = capabilities.some(({ status }) => status === 'too_many_calls')
    const endsAtMs = isSpent ? now() : examination.endsAtMs
    const report = await askProbe(probe, subject, { ...watched, endsAtMs })
    if (report !== null) capabilities.push(report)
  }
  return { answers: { status: 'works', ms, detail: null }, capabilities, refusals }
}

interface Watched extends SourceExamination {
  /** Called for every rate-limited response. */
  readonly onRefusal: () => void
}

async function askProbe(probe: Probe, subject: Subject, watched: Watched): Promise<CapabilityReport | null> {
  const { capability } = probe
  const { symbol, now, endsAtMs } = watched
  if (subject.capabilities[capability] === undefined) return null
  if (now() >= endsAtMs) return { capability, status: 'not_asked', detail: NOT_ASKED, missing: [], ms: null }
  const startedAtMs = now()
  const ask = () => probe.ask(subject.capabilities, { symbol, nowMs: subject.now() })
  const outcome = await attempt(subject, ask, watched)
  if (outcome === null) return null
  const ms = now() - startedAtMs
  if (outcome instanceof ProviderFailure) {
    return { capability, status: STATUS_OF_FAILURE[outcome.kind], detail: outcome.detail, missing: [], ms }
  }
  const { isThere, detail, missing } = outcome
  return { capability, status: isThere ? 'works' : 'empty', detail, missing, ms }
}

/** Makes a request within the remaining time. If it is rate limited, waits and retries once. */
async function attempt<T>(
  { name }: Subject,
  ask: () => Promise<T> | null,
  { now, wait, say, endsAtMs, onRefusal }: Watched,
): Promise<T | ProviderFailure | null> {
  const attemptInTime = async () => {
    const outcome = await raceTime(name, ask, endsAtMs - now())
    if (isRefusal(outcome)) onRefusal()
    return outcome
  }
  const first = await attemptInTime()
  if (!isRefusal(first)) return first
  const ms = first.retryAfterMs ?? PAUSE_MS
  if (now() + ms >= endsAtMs) return first
  say(`${name}: rate limit reached, waiting ${Math.ceil(ms / 1_000)} s\n`)
  await wait(ms)
  return attemptInTime()
}

function isRefusal(outcome: unknown): outcome is ProviderFailure {
  return outcome instanceof ProviderFailure && outcome.kind === 'rate_limited'
}

async function raceTime<T>(name: string, ask: () => Promise<T> | null, leftMs: number) {
  const { promise: late, resolve } = Promise.withResolvers<ProviderFailure>()
  const failure = new ProviderFailure(name, { kind: 'unavailable', detail: 'no response within the time limit' })
  const timer = setTimeout(() => resolve(failure), Math.max(0, leftMs))
  try {
    return await Promise.race([ask(), late])
  } catch (error) {
    if (error instanceof ProviderFailure) return error
    const detail = findPackProblem(error) ?? 'returned a response that could not be parsed'
    return new ProviderFailure(name, { kind: 'unreadable', detail })
  } finally {
    clearTimeout(timer)
  }
}

interface PaceDeps {
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Called once, at the first wait long enough to notice. */
  readonly onSlow: () => void
}

/**
 * Timeout per call, counted from the end of the wait for the rate limit. It is longer than in the service, because a
 * check should tell a slow network from one that is down.
 */
const TIMEOUT_MS = 30_000
/** Waits shorter than this are not reported. */
const SLOW_MS = 2_000

/** A `fetch` that respects a provider's rate limit. */
export function createPacedFetch(
  { burst, perSecond }: CallLimit,
  { fetch, now, wait, onSlow }: PaceDeps,
): typeof globalThis.fetch {
  let tokens = burst
  let filledAtMs = now()
  let isSlow = false

  async function takeTurn(): Promise<void> {
    const nowMs = now()
    tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1_000) * perSecond) - 1
    filledAtMs = nowMs
    const ms = Math.ceil((-tokens / perSecond) * 1_000)
    if (ms <= 0) return
    if (ms >= SLOW_MS && !isSlow) {
      isSlow = true
      onSlow()
    }
    await wait(ms)
  }

  return async (input, init) => {
    await takeTurn()
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    const signal = init?.signal == null ? deadline : AbortSignal.any([init.signal, deadline])
    return fetch(input, { ...init, signal })
  }
}

export function giveAdvice(
  { variables, secretVariables = [] }: ProviderDefinition,
  { answers, capabilities, refusals }: Examined,
): string[] {
  const has = (status: CapabilityStatus) => capabilities.some((report) => report.status === status)
  const listOf = (ending: string) => variables.filter((variable) => variable.endsWith(ending)).join(', ')
  const advice: string[] = []
  if (answers.status === 'key_refused' || has('key_refused')) {
    const names = secretVariables.join(', ')
    advice.push(`Copy the key from the provider's website into ${names} again, without quotes or spaces.`)
  } else if (answers.status === 'no_answer' || answers.status === 'unusable' || has('no_answer')) {
    advice.push(`Check your network, the provider's status page, and ${listOf('_URL')} if set.`)
  }
  const limitVariable = listOf('_CALLS_PER_MINUTE')
  if (limitVariable !== '' && refusals > 0) {
    advice.push(
      `It reported too many calls. Set ${limitVariable} to the limit of your plan; calls by other users of the key, including the running service, count too.`,
    )
  }
  if (secretVariables.length === 0 && refusals > 0) {
    advice.push(
      'It may have blocked your IP address for a while. Wait ten minutes, because further calls prolong a block.',
    )
  }
  if (has('not_in_plan')) {
    advice.push(
      'For data that the plan does not include, upgrade the plan or add another provider to MARKET_DATA_PROVIDER.',
    )
  }
  return advice
}

const SECONDS_PER_MINUTE = 60

interface RefreshedSource {
  readonly callsASymbol: ProviderDefinition['callsASymbol']
  readonly capabilities: Partial<Capabilities>
  readonly limit: CallLimit
  readonly symbols: number
}

/**
 * Cost of a screener refresh at a source's rate limit; null if the source is failing or contributes nothing to a
 * refresh.
 */
export function estimateRefresh(
  reports: readonly CapabilityReport[],
  { callsASymbol, capabilities, limit, symbols }: RefreshedSource,
): RefreshCost | null {
  const callsOf = (capability: CapabilityName) => callsASymbol?.[capability] ?? usualCallsASymbol[capability] ?? 0
  const refreshed = reports.filter(({ capability }) => usualCallsASymbol[capability] !== undefined)
  if (refreshed.some(isBroken)) return null
  const asked = refreshed.flatMap(({ capability, status }) => (status === 'works' ? [capability] : []))
  if (asked.length === 0) return null
  const isWholeMarket = (capability: CapabilityName) =>
    capability === 'bars' && capabilities.bars?.listMarketBars !== undefined
  const costs = asked.map((capability) => (isWholeMarket(capability) ? 1 : Math.ceil(symbols * callsOf(capability))))
  const calls = costs.reduce((sum, cost) => sum + cost, 0)
  const minutes = Math.max(0, calls - limit.burst) / limit.perSecond / SECONDS_PER_MINUTE
  return { symbols, calls, minutes, capabilities: asked }
}
