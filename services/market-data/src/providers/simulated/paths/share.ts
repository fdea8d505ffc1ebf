import type { Calendar } from '../calendar.ts'
import { type Company, type CompanyName, describeCompany } from '../companies/company.ts'
import { type DividendCalendar, openDividendCalendar } from '../events/dividends.ts'
import { type EarningsCalendar, openEarningsCalendar } from '../events/earnings.ts'
import { openStream } from '../random.ts'
import { memoizeRecent } from '../recent.ts'
import { type CompanyYear, runCompanyYear } from './company-year.ts'
import { openFactorStreams } from './factor-year.ts'
import type { FactorPaths } from './factors.ts'
import { runSession, type SessionPath } from './intraday.ts'
import { openShareUnits, type ShareUnits } from './share-units.ts'

export interface Share {
  readonly company: Company
  readonly units: ShareUnits
  readonly earnings: EarningsCalendar
  readonly dividends: DividendCalendar
  readonly factors: FactorPaths
  readonly calendar: Calendar
  readonly yearOf: (year: number) => CompanyYear
  /** Minute-by-minute path of a year's nth session. */
  readonly sessionOf: (year: number, index: number) => SessionPath
}

/** How many years to keep in memory: the history served, plus one year before it and one after. */
const MAX_YEARS = 6
const MAX_SESSIONS = 2
const MS_PER_MINUTE = 60_000

export function openShare(seed: string, calendar: Calendar, factors: FactorPaths, identity: CompanyName): Share {
  const company = describeCompany(seed, identity)
  const units = openShareUnits(company.growth)
  const earnings = openEarningsCalendar(seed, calendar, company)
  const dividends = openDividendCalendar(calendar, company, units)
  const ownStreams = openFactorStreams(openStream(seed, 'own', company.issuer))
  const barStream = openStream(seed, 'bars', company.symbol)
  const minuteStream = openStream(seed, 'minutes', company.symbol)
  const inputs = { calendar, factors, company, units, earnings, dividends, ownStreams, barStream }
  const yearOf = memoizeRecent(MAX_YEARS, (year: number) => runCompanyYear(inputs, year))
  const runDay = memoizeRecent(MAX_SESSIONS, (day: number) => {
    const { year, index } = calendar.placeOn(day)
    const columns = yearOf(year)
    const session = calendar.sessionOn(calendar.sessionsOf(year).dates[index] ?? '')
    const bar = {
      day,
      open: columns.open[index] ?? 0,
      high: columns.high[index] ?? 0,
      low: columns.low[index] ?? 0,
      close: columns.close[index] ?? 0,
      volume: columns.volume[index] ?? 0,
      hoursVol: columns.hoursVol[index] ?? 0,
    }
    return runSession(bar, session === null ? 1 : (session.closeMs - session.openMs) / MS_PER_MINUTE, minuteStream)
  })
  return {
    company,
    units,
    earnings,
    dividends,
    factors,
    calendar,
    yearOf,
    sessionOf: (year, index) => runDay(calendar.sessionsOf(year).days[index] ?? 0),
  }
}
