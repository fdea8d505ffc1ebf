import { type Range, readSide, toRange } from './range.ts'

const MIN_LEAPS_DAYS = 365
const DAYS_OF = { w: 7, m: 30, y: 365 } as const
const COUNTED =
  /(?<![\d.$])(\d+(?:\.5)?)(?:\s?(?:-|to|or)\s?(\d+))?[\s-]?(weeks?|wks?|w|months?|mths?|mos?|mo|years?|yrs?)\b(?! (?:high|low|range))/u
const LEAPS = /\bleaps?\b|\blong[- ]dated\b/u
const MONTH =
  /(?<![%\d] )\b(?:about |around |roughly )?(?:a|one|next) month\b(?! of)|\bmonth (?:out|away|or so)\b|\bmonthly\b|\bmonthlies\b/u
const WEEK = /(?<![%\d] )\b(?:a|one) week\b|\bweek (?:out|away)\b/u

/**
 * Extracts a period in weeks, months or years and converts it to days. If the text also has a date, only periods with a
 * number count, such as "6 weeks".
 */
export function extractPeriods(text: string, hasDay: boolean): { readonly days: Range | null; readonly text: string } {
  const counted = COUNTED.exec(text)
  if (counted !== null) {
    const unit = DAYS_OF[(counted[3] ?? 'w').charAt(0) === 'w' ? 'w' : (counted[3] ?? '').startsWith('y') ? 'y' : 'm']
    const ends = [counted[1], counted[2]].flatMap((one) => (one === undefined ? [] : [Math.round(Number(one) * unit)]))
    const mention = {
      start: counted.index,
      end: counted.index + counted[0].length,
      values: ends,
      kind: 'plain' as const,
      isSpan: ends.length > 1,
      isCall: false,
      written: counted[0].trim(),
    }
    return { days: toRange(mention, readSide(text, mention)), text: blank(text, counted) }
  }
  if (hasDay) return { days: null, text }
  const leaps = LEAPS.exec(text)
  if (leaps !== null)
    return {
      days: { least: MIN_LEAPS_DAYS, most: null, isPoint: false, words: 'a year or more' },
      text: blank(text, leaps),
    }
  for (const [pattern, days, words] of [
    [MONTH, DAYS_OF.m, 'a month'],
    [WEEK, DAYS_OF.w, 'a week'],
    [/\bfortnight\b/u, 2 * DAYS_OF.w, 'a fortnight'],
    [/\b(?:a|one|next) quarter\b|\bquarter out\b/u, 3 * DAYS_OF.m, 'a quarter'],
    [/\b(?:a|one|next) year\b(?= (?:out|away|from now))|\byear (?:out|away)\b/u, DAYS_OF.y, 'a year'],
  ] as const) {
    const match = pattern.exec(text)
    if (match !== null) return { days: { least: days, most: days, isPoint: true, words }, text: blank(text, match) }
  }
  return { days: null, text }
}

const blank = (text: string, match: RegExpExecArray) =>
  `${text.slice(0, match.index)}${' '.repeat(match[0].length)}${text.slice(match.index + match[0].length)}`
