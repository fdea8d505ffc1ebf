import { type IsoDate, type MarketSession, newYorkCloseMs, sessionOf } from '@callwright/scoring'
import type { Reject } from '../guards/rejections.ts'
import type { Answer, DataClass, Missing, Stamp } from '../provider.ts'
import { type MassiveClient, NAME } from './massive-client.ts'

/** First day of the trading calendar in libs/scoring; bars may be older. */
const CALENDAR_START = '2010-01-01'

/** Dependencies of every capability. */
export interface MassiveContext {
  readonly client: MassiveClient
  readonly now: () => number
  readonly reject: Reject
  readonly stamps: Stamps
}

export type Stamps = ReturnType<typeof createStamps>

/**
 * Creates the stamps of answers. The plan's data class is learned from responses: the provider as a whole is live only
 * while every price was live. Answers are never dated in the future, even if a clock is wrong (F26).
 */
export function createStamps(now: () => number) {
  let pricesSeen: 'none' | 'live' | 'delayed' = 'none'
  return {
    current(): Stamp {
      return { source: NAME, dataClass: pricesSeen === 'live' ? 'live' : 'delayed', asOfMs: now() }
    },
    /** Answer with prices as of an instant. */
    prices<T>(value: T, dataClass: DataClass, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      if (pricesSeen !== 'delayed') pricesSeen = dataClass === 'live' ? 'live' : 'delayed'
      return { source: NAME, dataClass, asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** Answer with data that is not subject to price delays: lists, dates, statements. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

/** Session of a day; null if there is none or the calendar does not cover it. */
export function sessionAt(date: IsoDate): MarketSession | null {
  return date < CALENDAR_START ? null : sessionOf(date)
}

/** Close of a day's regular session; 16:00 New York on days without one. */
export function closeOf(date: IsoDate): number {
  return sessionAt(date)?.closeMs ?? newYorkCloseMs(date)
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Massive has no ${what}` }
}
