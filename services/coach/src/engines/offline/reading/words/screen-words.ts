import { daysBetween, type IsoDate } from '@callwright/scoring'
import { lastDayOfMonth } from '../dates/calendar.ts'
import { findDays } from '../dates/days.ts'
import { extractPeriods } from '../dates/periods.ts'
import type { Slots } from '../slots.ts'

const NOT_FAR = String.raw`[^.;?]{0,24}?\b`
const OPENS = String.raw`(within|in|inside|over|during|this|next|coming|by|before)\b`
const windows: readonly (readonly ['earningsWithin' | 'exWithin', RegExp])[] = [
  [
    'exWithin',
    new RegExp(
      String.raw`\b(?:ex-?\s?div\w*|(?:goes?|going|go) ex\b|ex[- ]dates?)(?: dividends?)?${NOT_FAR}${OPENS}`,
      'u',
    ),
  ],
  ['earningsWithin', new RegExp(String.raw`\b(?:earnings|reports?|reporting)\b${NOT_FAR}${OPENS}`, 'u')],
]
const NEGATED = /\b(?:no|not|without|avoid\w*|skip\w*|never|none|don't|doesn't|aren't|isn't|won't)\b[^.;?]{0,40}$/u
const TAIL = 36

/** Days within which stocks must report or go ex-dividend, as in "reporting within two weeks". */
function readWindows(text: string, today: IsoDate): Pick<Slots, 'earningsWithin' | 'exWithin'> {
  const found = { earningsWithin: null, exWithin: null } as Record<'earningsWithin' | 'exWithin', number | null>
  for (const [slot, pattern] of windows) {
    const match = pattern.exec(text)
    if (match === null || NEGATED.test(text.slice(0, match.index))) continue
    const opening = match[1] ?? ''
    const tail = text.slice(match.index + match[0].length - opening.length).slice(0, TAIL)
    const { value } = extractPeriods(tail.replace(/\b(?:coming|following|the)\s/gu, ''), false)
    const counted = /(?<!\d)(\d{1,4})\s?-?days?\b/u.exec(tail)?.[1]
    const [day] = findDays(tail, today).days
    found[slot] =
      counted !== undefined
        ? Number(counted)
        : day === undefined
          ? (value?.most ?? value?.least ?? null)
          : Math.max(0, daysBetween(today, day.kind === 'month' ? lastDayOfMonth(day.date) : day.date))
  }
  return found
}

const SHARE_OF_RATING = '(?:ratings?|rated|scores?|scoring)'
const ABOVE_AVERAGE = new RegExp(
  String.raw`\b${SHARE_OF_RATING}\b[^.;?]{0,20}\babove[- ](?:the )?average\b|\babove[- ]average\b[^.;?]{0,20}\b${SHARE_OF_RATING}\b|\b(?:decent|good|solid) (?:covered[- ]call )?(?:rating|score)\b`,
  'u',
)
const CALM =
  /\b(?:quiet|calm|steady|stable|boring|sleepy|placid|low[- ]vol(?:atility)?|(?:barely|hardly) (?:moves?|budges?)|(?:don't|doesn't|not) (?:jump|swing|move|bounce)\w*|less volatile|least volatile|low beta)\b/u
const WILD = /\b(?:wild|volatile|jumpy|crazy|swingy|roller ?coaster|high beta)\b/u
const ABOVE_20_DAY = /\babove (?:its |the |their )?20[- ]?(?:day|dma|sma)/u
const BELOW_20_DAY = /\b(?:below|under) (?:its |the |their )?20[- ]?(?:day|dma|sma)/u

type ScreenWords = Partial<Pick<Slots, 'earningsWithin' | 'exWithin' | 'level' | 'vsAverage' | 'sort' | 'order'>>

/** Conditions that only a search among stocks has. With a stock or a position of the user, the same words mean others. */
export function readScreenWords(text: string, today: IsoDate, sort: Slots['sort']): ScreenWords {
  if (text.includes('§')) return {}
  const isCalm = CALM.test(text)
  return {
    ...readWindows(text, today),
    level: ABOVE_AVERAGE.test(text) ? 'Above average' : null,
    vsAverage: ABOVE_20_DAY.test(text)
      ? { least: 0, most: null }
      : BELOW_20_DAY.test(text)
        ? { least: null, most: 0 }
        : null,
    ...((isCalm || WILD.test(text)) &&
    (sort === null || sort === 'ivRank' || /\bsmall\b|\blow\b|\beven if\b/u.test(text))
      ? { sort: 'volatility', order: isCalm ? 'asc' : 'desc' }
      : {}),
  }
}

/**
 * The term of a call is not the time until a report: in a search, a time that was read as both is only the window. Other
 * questions have no window.
 */
export function settleWindows(slots: Slots, isScreen: boolean, today: IsoDate): Slots {
  const windows = [slots.earningsWithin, slots.exWithin].filter((one) => one !== null)
  if (windows.length === 0) return slots
  if (!isScreen) return { ...slots, earningsWithin: null, exWithin: null }
  const until = slots.expiration === null ? null : daysBetween(today, slots.expiration)
  return {
    ...slots,
    days: slots.days !== null && windows.includes(slots.days.most ?? slots.days.least ?? -1) ? null : slots.days,
    ...(until !== null && (slots.isMonth || windows.includes(until)) ? { expiration: null, isMonth: false } : {}),
  }
}
