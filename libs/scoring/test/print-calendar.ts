import {
  addDays,
  daysToExpiration,
  newYorkCloseMs,
  newYorkDate,
  newYorkMidnightMs,
  yearsUntilClose,
} from '../src/index.ts'

/** Prints calendar figures round both changes of clocks of 2026, for a run of this file in another time zone. */
const lines: unknown[] = []
for (const first of ['2026-03-06', '2026-07-08', '2026-10-30', '2026-12-30']) {
  for (let offset = 0; offset < 5; offset += 1) {
    const date = addDays(first, offset)
    const midnight = newYorkMidnightMs(date)
    const hours = (newYorkMidnightMs(addDays(date, 1)) - midnight) / 3_600_000
    const atHours = Array.from({ length: 26 }, (_, hour) => newYorkDate(midnight + hour * 3_600_000 - 1))
    const dte = daysToExpiration('2027-01-15', midnight + 1)
    lines.push([date, midnight, newYorkCloseMs(date), hours, dte, yearsUntilClose('2027-01-15', midnight), atHours])
  }
}
process.stdout.write(JSON.stringify(lines))
