import { type IsoDate, newYorkDate } from '@callwright/scoring'
import type { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer, DataClass, Missing, OptionChain } from '../providers/provider.ts'
import type { SourceRequest } from '../providers/source-requests.ts'
import { findLifetime } from './answer-lifetimes.ts'
import type { MarketTime } from './market-time.ts'

const MINUTE = 60_000
/** Trading time, beyond the feed's own delay, after which a price is stale. */
const STALE_MS = 20 * MINUTE
const FEED_DELAY_MS = 15 * MINUTE
/** End-of-day feeds publish a day's bar some hours after the close. */
const BAR_LATENESS_MS = 8 * 60 * MINUTE
const LONGEST_PAUSE_MS = 4 * 24 * 60 * MINUTE

/**
 * Brings an answer up to date: sets its data class to match the current session and drops expired contracts. Caps the
 * time of an answer that was cached by a replica with a fast clock (F26).
 */
export function toPresent(request: SourceRequest, answer: Answer<unknown>, moment: MarketTime): Answer<unknown> {
  const asOfMs = Math.min(answer.asOfMs, moment.nowMs)
  const dataClass = classOf(request, answer, moment)
  const value = withoutExpired(request, answer.value, moment.nowMs)
  const isSame = asOfMs === answer.asOfMs && dataClass === answer.dataClass && value === answer.value
  return isSame ? answer : { ...answer, asOfMs, dataClass, value }
}

const feedClasses: readonly DataClass[] = ['live', 'delayed', 'indicative']

/**
 * Data class of a price: the feed's own class, closed, or stale. Only trading time counts toward its age, so nothing
 * turns stale over a weekend, and a closed market is not an error (F24). An indicative quote remains indicative after
 * the close.
 */
function classOf(request: SourceRequest, answer: Answer<unknown>, moment: MarketTime): DataClass {
  const lifetime = findLifetime(request.endpoint)
  const isPrice = lifetime === 'price' || lifetime === 'bars'
  if (!isPrice || !feedClasses.includes(answer.dataClass)) return answer.dataClass
  const judged = judgePrice(request, answer, moment)
  return judged === 'closed' && answer.dataClass === 'indicative' ? 'indicative' : judged
}

function judgePrice(
  { endpoint }: SourceRequest,
  { dataClass, asOfMs }: Answer<unknown>,
  moment: MarketTime,
): DataClass {
  const lifetime = findLifetime(endpoint)
  const { nowMs, openMs, lastCloseMs } = moment
  const limitMs = STALE_MS + (dataClass === 'live' ? 0 : FEED_DELAY_MS)
  if (openMs !== null && asOfMs > openMs) return lifetime === 'price' && nowMs - asOfMs > limitMs ? 'stale' : dataClass
  // Intraday bars from finished sessions were requested by date, so they are never stale.
  if (endpoint === 'intraday_bars') return 'closed'
  if (lifetime === 'bars') return lastCloseMs - asOfMs > findLatenessMs(nowMs - lastCloseMs) ? 'stale' : 'closed'
  const sinceOpenMs = openMs === null ? 0 : nowMs - openMs
  return Math.max(0, lastCloseMs - asOfMs) + sinceOpenMs > limitMs ? 'stale' : 'closed'
}

/** How long before the last close daily bars may end and still not be stale, given the time since that close. */
function findLatenessMs(sinceCloseMs: number): number {
  return sinceCloseMs > BAR_LATENESS_MS ? 0 : LONGEST_PAUSE_MS
}

/**
 * Drops expirations and contracts that have expired since the answer was cached. Both are sorted by day, so expired
 * ones come first.
 */
function withoutExpired({ endpoint }: SourceRequest, value: unknown, nowMs: number): unknown {
  if (value === null || (endpoint !== 'expirations' && endpoint !== 'chain')) return value
  const today = newYorkDate(nowMs)
  if (endpoint === 'expirations') return dropBefore(value as readonly IsoDate[], today, (date) => date)
  const chain = value as OptionChain
  const contracts = dropBefore(chain.contracts, today, ({ expiration }) => expiration)
  return contracts === chain.contracts ? chain : { ...chain, contracts }
}

function dropBefore<T>(rows: readonly T[], today: IsoDate, dayOf: (row: T) => IsoDate): readonly T[] {
  const first = rows[0]
  return first === undefined || dayOf(first) >= today ? rows : rows.filter((row) => dayOf(row) >= today)
}

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
})
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', month: 'short', day: 'numeric' })

/** Formats an instant for users: `10:31 ET`, with the date unless it is today. */
export function describeTime(instantMs: number, nowMs: number): string {
  const time = `${clockFormat.format(instantMs)} ET`
  return newYorkDate(instantMs) === newYorkDate(nowMs) ? time : `${dayFormat.format(instantMs)}, ${time}`
}

const SHOWING_DATA_FROM = '; showing data from '

/**
 * Marks an older answer as stale because a newer one could not be loaded. The note gives the reason, the answer's time
 * and, if known, the retry time.
 */
export function markStaleByFailure<T>(answer: Answer<T>, failure: ProviderFailure, nowMs: number): Answer<T> {
  return markStale(answer, describeFailure(failure, nowMs), nowMs)
}

/** Marks an answer as stale, with the reason copied from another, older answer. */
export function copyStaleReason<T>(answer: Answer<T>, older: Answer<T>, nowMs: number): Answer<T> {
  const known = older.missing.find(({ field }) => field === 'freshness')?.reason ?? 'The source cannot be reached'
  return markStale(answer, known.split(SHOWING_DATA_FROM)[0] ?? known, nowMs)
}

export function markStale<T>(answer: Answer<T>, why: string, nowMs: number): Answer<T> {
  const reason = `${why}${SHOWING_DATA_FROM}${describeTime(answer.asOfMs, nowMs)}`
  const others = answer.missing.filter(({ field }) => field !== 'freshness')
  return { ...answer, dataClass: 'stale', missing: [{ field: 'freshness', reason }, ...others] }
}

function describeFailure({ kind, retryAfterMs }: ProviderFailure, nowMs: number): string {
  if (kind === 'unauthorized') return 'The source rejected its API key'
  if (kind === 'not_entitled') return 'The plan no longer includes this data'
  if (kind === 'unreadable') return 'The source returned unusable data'
  if (kind !== 'rate_limited' || retryAfterMs === null) return 'The source cannot be reached'
  return `Too many requests to the source; retrying after ${describeTime(nowMs + retryAfterMs, nowMs)}`
}

const MINUTE_MS = 60_000
/** Tolerated clock difference. */
const SLACK_MS = MINUTE_MS

/** Caps an answer's time at our own clock, and adds a note if the source's clock is ahead (F26). */
export function trustClock<T>(answer: Answer<T>, nowMs: number, aheadMs = answer.asOfMs - nowMs): Answer<T> {
  const asOfMs = Number.isFinite(answer.asOfMs) ? Math.min(answer.asOfMs, nowMs) : nowMs
  if (!(aheadMs > SLACK_MS)) return asOfMs === answer.asOfMs ? answer : { ...answer, asOfMs }
  const minutes = Math.round(aheadMs / MINUTE_MS)
  const uncertain: Missing = {
    field: 'freshness',
    reason: `Time uncertain: the clock of ${answer.source} is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} fast`,
  }
  return { ...answer, asOfMs, missing: [...answer.missing, uncertain] }
}
