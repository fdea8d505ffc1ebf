import { daysToExpiration, isExpired } from '../src/calendar/expirations.ts'
import { addDays } from '../src/calendar/iso-date.ts'
import { newYorkCloseMs, newYorkDate, newYorkMidnightMs, yearsUntilClose } from '../src/calendar/new-york.ts'
import { sessionOf } from '../src/calendar/sessions.ts'

/**
 * Prints calendar figures around early closes and both clock changes of 2026, so that runs in different time zones
 * can be compared.
 */
const lines: unknown[] = []
for (const first of ['2026-03-06', '2026-07-08', '2026-10-30', '2026-11-25', '2026-12-30']) {
  for (let offset = 0; offset < 5; offset += 1) {
    const date = addDays(first, offset)
    const midnight = newYorkMidnightMs(date)
    const hours = (newYorkMidnightMs(addDays(date, 1)) - midnight) / 3_600_000
    const atHours = Array.from({ length: 26 }, (_, hour) => newYorkDate(midnight + hour * 3_600_000 - 1))
    const expiredAtHours = Array.from({ length: 26 }, (_, hour) => isExpired(date, midnight + hour * 3_600_000))
    const dte = daysToExpiration('2027-01-15', midnight + 1)
    const session = sessionOf(date)
    lines.push([date, midnight, newYorkCloseMs(date), hours, dte, yearsUntilClose('2027-01-15', midnight), atHours])
    lines.push([session, expiredAtHours])
  }
}
process.stdout.write(JSON.stringify(lines))
