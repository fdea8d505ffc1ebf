import { dayNumber } from '@callwright/scoring'
import { type Calendar, dayInMonth, monthOfDay, yearOfDay } from '../calendar.ts'
import type { Company, DividendPlan } from '../companies/company.ts'
import { round } from '../companies/company.ts'
import type { ShareUnits } from '../paths/share-units.ts'

/** One dividend, per share as of its ex-date. */
interface Dividend {
  readonly exDay: number
  readonly cashUsd: number
}

const MONTHS_PER_YEAR = 12

export type DividendCalendar = ReturnType<typeof openDividendCalendar>

/**
 * Creates a company's dividend calendar, for any range of days. The cash amount is constant within a year, and is reset
 * to match the typical share price each January 1. Between ex-dates, the price includes the accrued part of the next
 * dividend; at the open on the ex-date, it drops by the full dividend.
 */
export function openDividendCalendar(calendar: Calendar, company: Company, units: ShareUnits) {
  const plan = company.dividend
  return {
    /** Lists dividends with an ex-date after `afterDay` and on or before `untilDay`, oldest first. */
    listExDates(afterDay: number, untilDay: number): Dividend[] {
      return plan === null ? [] : listExDates(calendar, company, plan, units, afterDay, untilDay)
    },
    /**
     * For each session in a year, how much of the next dividend the price already includes, in cash per share as of
     * that session. Entry 0 is the last session of the previous year.
     */
    accruedOf(year: number): Float64Array {
      const { days } = calendar.sessionsOf(year)
      const accrued = new Float64Array(days.length + 1)
      if (plan === null) return accrued
      const first = calendar.before(days[0] ?? 0)
      const span = Math.ceil(366 / plan.perYear) + 10
      const known = listExDates(calendar, company, plan, units, first - span, (days[days.length - 1] ?? 0) + span)
      let next = 0
      for (let index = 0; index <= days.length; index += 1) {
        const day = index === 0 ? first : (days[index - 1] ?? 0)
        while ((known[next]?.exDay ?? Number.POSITIVE_INFINITY) <= day) next += 1
        const last = known[next - 1]
        const coming = known[next]
        if (last === undefined || coming === undefined) continue
        const shares = units.sharesFor(units.splitsUntil(day), units.splitsUntil(coming.exDay))
        accrued[index] = (coming.cashUsd * shares * (day - last.exDay)) / (coming.exDay - last.exDay)
      }
      return accrued
    },
  }
}

function listExDates(
  calendar: Calendar,
  company: Company,
  plan: DividendPlan,
  units: ShareUnits,
  afterDay: number,
  untilDay: number,
): Dividend[] {
  const cycle = MONTHS_PER_YEAR / plan.perYear
  const first = monthOfDay(afterDay) - 1
  const offset = (((first - plan.month) % cycle) + cycle) % cycle
  const found: Dividend[] = []
  for (let month = offset === 0 ? first : first + cycle - offset; month <= monthOfDay(untilDay); month += cycle) {
    const exDay = calendar.onOrAfter(dayInMonth(month, plan.dayOfMonth))
    if (exDay > afterDay && exDay <= untilDay) found.push({ exDay, cashUsd: cashOn(company, plan, units, exDay) })
  }
  return found
}

/**
 * Amount of one payment, per share as of its ex-date: its part of the annual yield on the typical price on January 1,
 * rounded to the cent per share as of that January 1.
 */
function cashOn({ levelUsd }: Company, plan: DividendPlan, units: ShareUnits, exDay: number): number {
  const newYear = dayNumber(`${yearOfDay(exDay)}-01-01`)
  const splits = units.splitsUntil(newYear)
  const usualPrice = levelUsd * Math.exp(units.growthLog(newYear, splits))
  const cash = Math.max(0.01, round((usualPrice * plan.yieldPct) / 100 / plan.perYear, 2))
  return round(cash / units.sharesFor(splits, units.splitsUntil(exDay)), 4)
}
