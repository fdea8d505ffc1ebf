import { daysBetween, type IsoDate } from '@callwright/scoring'
import { firstDayOfMonth, lastDayOfMonth } from '../dates/calendar.ts'
import { findDays } from '../dates/days.ts'
import { extractPeriods } from '../dates/periods.ts'
import type { Range, Slots } from '../slots.ts'

const NOT_FAR = String.raw`[^.;?]{0,24}?\b`
const OPENS = String.raw`(within|in|inside|over|during|this|next|coming|by|before|until|after|between|from|on|tomorrow)\b`
const windows: readonly (readonly ['earningsWithin' | 'exWithin', RegExp])[] = [
  [
    'exWithin',
    new RegExp(
      String.raw`\b(?:ex-?\s?div\w*|(?:goes?|going|go) ex\b|ex[- ]dates?|pay(?:s|ing)? (?:a |an? next |their |its )?dividends?)(?: dividends?)?${NOT_FAR}${OPENS}`,
      'u',
    ),
  ],
  ['earningsWithin', new RegExp(String.raw`\b(?:earnings|reports?|reporting)\b${NOT_FAR}${OPENS}`, 'u')],
]
const NEGATED =
  /\b(?:no|not|without|avoid\w*|skip\w*|never|none|nobody|don't|doesn't|aren't|isn't|won't)\b[^.;?]{0,40}$/u
const TAIL = 48

/** Days until a day, or from the first to the last of a month or of the week that is named. */
function readWindow(opening: string, tail: string, today: IsoDate): Range | null {
  const { days } = findDays(tail, today)
  const until = (day: IsoDate) => Math.max(0, daysBetween(today, day))
  const isExpiration = /\b(?:expir\w*|opex|monthl\w+)\b/u.test(tail)
  const isEnd = /^(?:by|before|until)$/u.test(opening)
  const [first] = days.map(({ date, kind }) => ({
    from: until(kind === 'month' && !isExpiration ? firstDayOfMonth(date) : date),
    to: until(kind === 'day' || isExpiration ? date : isEnd ? firstDayOfMonth(date) : lastDayOfMonth(date)),
  }))
  const counted = /(?<!\d)(\d{1,4})\s?-?days?\b/u.exec(tail)?.[1]
  if (counted !== undefined) return { least: null, most: Number(counted) }
  if (first === undefined) {
    const { value } = extractPeriods(tail.replace(/\b(?:coming|following|the)\s/gu, ''), false)
    const most = value?.most ?? value?.least ?? null
    return most === null ? null : { least: null, most }
  }
  if (/^(?:by|before|until|within)$/u.test(opening)) return { least: null, most: first.to }
  if (/^.{0,12}\bnext week\b/u.test(tail)) return { least: Math.max(0, first.to - DAYS_TO_FRIDAY), most: first.to }
  return /^.{0,12}\b(?:this|the|end of the) (?:week|month|year)\b/u.test(tail)
    ? { least: null, most: first.to }
    : { least: first.from, most: first.to }
}
/** From Monday. */
const DAYS_TO_FRIDAY = 4

/** When stocks must report or go ex-dividend, as in "reporting within two weeks". */
function readWindows(text: string, today: IsoDate): Pick<Slots, 'earningsWithin' | 'exWithin' | 'quietDays'> {
  const found: { earningsWithin: Range | null; exWithin: Range | null } = { earningsWithin: null, exWithin: null }
  let quietDays: number | null = null
  for (const [slot, pattern] of windows) {
    const match = pattern.exec(text)
    const isNegated = match !== null && NEGATED.test(text.slice(0, match.index))
    if (match === null) continue
    const opening = match[1] ?? ''
    const from = match.index + match[0].length - opening.length
    const window = readWindow(opening, text.slice(from, from + TAIL), today)
    // "Nothing reporting in December" asks for no earnings until then.
    if (isNegated && slot === 'earningsWithin') {
      quietDays = window?.most == null ? null : window.most + 1
      continue
    }
    // "Not ex-dividend before January" asks for later dates.
    found[slot] =
      !isNegated || window === null ? window : window.most === null ? null : { least: window.most, most: null }
  }
  return { ...found, quietDays }
}

const SHARE_OF_RATING = '(?:ratings?|rated|scores?|scoring)'
const WELL = '(?:decent|good|solid|strong|high|top|great|nice|okay|ok)'
const NO = String.raw`\b(?:no|not|nothing|none|without|less|avoid\w*|skip\w*|isn't|aren't|never|don't want)\b(?: \w+){0,2}`
const ABOVE_AVERAGE = new RegExp(
  String.raw`\b${SHARE_OF_RATING}\b[^.;?]{0,20}\babove[- ](?:the )?average\b|\babove[- ]average\b[^.;?]{0,20}\b${SHARE_OF_RATING}\b|\b${WELL}(?:er)? (?:covered[- ]call )?(?:ratings?|scores?)\b|\b(?:well|highly|decently)[- ]rated\b|\brat(?:e|es|ed|ing) (?:them |it |as |is |at all |pretty |still ){0,2}${WELL}\b|${NO} (?:junk\w*|crap\w*|garbage|trash\w*|meme\w*|penny|shit\w*|lousy|losers)\b`,
  'u',
)
const CALM = new RegExp(
  String.raw`\b(?:quiet(?:est)?|calm(?:est)?|stead(?:y|iest)|stable|boring|sleep(?:y|iest)|placid|low[- ]vol(?:a|atility)?|(?:barely|hardly) (?:moves?|budges?)|(?:don't|doesn't|not) (?:jump|swing|move|bounce)\w*|less volatile|least volatile|low beta|sleep (?:well |good )?at night|defensive|(?:can't stand|hate|scared of|afraid of|dislike|don't like|low|less|little) (?:the )?(?:volatility|swings|drama))\b|${NO} (?:drama|surprises?|wild\w*|volatil\w*|jumpy|crazy|swings?|roller ?coasters?)\b`,
  'u',
)
/** Percent of implied volatility up to which a stock counts as calm beside another order. */
export const CALM_IV = 25
const ASKS_CALM = new RegExp(String.raw`\b(?:most|least|the) (?=${CALM.source})`, 'u')
const ABOVE_20_DAY = /\babove (?:its |the |their )?20[- ]?(?:day|dma|sma)/u
const BELOW_20_DAY = /\b(?:below|under) (?:its |the |their )?20[- ]?(?:day|dma|sma)/u

type ScreenWords = Partial<Pick<Slots, 'earningsWithin' | 'exWithin' | 'level' | 'vsAverage' | 'sort' | 'order' | 'iv'>>

/** Words for calm stocks ask for an order by volatility or, beside another order, for a low one. */
function readNerves(text: string, sort: Slots['sort']): Pick<ScreenWords, 'sort' | 'order' | 'iv'> {
  if (!CALM.test(text)) return {}
  const isOrder = sort === null || sort === 'ivRank' || ASKS_CALM.test(text)
  return isOrder ? { sort: 'volatility', order: 'asc' } : { iv: { least: null, most: CALM_IV } }
}

/** Conditions that only a search among stocks has. With a stock or a position of the user, the same words mean others. */
export function readScreenWords(text: string, today: IsoDate, sort: Slots['sort']): ScreenWords {
  return {
    ...readWindows(text, today),
    level: ABOVE_AVERAGE.test(text) ? 'Above average' : null,
    vsAverage: ABOVE_20_DAY.test(text)
      ? { least: 0, most: null }
      : BELOW_20_DAY.test(text)
        ? { least: null, most: 0 }
        : null,
    ...readNerves(text, sort),
  }
}

/**
 * The term of a call is not the time until a report: in a search, a time that was read as both is only the window. Other
 * questions have no window.
 */
export function settleWindows(slots: Slots, isScreen: boolean, today: IsoDate): Slots {
  const windows = [slots.earningsWithin, slots.exWithin].flatMap((one) => (one === null ? [] : [one.most, one.least]))
  const until = slots.expiration === null ? null : daysBetween(today, slots.expiration)
  // "No earnings in December" names no expiration.
  if (windows.length === 0 && isScreen && slots.isMonth && until !== null && until <= (slots.quietDays ?? 0))
    return { ...slots, expiration: null, isMonth: false }
  if (windows.length === 0) return slots
  if (!isScreen) return { ...slots, earningsWithin: null, exWithin: null }
  return {
    ...slots,
    days: slots.days !== null && windows.includes(slots.days.most ?? slots.days.least ?? -1) ? null : slots.days,
    otherDate: null,
    ...(until !== null && (slots.isMonth || windows.includes(until)) ? { expiration: null, isMonth: false } : {}),
  }
}
