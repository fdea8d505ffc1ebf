import { createHash } from 'node:crypto'
import type { Answer, ChainFilter, EarningsReport } from '../providers/provider.ts'
import { RATE_TENORS } from '../providers/rate-curve.ts'
import type { SourceRequest } from '../providers/source-requests.ts'
import type { MarketTime } from './market-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Lifetime {
  readonly sessionMs: number
  readonly closedMs: number
  /** Lifetime if the feed is delayed, since refreshing it more often would not return newer prices. */
  readonly delayedMs?: number
  /**
   * An answer read at least this long after a close is final, and stays fresh until the next session is well under way.
   */
  readonly settledMs?: number
}

/**
 * How long a cached answer is served without calling the source again (PROVIDERS section 6). A delayed price is
 * refreshed every 5 minutes: with the feed's 15-minute delay, it is at most 20 minutes old.
 */
const lifetimes = {
  price: { sessionMs: MINUTE, closedMs: MINUTE, delayedMs: 5 * MINUTE, settledMs: 15 * MINUTE },
  // Shorter than the lifetime of a price, so that a price that is requested again never comes from the same file.
  priceFile: { sessionMs: 4 * MINUTE, closedMs: 4 * MINUTE, settledMs: 15 * MINUTE },
  dayFile: { sessionMs: 12 * HOUR, closedMs: 12 * HOUR },
  bars: { sessionMs: 15 * MINUTE, closedMs: 15 * MINUTE, settledMs: 30 * MINUTE },
  expirations: { sessionMs: 12 * HOUR, closedMs: 12 * HOUR },
  symbols: { sessionMs: DAY, closedMs: DAY },
  fundamentals: { sessionMs: DAY, closedMs: 7 * DAY },
  events: { sessionMs: 12 * HOUR, closedMs: DAY },
  earnings: { sessionMs: 12 * HOUR, closedMs: DAY },
  rates: { sessionMs: 12 * HOUR, closedMs: 12 * HOUR, settledMs: 2 * HOUR },
  status: { sessionMs: MINUTE, closedMs: 5 * MINUTE },
  days: { sessionMs: 7 * DAY, closedMs: 7 * DAY },
} as const satisfies Readonly<Record<string, Lifetime>>
export type LifetimeName = keyof typeof lifetimes

/** Lifetime of the answer to each request. Whole-market requests, which only jobs make, are not cached. */
const lifetimeOfEndpoint: Readonly<Record<string, LifetimeName>> = {
  bars: 'bars',
  latest_bar: 'price',
  intraday_bars: 'price',
  quote: 'price',
  expirations: 'expirations',
  chain: 'price',
  search: 'symbols',
  universe: 'symbols',
  symbol: 'symbols',
  fundamentals: 'fundamentals',
  dividends: 'events',
  splits: 'events',
  earnings: 'earnings',
  past_earnings: 'events',
  rate: 'rates',
  iv_history: 'events',
  iv_rank: 'events',
  market_status: 'status',
  special_days: 'days',
}

export function findLifetime(endpoint: string): LifetimeName | null {
  return lifetimeOfEndpoint[endpoint] ?? null
}

/** Time after the open by which delayed feeds have a session's first prices. */
const OPENING_MS = 15 * MINUTE
/** An empty answer may come from a temporary error, so it is requested again after this long. */
const EMPTY_LIFETIME_MS = 5 * MINUTE
const LONGEST_GRACE_MS = HOUR
const LAST_GOOD_MS = DAY
/** Time from a close to the first minutes of the next session, across the longest weekend. */
const LONGEST_PAUSE_MS = 4 * DAY
/** Companies confirm or move a report's announced date in the last days before it. */
const REPORT_NEAR_MS = 3 * DAY

/** Maximum clock difference between replicas. */
const CLOCK_SLACK_MS = MINUTE

export interface CachedAnswer {
  readonly answer: Answer<unknown>
  readonly keptAtMs: number
}

/**
 * How a cached answer may be used: `fresh` is returned as is; `aging` is returned while it is refreshed; `old` is used
 * only if nothing newer can be loaded; `spent` is never used.
 */
export type Age = 'fresh' | 'aging' | 'old' | 'spent'

export function judgeAge({ answer, keptAtMs }: CachedAnswer, name: LifetimeName, moment: MarketTime): Age {
  const { nowMs, openMs, lastCloseMs } = moment
  const { settledMs }: Lifetime = lifetimes[name]
  // The storage time is in the future, so a clock has been set back since then and the answer's age is unknown.
  if (keptAtMs > nowMs + CLOCK_SLACK_MS) return 'old'
  const ageMs = nowMs - keptAtMs
  const freshMs = findFreshMs(answer, name, moment)
  const isQuiet = openMs === null || nowMs < openMs + OPENING_MS
  const isSettled = settledMs !== undefined && keptAtMs >= lastCloseMs + settledMs
  const isFinal = isQuiet && isSettled && answer.value !== null && answer.dataClass !== 'stale'
  if (ageMs < freshMs || isFinal) return 'fresh'
  if (ageMs < freshMs + Math.min(freshMs, LONGEST_GRACE_MS)) return 'aging'
  return ageMs < freshMs + LAST_GOOD_MS || isSettled ? 'old' : 'spent'
}

/**
 * Storage time to record for an answer that came from the database. The answer expires within minutes, since jobs may
 * update the database, but it remains a fallback for as long as any other answer.
 */
export function backdateRepeated(answer: Answer<unknown>, name: LifetimeName, moment: MarketTime): number {
  return moment.nowMs - Math.max(0, findFreshMs(answer, name, moment) - EMPTY_LIFETIME_MS)
}

export function retentionMs(name: LifetimeName): number {
  const { sessionMs, closedMs, settledMs }: Lifetime = lifetimes[name]
  return Math.max(sessionMs, closedMs, settledMs === undefined ? 0 : LONGEST_PAUSE_MS) + LAST_GOOD_MS
}

function findFreshMs(answer: Answer<unknown>, name: LifetimeName, { nowMs, openMs }: MarketTime): number {
  const { sessionMs, closedMs, delayedMs }: Lifetime = lifetimes[name]
  const fullMs = openMs === null ? closedMs : sessionMs
  if (answer.value === null) return Math.min(fullMs, EMPTY_LIFETIME_MS)
  if (name === 'earnings' && isReportNear(answer.value, nowMs)) return HOUR
  const isDelayed = answer.dataClass === 'delayed' || answer.dataClass === 'indicative'
  return isDelayed ? Math.max(fullMs, delayedMs ?? 0) : fullMs
}

function isReportNear(value: unknown, nowMs: number): boolean {
  return Date.parse((value as EarningsReport).date) - nowMs < REPORT_NEAR_MS
}

/**
 * Longest gap between a close and the next session. A chain cached before a weekend must still cover the requested days
 * after it.
 */
const LONGEST_PAUSE_DAYS = 4
const STRIKE_DIGITS = 2
/** A key that does not match is replaced with its digest. */
const PLAIN_KEY = /^[\w.,:=-]{1,160}$/

/** Values that can appear in a key unquoted without ambiguity. */
const PLAIN_WORD = /^[\w.-]+$/

interface NamedRequest {
  readonly args: readonly unknown[]
  readonly key: string
}

/**
 * Normalizes a request so that similar requests share a cache entry: chain filters are widened, and rates use the
 * nearest tenor. That is safe because callers already expect a source to return more than was requested.
 */
export function nameRequest(request: SourceRequest, args: readonly unknown[]): NamedRequest {
  const given = args.filter((argument) => argument !== undefined)
  const asked = widen(request.endpoint, given)
  const text = asked.map(write).join(',')
  const isPlain = text === '' || PLAIN_KEY.test(text)
  const name = isPlain ? text : createHash('sha256').update(text).digest('hex').slice(0, 32)
  return { args: asked, key: `${request.endpoint}:${name}` }
}

function widen(endpoint: string, args: readonly unknown[]): readonly unknown[] {
  const [first, filter] = args
  if (endpoint === 'rate') return [findTenor(Number(first))]
  // The store returns the whole series regardless of the start day.
  if (endpoint === 'bars') return [first]
  return endpoint === 'chain' && filter !== undefined ? [first, widenFilter(filter as ChainFilter)] : args
}

function findTenor(days: number): number {
  const byDistance = RATE_TENORS.toSorted((a, b) => Math.abs(a.days - days) - Math.abs(b.days - days))
  return byDistance[0]?.days ?? days
}

/** Widens the range of days by the longest gap between sessions, and rounds the strikes outward. */
function widenFilter({ maxDays, minStrike, maxStrike, ...filter }: ChainFilter): ChainFilter {
  return {
    ...filter,
    ...(maxDays === undefined ? {} : { maxDays: maxDays + LONGEST_PAUSE_DAYS }),
    ...(minStrike === undefined ? {} : { minStrike: roundTo(minStrike, Math.floor) }),
    ...(maxStrike === undefined ? {} : { maxStrike: roundTo(maxStrike, Math.ceil) }),
  }
}

function roundTo(strike: number, round: (value: number) => number): number {
  if (!(strike > 0)) return strike
  const unit = 10 ** (Math.floor(Math.log10(strike)) + 1 - STRIKE_DIGITS)
  return Number((round(strike / unit) * unit).toPrecision(STRIKE_DIGITS + 1))
}

/** Serializes an argument; the order of a filter's properties does not matter. */
function write(argument: unknown): string {
  if (typeof argument !== 'object' || argument === null) return String(argument)
  const parts = Object.entries(argument).filter(([, value]) => value !== undefined)
  return parts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${PLAIN_WORD.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(':')
}
