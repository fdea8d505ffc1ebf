import { addDays, isTradingDay } from '@callwright/scoring'
import type { IsoDate } from '../../provider.ts'

/** As-of date of the invented market, a Friday. */
export const INVENTED_AS_OF: IsoDate = '2026-07-10'
const SESSIONS = 560

/** Lists the last 560 sessions, oldest first. */
export function listSessions(): IsoDate[] {
  const sessions: IsoDate[] = []
  for (let date = INVENTED_AS_OF; sessions.length < SESSIONS; date = addDays(date, -1)) {
    if (isTradingDay(date)) sessions.push(date)
  }
  return sessions.reverse()
}

/**
 * Expirations listed for every company. The third Friday of June 2027 is a holiday, so the Thursday before it is
 * listed.
 */
export const MONTHLY_EXPIRATIONS: readonly IsoDate[] = [
  '2026-07-17',
  '2026-08-21',
  '2026-09-18',
  '2026-12-18',
  '2027-01-15',
  '2027-06-17',
]
/** Expirations also listed for the larger companies. */
export const WEEKLY_EXPIRATIONS: readonly IsoDate[] = ['2026-07-24', '2026-07-31', '2026-08-07', '2026-08-14']
export const LONG_EXPIRATIONS: readonly IsoDate[] = ['2028-01-21']
