import { daysBetween, type IsoDate } from '@callwright/scoring'
import { findDays } from './days.ts'

const unitDays: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30 }
const NO = String.raw`\b(?:no|not|without|avoid\w*|skip\w*|nothing|none|exclud\w+|free of|clear of|aren't|don't|doesn't|isn't|won't|never|w\/o|nobody|-?free)\b`
const EARNINGS = String.raw`\b(?:earnings|reports?|reporting)\b`
const IN_DAYS = String.raw`(\d+)\s?-?(d|day|week|wk|month|mth)s?\b`
const quietPatterns: readonly RegExp[] = [
  new RegExp(`(?:${NO})[^.;?]{0,30}${EARNINGS}[^.;?\\d]{0,30}${IN_DAYS}`, 'u'),
  new RegExp(`${EARNINGS}[- ](?:free|quiet|clear)\\b[^.;?\\d]{0,20}${IN_DAYS}`, 'u'),
  new RegExp(
    `${EARNINGS}[^.;?\\d]{0,15}(?:more than|at least|after|over|beyond|>|past|min(?:imum)?)\\s?${IN_DAYS}(?:\\s(?:out|away|from now|off))?`,
    'u',
  ),
  new RegExp(`${IN_DAYS}\\s(?:without|clear of|free of|with no|before (?:any |the next )?)\\s?${EARNINGS}`, 'u'),
]
const QUIET_UNTIL = new RegExp(
  `(?:${NO})[^.;?]{0,30}${EARNINGS}\\s(?:until|till|before|by|through)\\s(?:the )?([^.;?]{3,24})`,
  'u',
)
const QUIET_MONTH = new RegExp(`(?:${NO})[^.;?]{0,30}${EARNINGS}[^.;?\\d]{0,12}\\b(week|month)\\b`, 'u')

/** Extracts the number of days that must be free of earnings. Must run before other dates are read. */
export function extractQuietDays(
  text: string,
  today: IsoDate,
): { readonly days: number | null; readonly text: string } {
  for (const pattern of quietPatterns) {
    const match = pattern.exec(text)
    if (match !== null) {
      const unit = unitDays[(match[2] ?? 'd').charAt(0)] ?? 1
      return { days: Number(match[1]) * unit, text: text.replace(match[0], ' ; ') }
    }
  }
  const until = QUIET_UNTIL.exec(text)
  const [day] = until === null ? [] : findDays(until[1] ?? '', today).days
  if (until !== null && day !== undefined)
    return { days: daysBetween(today, day.date), text: text.replace(until[0], ' ; ') }
  const month = QUIET_MONTH.exec(text)
  if (month === null) return { days: null, text }
  return { days: month[1] === 'week' ? 7 : 30, text: text.replace(month[0], ' ; ') }
}
