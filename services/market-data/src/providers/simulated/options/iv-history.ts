import { DAYS_PER_YEAR, yearsUntilClose } from '@callwright/scoring'
import type { IvHistoryPoint } from '../../provider.ts'
import type { MarketMoment } from '../moment.ts'
import type { Share } from '../paths/share.ts'
import type { Expiration, ExpirationCalendar } from './expirations.ts'
import { atmVariance, readOutlook } from './variance.ts'

/** Number of sessions in the history, slightly more than a year's worth. */
const SESSIONS = 260
/** Term of the volatility (D11), and the nearest expiration that may be used for it. */
const TERM_DAYS = 30
const MIN_DAYS = 7
const MAX_DAYS = 183

/**
 * Lists the 30-day at-the-money volatility at each past close. It is read from the surface at the two listed
 * expirations around 30 days, with total variance interpolated linearly as in D11. No option is priced.
 */
export function listIvHistory(share: Share, moment: MarketMoment, expirations: ExpirationCalendar): IvHistoryPoint[] {
  const { calendar } = share
  const lastDay = moment.isOpen ? calendar.before(moment.day) : moment.day
  const sessions = listSessions(share, lastDay)
  const firstDay = sessions[0]?.day ?? lastDay
  const listed = expirations.listBetween(firstDay, lastDay + MAX_DAYS, lastDay)
  const reports = share.earnings.listReactions(firstDay, lastDay + MAX_DAYS)
  let firstReport = 0
  let firstListed = 0
  const points: IvHistoryPoint[] = []
  for (const { year, index, day, date } of sessions) {
    while ((reports[firstReport]?.reactionDay ?? day + 1) <= day) firstReport += 1
    while ((listed[firstListed]?.day ?? day + MIN_DAYS) < day + MIN_DAYS) firstListed += 1
    const outlook = readOutlook(share, { year, index, part: 1 }, reports.slice(firstReport, firstReport + 3))
    const impliedVolatility = interpolate(
      findAround(listed, firstListed, day).map(({ day: expirationDay }) => {
        const years = (expirationDay - day) / DAYS_PER_YEAR + restOfDay(share, date)
        return { days: expirationDay - day, years, variance: atmVariance(outlook, years, expirationDay) }
      }),
    )
    if (impliedVolatility !== null) points.push({ date, impliedVolatility: roundVol(impliedVolatility) })
  }
  return points
}

/** Rounds to a ten-thousandth of a point, which is finer than any real history. */
function roundVol(vol: number): number {
  return Math.round(vol * 1e6) / 1e6
}

interface PastSession {
  readonly year: number
  readonly index: number
  readonly day: number
  readonly date: string
}

function listSessions({ calendar }: Share, lastDay: number): PastSession[] {
  const sessions: PastSession[] = []
  let { year, index } = calendar.placeOn(lastDay)
  while (sessions.length < SESSIONS) {
    const { days, dates } = calendar.sessionsOf(year)
    for (; index >= 0 && sessions.length < SESSIONS; index -= 1) {
      sessions.push({ year, index, day: days[index] ?? 0, date: dates[index] ?? '' })
    }
    year -= 1
    index = calendar.sessionsOf(year).days.length - 1
  }
  return sessions.reverse()
}

/** Years from a session's close to 16:00, which is 0 except after an early close. */
function restOfDay({ calendar }: Share, date: string): number {
  const session = calendar.sessionOn(date)
  return session === null || !session.earlyClose ? 0 : yearsUntilClose(date, session.closeMs)
}

/**
 * Finds the last listed expiration within 30 days and the first one beyond. Returns only one if the other is not
 * listed.
 */
function findAround(listed: readonly Expiration[], from: number, day: number): Expiration[] {
  let near: Expiration | null = null
  for (let index = from; index < listed.length; index += 1) {
    const expiration = listed[index]
    if (expiration === undefined || expiration.day > day + MAX_DAYS) break
    if (expiration.listedDay > day) continue
    if (expiration.day > day + TERM_DAYS) return near === null ? [expiration] : [near, expiration]
    near = expiration
    if (expiration.day === day + TERM_DAYS) return [near]
  }
  return near === null ? [] : [near]
}

interface Term {
  readonly days: number
  readonly years: number
  readonly variance: number
}

function interpolate([near, far]: readonly Term[]): number | null {
  if (near === undefined) return null
  if (far === undefined) return Math.sqrt(near.variance / near.years)
  const weight = (TERM_DAYS - near.days) / (far.days - near.days)
  const years = near.years + weight * (far.years - near.years)
  return Math.sqrt((near.variance + weight * (far.variance - near.variance)) / years)
}
