import type { Answer, EarningsReport } from '../../providers/provider.ts'
import type { MarketMoment } from '../market-moment.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Lifetime {
  readonly sessionMs: number
  readonly closedMs: number
  /** Of a feed that is late by itself; asking it as often as a live one gains nothing. */
  readonly delayedMs?: number
  /** What was read so long after a close is final until the next session is well under way. */
  readonly settledMs?: number
}

/**
 * How long an answer is repeated without asking again (PROVIDERS section 6). A delayed price is renewed every 5 minutes:
 * with the 15 its feed is late it is at most 20 minutes old.
 */
const lifetimes = {
  price: { sessionMs: MINUTE, closedMs: MINUTE, delayedMs: 5 * MINUTE, settledMs: 15 * MINUTE },
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

/** Which of them each question's answers live by; what jobs ask of the whole market is not kept. */
const ofQuestions: Readonly<Record<string, LifetimeName>> = {
  bars: 'bars',
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
  market_status: 'status',
  special_days: 'days',
}

export function findLifetime(endpoint: string): LifetimeName | null {
  return ofQuestions[endpoint] ?? null
}

/** Late feeds have the first prices of a session by then. */
const OPENING_MS = 15 * MINUTE
/** That there is nothing may have been a slip. */
const NOTHING_MS = 5 * MINUTE
const LONGEST_GRACE_MS = HOUR
const LAST_GOOD_MS = DAY
/** From a close to the open after the longest weekend, and the first minutes of it. */
const LONGEST_PAUSE_MS = 4 * DAY
/** An announced report is confirmed or moved in its last days. */
const REPORT_NEAR_MS = 3 * DAY

/** Clocks of replicas are no further apart. */
const CLOCK_SLACK_MS = MINUTE

/** An answer with the instant it was kept. */
export interface KeptAnswer {
  readonly answer: Answer<unknown>
  readonly keptAtMs: number
}

/**
 * What a kept answer is good for: `fresh` is repeated as it is, `aging` too, while it is renewed; `old` stands in where
 * nothing newer can be had, and `spent` is nothing any more.
 */
export type Age = 'fresh' | 'aging' | 'old' | 'spent'

export function judgeAge({ answer, keptAtMs }: KeptAnswer, name: LifetimeName, moment: MarketMoment): Age {
  const { nowMs, openMs, lastCloseMs } = moment
  const { settledMs }: Lifetime = lifetimes[name]
  // Kept in our future: a clock was set back since, and how old it is nobody can tell.
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
 * When an answer that a store repeated counts as kept: it is asked for again in minutes, since jobs may have brought the
 * store a newer one by then, and stands in as long as any.
 */
export function backdateRepeated(answer: Answer<unknown>, name: LifetimeName, moment: MarketMoment): number {
  return moment.nowMs - Math.max(0, findFreshMs(answer, name, moment) - NOTHING_MS)
}

/** How long an answer of this kind is worth its place in a store. */
export function retentionMs(name: LifetimeName): number {
  const { sessionMs, closedMs, settledMs }: Lifetime = lifetimes[name]
  return Math.max(sessionMs, closedMs, settledMs === undefined ? 0 : LONGEST_PAUSE_MS) + LAST_GOOD_MS
}

function findFreshMs(answer: Answer<unknown>, name: LifetimeName, { nowMs, openMs }: MarketMoment): number {
  const { sessionMs, closedMs, delayedMs }: Lifetime = lifetimes[name]
  const fullMs = openMs === null ? closedMs : sessionMs
  if (answer.value === null) return Math.min(fullMs, NOTHING_MS)
  if (name === 'earnings' && isReportNear(answer.value, nowMs)) return HOUR
  return answer.dataClass === 'delayed' ? Math.max(fullMs, delayedMs ?? 0) : fullMs
}

function isReportNear(value: unknown, nowMs: number): boolean {
  return Date.parse((value as EarningsReport).date) - nowMs < REPORT_NEAR_MS
}
