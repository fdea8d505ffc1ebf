/** A date in a text; parts that the text omits are null. */
export interface DayFigure {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
}

interface Found<T> {
  readonly start: number
  readonly end: number
  readonly found: T
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?'
const YEAR = "(?<year>(?:19|20)\\d\\d|'\\d\\d)"

const dayPatterns = [
  /(?<![\d/-])(?<year>\d{4})-(?<numericMonth>\d{2})-(?<day>\d{2})(?![\d/-])/giu,
  new RegExp(`\\b${MONTH}\\.?\\s+${DAY}(?!\\d)(?:,?\\s+${YEAR}(?!\\d))?`, 'giu'),
  new RegExp(`(?<!\\d)${DAY}\\s+(?:of\\s+)?${MONTH}\\b\\.?(?:,?\\s+${YEAR}(?!\\d))?`, 'giu'),
  new RegExp(`\\b${MONTH}\\.?\\s+${YEAR}(?!\\d)`, 'giu'),
  new RegExp(
    `(?<=\\b(?:in|of|by|until|till|before|after|during|since|through|early|late|mid|this|next|last)[\\s-]{1,3})${MONTH}\\b(?!\\.?\\s+\\d)`,
    'giu',
  ),
  /(?<![\d/.,-])(?<numericMonth>0?[1-9]|1[0-2])\/(?<day>[0-3]?\d)(?:\/(?<year>\d{4}|\d{2}))?(?![\d/])/giu,
]

/** Finds every date in a text, in US and ISO 8601 formats, without overlaps. */
export function findDays(text: string): Found<DayFigure>[] {
  const days: Found<DayFigure>[] = []
  for (const pattern of dayPatterns) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length
      if (match[0] === 'may') continue
      if (days.some((known) => match.index < known.end && known.start < end)) continue
      days.push({ start: match.index, end, found: readDay(match.groups ?? {}) })
    }
  }
  return days
}

function readDay({ year, month, numericMonth, day }: Readonly<Record<string, string | undefined>>): DayFigure {
  const named = month === undefined ? null : months.indexOf(month.slice(0, 3).toLowerCase()) + 1
  return {
    year: year === undefined ? null : readYear(year.replace("'", '')),
    month: named ?? (numericMonth === undefined ? null : Number(numericMonth)),
    day: day === undefined ? null : Number(day),
  }
}

const readYear = (digits: string) => (digits.length === 2 ? 2_000 + Number(digits) : Number(digits))

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const WEEKDAY = `(?<weekday>${weekdays.join('|')})\\b`
const ANY_WEEKDAY = new RegExp(`\\b${WEEKDAY}`, 'giu')
/** `On a Friday`, `every Friday` and `Fridays` name no particular date, so they don't match. */
const ONE_WEEKDAY = new RegExp(`\\b(?:on|next|this|last|by|until|before|after|coming)\\s+(?:the\\s+)?${WEEKDAY}`, 'giu')

/** Finds days of the week (0 is Sunday): all of them, or only those that mean one particular date. */
export function findWeekdays(text: string, which: 'any' | 'one'): Found<number>[] {
  return [...text.matchAll(which === 'any' ? ANY_WEEKDAY : ONE_WEEKDAY)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    found: weekdays.indexOf(match.groups?.weekday?.toLowerCase() ?? ''),
  }))
}

/** Day of the week (0 is Sunday); null if parts of the date are missing. */
export function weekdayOf({ year, month, day }: DayFigure): number | null {
  return year === null || month === null || day === null ? null : new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

const times = [
  /(?<![\d:])(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?:\s*(?<half>[ap])\.?m\b\.?|Z)?(?![\d:])/giu,
  /(?<![\d:.,$])(?<hour>1[0-2]|[1-9])\s*(?<half>[ap])\.?m\b\.?/giu,
]

/** Finds every time of day and lists its possible minutes since midnight. A time without AM or PM has two. */
export function findTimes(text: string): Found<readonly number[]>[] {
  const found: Found<readonly number[]>[] = []
  for (const pattern of times) {
    for (const match of text.matchAll(pattern)) {
      const { hour = '0', minute = '0', half } = match.groups ?? {}
      const end = match.index + match[0].length
      if (found.some((known) => match.index < known.end && known.start < end)) continue
      found.push({ start: match.index, end, found: readMinutes(Number(hour), Number(minute), half) })
    }
  }
  return found
}

function readMinutes(hour: number, minute: number, half: string | undefined): number[] {
  const minutes = hour * 60 + minute
  if (half === undefined) return hour < 12 ? [minutes, minutes + 720] : [minutes]
  const base = (hour % 12) * 60 + minute
  return [half.toLowerCase() === 'p' ? base + 720 : base]
}

/** Whether a possibly incomplete date in a text can be the known date. */
export function isSameDay(named: DayFigure, known: DayFigure): boolean {
  return (['year', 'month', 'day'] as const).every(
    (part) => named[part] === null || (known[part] !== null && named[part] === known[part]),
  )
}
