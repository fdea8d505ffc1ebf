import { daysBetween, type IsoDate } from '@callwright/scoring'
import { NEGATED } from '../numbers.ts'
import type { Range } from '../slots.ts'
import { firstDayOfMonth } from './calendar.ts'
import { findDays } from './days.ts'

const DAYS_OF = { d: 1, w: 7, m: 30, y: 365 } as const
const lengthOf = (unit: string) => DAYS_OF[(/^[dwmy]/u.exec(unit)?.[0] ?? 'd') as keyof typeof DAYS_OF]

const NO = String.raw`\b(?:no|not|without|avoid\w*|skip\w*|nothing|none|exclud\w+|leav(?:e|ing) out|drop|remove|filter out|free of|clear of|aren't|don't|doesn't|isn't|won't|never|nobody|-?free)\b`
const EARNINGS = String.raw`\b(?:earnings|reports?|reporting)\b`
const IN_DAYS = String.raw`(\d+)\s?-?(d|days?|weeks?|wks?|months?|mths?)\b`
const quietPatterns = [
  String.raw`${NO}[^.;?]{0,30}${EARNINGS}[^.;?\d]{0,30}${IN_DAYS}`,
  String.raw`${EARNINGS}[- ](?:free|quiet|clear)\b[^.;?\d]{0,20}${IN_DAYS}`,
  String.raw`${EARNINGS}[^.;?\d]{0,15}(?:more than|at least|after|over|beyond|>|past|min(?:imum)?)\s?${IN_DAYS}(?:\s(?:out|away|from now|off))?`,
  String.raw`(?<!%[^.;?]{0,16})\b${IN_DAYS}\s(?:without|clear of|free of|with no|before (?:any |the next )?)\s?${EARNINGS}`,
  String.raw`\breport\w*\b[^.;?\d]{0,24}\b(?:won't|not|never|don't)\b[^.;?\d]{0,20}${IN_DAYS}`,
].map((pattern) => new RegExp(pattern, 'u'))
const QUIET_UNTIL = new RegExp(
  String.raw`${NO}[^.;?]{0,30}${EARNINGS}\s(?:until|till|before|by|through)\s(?:the )?([^.;?]{3,24})`,
  'u',
)
/** A month that names its expiration. */
const EXPIRES = /\b(?:expir\w*|opex|monthl\w+)\b/u
const QUIET_MONTH = new RegExp(String.raw`${NO}[^.;?]{0,30}${EARNINGS}[^.;?\d]{0,18}\b(week|month)\b`, 'u')

interface Extracted<T> {
  readonly value: T | null
  readonly text: string
}

/** Extracts the number of days that must be free of earnings. Must run before other dates are read. */
export function extractQuietDays(text: string, today: IsoDate): Extracted<number> {
  const match = quietPatterns.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (match != null)
    return { value: Number(match[1]) * lengthOf(match[2] ?? 'd'), text: text.replace(match[0], ' without earnings ') }
  const until = QUIET_UNTIL.exec(text)
  const { days: [day] = [], text: left } = findDays(until?.[1] ?? '', today)
  if (until !== null && day !== undefined)
    return {
      value: daysBetween(
        today,
        day.kind === 'day' || EXPIRES.test(until[1] ?? '') ? day.date : firstDayOfMonth(day.date),
      ),
      text: text.replace(until[0], ` without earnings ${left.replace(/^[^¤]{0,24}¤/u, '')}`),
    }
  const month = QUIET_MONTH.exec(text)
  return month === null
    ? { value: null, text }
    : { value: lengthOf(month[1] ?? 'm'), text: text.replace(month[0], ' without earnings ') }
}

const COUNTED =
  /(?<![\d.$])(\d+(?:\.5)?)(?:(?:\s?(?:-|to|or)|\s?(?:weeks?|wks?|months?) (?:to|through))\s?(\d+))?[\s-]?(weeks?|wks?|w|months?|mths?|mos?|mo|years?|yrs?)\b(?! (?:high|low|range|ago|back|old))/u
const AGAINST = /\b(?:vs\.?|versus|against|compared?|or|better)\b/u
const MIN_LEAPS_DAYS = 365
const spoken: readonly (readonly [RegExp, Range])[] = [
  [/\bleaps?\b|\blong[- ]dated\b/u, { least: MIN_LEAPS_DAYS, most: null }],
  [
    /(?<![%\d] )(?<!\b(?:this|per|each|every|last) )\b(?:about |around |roughly )?(?:a|one|next) month\b(?! of)|\bmonth (?:out|away|or so)\b|\bmonthly\b|\bmonthlies\b/u,
    { least: DAYS_OF.m, most: DAYS_OF.m },
  ],
  [/(?<![%\d] )\b(?:a|one) week\b(?! ago)|\bweek (?:out|away)\b/u, { least: DAYS_OF.w, most: DAYS_OF.w }],
  [/\bfortnight\b/u, { least: 2 * DAYS_OF.w, most: 2 * DAYS_OF.w }],
  [/\b(?:a|one|next) quarter\b|\bquarter out\b/u, { least: 3 * DAYS_OF.m, most: 3 * DAYS_OF.m }],
  [/\b(?:a|one|next) year\b(?= (?:out|away|from now))|\byear (?:out|away)\b/u, { least: DAYS_OF.y, most: DAYS_OF.y }],
]
const AT_LEAST =
  /\b(?:at least|min(?:imum)?(?: of)?|more than|over|no less than|longer than|beyond|past|(?:expir\w+|friday|date|one) after)\s*$/u
const AT_MOST =
  /\b(?:at most|within|less than|under|no more than|up to|max(?:imum)?(?: of)?|inside(?: of)?|shorter than|in the next|(?:over|for) the next|next)\s*$/u

/** Extracts a period in weeks, months or years as days. Beside a date, only a period with a number counts. */
export function extractPeriods(text: string, hasDay: boolean): Extracted<Range> {
  const every = [...text.matchAll(new RegExp(COUNTED, 'gu'))]
  // "2 weeks or 6 weeks": days are read as numbers, which can be set against each other.
  if (
    every.length > 1 &&
    every.every(([, , second]) => second === undefined) &&
    (every.length > 2 || AGAINST.test(text))
  )
    return {
      value: null,
      text: text.replace(
        new RegExp(COUNTED, 'gu'),
        (_whole, count: string, _to, unit: string) => `${Math.round(Number(count) * lengthOf(unit))} days`,
      ),
    }
  const counted = COUNTED.exec(text)
  const blank = ({ 0: found, index }: RegExpExecArray) =>
    `${text.slice(0, index)}${'¤'.padEnd(found.length)}${text.slice(index + found.length)}`
  if (counted !== null) {
    const unit = lengthOf(counted[3] ?? 'w')
    const [least, most = least] = [counted[1], counted[2]].flatMap((one) =>
      one === undefined ? [] : [Math.round(Number(one) * unit)],
    )
    const before = text.slice(0, counted.index)
    const [isLeast, isMost] = [AT_LEAST.test(before), AT_MOST.test(before)]
    const isNegated = NEGATED.test(before)
    return {
      value: {
        least: isMost || (isLeast && isNegated) ? null : (least ?? null),
        most: isLeast && !isMost && !isNegated ? null : (most ?? null),
      },
      text: blank(counted),
    }
  }
  const match = hasDay ? undefined : spoken.find(([pattern]) => pattern.test(text))
  const found = match?.[0].exec(text) ?? null
  return match === undefined || found === null ? { value: null, text } : { value: match[1], text: blank(found) }
}
