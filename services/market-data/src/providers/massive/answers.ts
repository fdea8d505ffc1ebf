import { type IsoDate, type MarketSession, newYorkCloseMs, sessionOf } from '@callwright/scoring'
import type { Reject } from '../guards/rejections.ts'
import type { Answer, DataClass, Missing, Stamp } from '../provider.ts'
import { type MassiveClient, NAME } from './massive-client.ts'

/** The trading calendar of libs/scoring begins here; older bars are still bars. */
const CALENDAR_START = '2010-01-01'

/** What every capability works with. */
export interface MassiveContext {
  readonly client: MassiveClient
  readonly now: () => number
  readonly reject: Reject
  readonly stamps: Stamps
}

export type Stamps = ReturnType<typeof createStamps>

/**
 * Stamps answers. What the plan gives is learned from the answers: the provider as a whole is live only as long as every
 * price came live. No answer is from the future, whoever's clock is wrong (F26).
 */
export function createStamps(now: () => number) {
  let pricesSeen: 'none' | 'live' | 'delayed' = 'none'
  return {
    current(): Stamp {
      return { source: NAME, dataClass: pricesSeen === 'live' ? 'live' : 'delayed', asOfMs: now() }
    },
    /** An answer of prices of an instant. */
    prices<T>(value: T, dataClass: DataClass, atMs: number | null, missing: readonly Missing[] = []): Answer<T> {
      if (pricesSeen !== 'delayed') pricesSeen = dataClass === 'live' ? 'live' : 'delayed'
      return { source: NAME, dataClass, asOfMs: Math.min(atMs ?? now(), now()), value, missing }
    },
    /** An answer of facts that have no price's delay: lists, dates, statements. */
    facts<T>(value: T, missing: readonly Missing[] = []): Answer<T> {
      return { source: NAME, dataClass: 'delayed', asOfMs: now(), value, missing }
    },
  }
}

/** The session of a day, null where there is none or where the calendar does not reach. */
export function sessionAt(date: IsoDate): MarketSession | null {
  return date < CALENDAR_START ? null : sessionOf(date)
}

/** When a day's regular session ends; 16:00 New York on days that have none. */
export function closeOf(date: IsoDate): number {
  return sessionAt(date)?.closeMs ?? newYorkCloseMs(date)
}

export function lacks(field: string, what: string): Missing {
  return { field, reason: `Massive has no ${what}` }
}
