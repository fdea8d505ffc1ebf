import type { IsoDate } from '../providers/provider.ts'

const display = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' })

/** A day as people read it: Aug 21, 2026. */
export const displayDay = (date: IsoDate): string => display.format(Date.parse(`${date}T00:00:00Z`))
