import type { FigureUnit } from '@callwright/contracts'
import { isCalendarDay } from '@callwright/scoring'

/** `plain` if the schema specifies no unit. */
export type LedgerUnit = FigureUnit | 'plain'

const format = (decimals: number, least = decimals) =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: least,
    maximumFractionDigits: decimals,
    // A value that rounds to zero is shown without a sign.
    signDisplay: 'negative',
  })
const cents = format(2)
const oneDecimal = format(1)
const upToOneDecimal = format(1, 0)
const twoDecimals = format(2)
const threeDecimals = format(3)
const whole = format(0)
const asNeeded = format(2, 0)

const displays: Readonly<Record<LedgerUnit, (value: number) => string>> = {
  usd: (value) => cents.format(value).replace(/^-?/u, '$&$$'),
  pct: (value) => `${oneDecimal.format(value)}%`,
  frac: (value) => `${oneDecimal.format(value * 100)}%`,
  delta: (value) => threeDecimals.format(value),
  ratio: (value) => twoDecimals.format(value),
  days: (value) => whole.format(value),
  count: (value) => whole.format(value),
  points: (value) => upToOneDecimal.format(value),
  plain: (value) => asNeeded.format(value),
}

export const displayNumber = (value: number, unit: LedgerUnit): string => displays[unit](value)

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const instantFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const DAY_IN_TEXT = /(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/gu
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Formats each ISO date in a text as `Dec 18, 2026`, and each ISO instant as `Dec 18, 2026, 4:00 PM ET`. */
export function displayText(text: string): string {
  if (INSTANT.test(text)) return `${instantFormat.format(new Date(text)).replaceAll('\u202f', ' ')} ET`
  return text.replace(DAY_IN_TEXT, (day) => (isCalendarDay(day) ? dayFormat.format(new Date(`${day}T00:00:00Z`)) : day))
}
