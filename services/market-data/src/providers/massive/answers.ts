import { type IsoDate, type MarketSession, newYorkCloseMs, sessionOf } from '@callwright/scoring'
import type { Reject } from '../guards/rejections.ts'
import type { Answer, DataClass, Missing, Stamp } from '../provider.ts'
import { type MassiveClient, NAME } from './massive-client.ts'

/** First day that the trading calendar in libs/scoring covers; bars may be older. */
const CALENDAR_START = '2010-01-01'

export interface MassiveContext {
  readonly client: MassiveClient
  readonly now: () => number
  readonly reject: Reject
  readonly stamps: Stamps
}

export type Stamps = ReturnType<typeof createStamps>

/**
 * Creates a factory for the answers' stamps. It learns the plan's data class from responses: the provider as a whole is
 * live only while every price is live. No answer is dated in the future, even if a clock is wrong (F26).
 */
export function createStamps(now: () => number) {
  let pricesSeen: 'none' | 'live' | 'delayed' = 'none'
  return {
    current(): Stamp {
      return { source: NAME, dataClass: pricesSeen === 'live' ? 'live' : 'delayed', asOfMs: now() }
    },
    /** Creates an answer that contains prices as of an instant. */
    prices<T>(value: T, dataClass: DataClass, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      if (pricesSeen !== 'delayed') pricesSeen = dataClass === 'live' ? 'live' : 'delayed'
      return { source: NAME, dataClass, asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** Creates an answer with data that no feed delays: lists, dates, statements. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

/** The session on a day; null if there is none, or if the calendar does not cover that day. */
export function sessionAt(date: IsoDate): MarketSession | null {
  return date < CALENDAR_START ? null : sessionOf(date)
}

/** Close of a day's regular session; 16:00 New York time on a day without one. */
export function closeOf(date: IsoDate): number {
  return sessionAt(date)?.closeMs ?? newYorkCloseMs(date)
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Massive has no ${what}` }
}
