import { fromDayNumber } from '@callwright/scoring'
import type { EarningsReport } from '../../provider.ts'
import { type Calendar, dayInMonth, monthOfDay } from '../calendar.ts'
import type { Company } from '../companies/company.ts'
import { normalAt, openStream, type Stream, uniformAt } from '../random.ts'

/** One earnings report, which makes the price jump. */
export interface Report {
  /** Month number of the report. */
  readonly month: number
  readonly day: number
  /** The session whose open reacts to the report. */
  readonly reactionDay: number
  readonly session: 'before_open' | 'after_close'
}

const MONTHS_PER_QUARTER = 3
const JITTER_DAYS = 3
/** One report in five is a bigger surprise than the others; the total variance is unaffected. */
const SURPRISE = { share: 0.2, size: 1.5, usual: 0.83 } as const

export type EarningsCalendar = ReturnType<typeof openEarningsCalendar>

/** Creates a company's calendar of quarterly reports, for any range of days. */
export function openEarningsCalendar(seed: string, calendar: Calendar, company: Company) {
  const { issuer, earnings } = company
  const dates: Stream = openStream(seed, 'report dates', issuer)
  const jumps: Stream = openStream(seed, 'report jumps', issuer)

  function reportIn(month: number): Report {
    const jitter = Math.floor(uniformAt(dates, month) * (2 * JITTER_DAYS + 1)) - JITTER_DAYS
    const day = calendar.onOrAfter(dayInMonth(month, Math.max(1, earnings.dayOfMonth + jitter)))
    const reactionDay = earnings.session === 'before_open' ? day : calendar.after(day)
    return { month, day, reactionDay, session: earnings.session }
  }

  return {
    /** Lists reports with a reaction after `afterDay` and on or before `untilDay`, oldest first. */
    listReactions(afterDay: number, untilDay: number): Report[] {
      const reports: Report[] = []
      const first = monthOfDay(afterDay) - 1
      const offset = (((first - earnings.month) % MONTHS_PER_QUARTER) + MONTHS_PER_QUARTER) % MONTHS_PER_QUARTER
      const start = offset === 0 ? first : first + MONTHS_PER_QUARTER - offset
      for (let month = start; month <= monthOfDay(untilDay); month += MONTHS_PER_QUARTER) {
        const report = reportIn(month)
        if (report.reactionDay > afterDay && report.reactionDay <= untilDay) reports.push(report)
      }
      return reports
    },
    /** Log price jump at the open that reacts to a report. */
    jumpOf({ month }: Report): number {
      const size = uniformAt(jumps, 2 * month) < SURPRISE.share ? SURPRISE.size : SURPRISE.usual
      return earnings.moveFrac * size * normalAt(jumps, 2 * month + 1)
    },
    /** Price jump at each of a year's sessions; 0 where there is none. */
    jumpsOf(year: number): Float64Array {
      const { days } = calendar.sessionsOf(year)
      const found = new Float64Array(days.length)
      for (const report of this.listReactions((days[0] ?? 0) - 1, days[days.length - 1] ?? 0)) {
        found[days.indexOf(report.reactionDay)] = this.jumpOf(report)
      }
      return found
    },
    toEarningsReport: ({ day, session }: Report): EarningsReport => ({ date: fromDayNumber(day), session }),
  }
}
