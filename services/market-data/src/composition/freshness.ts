import { type IsoDate, newYorkDate } from '@callwright/scoring'
import type { Answer, DataClass, OptionChain } from '../providers/provider.ts'
import type { Question } from '../providers/questions.ts'
import { findLifetime } from './keeper/lifetimes.ts'
import type { MarketMoment } from './market-moment.ts'

const MINUTE = 60_000
/** Trading time after which a price is old, beyond what its feed is late by. */
const STALE_MS = 20 * MINUTE
const FEED_DELAY_MS = 15 * MINUTE
/** Feeds of finished days have a day's bar some hours after its close. */
const BAR_LATENESS_MS = 8 * 60 * MINUTE
const LONGEST_PAUSE_MS = 4 * 24 * 60 * MINUTE

/**
 * An answer as it reads at this moment: its class by the session, what has expired since left out. Kept by a clock that
 * was ahead of this one, it is still not from the future (F26).
 */
export function toPresent(question: Question, answer: Answer<unknown>, moment: MarketMoment): Answer<unknown> {
  const asOfMs = Math.min(answer.asOfMs, moment.nowMs)
  const dataClass = classOf(question, answer, moment)
  const value = withoutExpired(question, answer.value, moment.nowMs)
  const isSame = asOfMs === answer.asOfMs && dataClass === answer.dataClass && value === answer.value
  return isSame ? answer : { ...answer, asOfMs, dataClass, value }
}

/**
 * Whether a price of a live or delayed feed is as fresh as its feed gives it, of the last close, or stale. Age is
 * counted in trading time: over a weekend nothing ages, and a close is no error (F24).
 */
function classOf(question: Question, { dataClass, asOfMs }: Answer<unknown>, moment: MarketMoment): DataClass {
  const { endpoint } = question
  const lifetime = findLifetime(endpoint)
  const isPrice = lifetime === 'price' || lifetime === 'bars'
  if (!isPrice || (dataClass !== 'live' && dataClass !== 'delayed')) return dataClass
  const { nowMs, openMs, lastCloseMs } = moment
  const limitMs = STALE_MS + (dataClass === 'delayed' ? FEED_DELAY_MS : 0)
  if (openMs !== null && asOfMs > openMs) return lifetime === 'price' && nowMs - asOfMs > limitMs ? 'stale' : dataClass
  // Minutes of finished sessions are asked for by name.
  if (endpoint === 'intraday_bars') return 'closed'
  if (lifetime === 'bars') return lastCloseMs - asOfMs > findLatenessMs(nowMs - lastCloseMs) ? 'stale' : 'closed'
  const sinceOpenMs = openMs === null ? 0 : nowMs - openMs
  return Math.max(0, lastCloseMs - asOfMs) + sinceOpenMs > limitMs ? 'stale' : 'closed'
}

/** How far daily bars may end before a close that is so long past. */
function findLatenessMs(sinceCloseMs: number): number {
  return sinceCloseMs > BAR_LATENESS_MS ? 0 : LONGEST_PAUSE_MS
}

/** Expirations and contracts are in order of their day; an answer kept since yesterday may begin with one that is over. */
function withoutExpired({ endpoint }: Question, value: unknown, nowMs: number): unknown {
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

/** An instant for a person: `10:31 ET`, with its day where that is not today. */
export function describeTime(instantMs: number, nowMs: number): string {
  const time = `${clockFormat.format(instantMs)} ET`
  return newYorkDate(instantMs) === newYorkDate(nowMs) ? time : `${dayFormat.format(instantMs)}, ${time}`
}
