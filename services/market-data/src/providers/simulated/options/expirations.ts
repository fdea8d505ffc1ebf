import { fromDayNumber } from '@callwright/scoring'
import type { IsoDate } from '../../provider.ts'
import { type Calendar, dayInMonth, monthOfDay, thirdFriday, weekdayOf } from '../calendar.ts'
import type { Company } from '../companies/company.ts'
import type { Liquidity } from '../companies/liquidity.ts'
import { openStream, uniformAt } from '../random.ts'

export type ExpirationSeries = 'week' | 'month'

/** A listed expiration, available from `listedDay` until it expires. */
export interface Expiration {
  readonly day: number
  readonly date: IsoDate
  readonly listedDay: number
  readonly series: ExpirationSeries
}

/** Lead times: how many days before expiration each kind of expiration is listed. Null if it never is. */
interface ListingRules {
  /**
   * Lead times for third-Friday expirations: in every month; in months of the company's quarterly cycle; and in March,
   * June, September and December.
   */
  readonly everyMonth: number
  readonly cycleMonth: number
  readonly quarterMonth: number
  /** Lead times for third-Friday expirations: in January; and in June and December. */
  readonly january: number
  readonly halfYear: number
  readonly friday: number | null
  /** Lead time for Monday and Wednesday expirations. */
  readonly midWeek: number | null
  /** Lead time for expirations on the last session of a quarter. */
  readonly quarterEnd: number | null
}

const LEAPS_DAYS = 905
const FRIDAY_DAYS = 43
const QUIET_WITH_WEEKS = 0.4

const RULES: Readonly<Record<Liquidity, ListingRules>> = {
  daily: rules(130, 340, 450, LEAPS_DAYS, LEAPS_DAYS, FRIDAY_DAYS, 9, 70),
  busy: rules(100, 340, 450, LEAPS_DAYS, LEAPS_DAYS, FRIDAY_DAYS, null, null),
  active: rules(72, 260, 345, LEAPS_DAYS, 560, FRIDAY_DAYS, null, null),
  quiet: rules(66, 250, 250, 560, 250, null, null, null),
  thin: rules(66, 245, 245, 245, 245, null, null, null),
}

const FRIDAY = 5
const MONDAY = 1
const WEDNESDAY = 3
const DAYS_PER_WEEK = 7
const MONTHS_PER_YEAR = 12
const MONTHS_PER_QUARTER = 3

export type ExpirationCalendar = ReturnType<typeof openExpirationCalendar>

/**
 * Creates the calendar of a company's expirations, with the day on which each one is listed. An expiration stays listed
 * until it expires.
 */
export function openExpirationCalendar(seed: string, calendar: Calendar, company: Company) {
  const draws = openStream(seed, 'expirations', company.symbol)
  const cycle = Math.floor(uniformAt(draws, 0) * MONTHS_PER_QUARTER)
  const base = RULES[company.liquidity]
  const hasWeeks = company.liquidity === 'quiet' && uniformAt(draws, 1) < QUIET_WITH_WEEKS
  const listing = hasWeeks ? { ...base, friday: FRIDAY_DAYS, quarterMonth: 330, january: LEAPS_DAYS } : base

  return {
    /** Lists expirations between two days that have been listed by the day `listedBy`, soonest first. */
    listBetween(fromDay: number, untilDay: number, listedBy: number): Expiration[] {
      const found = new Map<number, Expiration>()
      const add = (day: number, daysAhead: number, series: ExpirationSeries) => {
        const listedDay = day - daysAhead
        const known = found.get(day)
        if (day < fromDay || day > untilDay || listedDay > listedBy) return
        if (known !== undefined && known.listedDay <= listedDay) return
        found.set(day, { day, date: fromDayNumber(day), listedDay, series: known?.series ?? series })
      }
      addMonths(listing, cycle, fromDay, Math.min(untilDay, listedBy + LEAPS_DAYS), (day, ahead) =>
        add(calendar.onOrBefore(day), ahead, 'month'),
      )
      addWeeks(listing, calendar, fromDay, Math.min(untilDay, listedBy + FRIDAY_DAYS), (day, ahead) =>
        add(calendar.onOrBefore(day), ahead, 'week'),
      )
      if (listing.quarterEnd !== null) {
        for (let month = monthOfDay(fromDay); month <= monthOfDay(untilDay); month += 1) {
          if (month % MONTHS_PER_QUARTER !== MONTHS_PER_QUARTER - 1) continue
          add(calendar.onOrBefore(dayInMonth(month + 1, 1) - 1), listing.quarterEnd, 'week')
        }
      }
      return [...found.values()].sort((a, b) => a.day - b.day)
    },
  }
}

function addMonths(
  listing: ListingRules,
  cycle: number,
  fromDay: number,
  untilDay: number,
  add: (day: number, daysAhead: number) => void,
): void {
  for (let month = monthOfDay(fromDay); month <= monthOfDay(untilDay); month += 1) {
    const monthOfYear = month % MONTHS_PER_YEAR
    let ahead = listing.everyMonth
    if (month % MONTHS_PER_QUARTER === cycle) ahead = Math.max(ahead, listing.cycleMonth)
    if (month % MONTHS_PER_QUARTER === MONTHS_PER_QUARTER - 1) ahead = Math.max(ahead, listing.quarterMonth)
    if (monthOfYear === 5 || monthOfYear === 11) ahead = Math.max(ahead, listing.halfYear)
    if (monthOfYear === 0) ahead = Math.max(ahead, listing.january)
    add(thirdFriday(month), ahead)
  }
}

function addWeeks(
  { friday, midWeek }: ListingRules,
  calendar: Calendar,
  fromDay: number,
  untilDay: number,
  add: (day: number, daysAhead: number) => void,
): void {
  const firstFriday = fromDay + ((FRIDAY - weekdayOf(fromDay) + DAYS_PER_WEEK) % DAYS_PER_WEEK)
  for (let day = firstFriday; friday !== null && day <= untilDay + DAYS_PER_WEEK; day += DAYS_PER_WEEK) {
    if (day !== thirdFriday(monthOfDay(day))) add(day, friday)
  }
  for (let day = fromDay; midWeek !== null && day <= untilDay; day += 1) {
    const weekday = weekdayOf(day)
    if ((weekday === MONDAY || weekday === WEDNESDAY) && calendar.isSession(day)) add(day, midWeek)
  }
}

function rules(
  everyMonth: number,
  cycleMonth: number,
  quarterMonth: number,
  january: number,
  halfYear: number,
  friday: number | null,
  midWeek: number | null,
  quarterEnd: number | null,
): ListingRules {
  return { everyMonth, cycleMonth, quarterMonth, january, halfYear, friday, midWeek, quarterEnd }
}
