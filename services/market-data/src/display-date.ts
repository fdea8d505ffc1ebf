import type { IsoDate } from '@callwright/scoring'

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })

/** A day as a person reads it: `Dec 24, 2026`. */
export function displayDate(date: IsoDate): string {
  return format.format(Date.parse(`${date}T00:00:00Z`))
}
