import {
  addDays,
  daysBetween,
  earlyCloses,
  type IsoDate,
  marketHolidays,
  optionExpirationFor,
} from '@callwright/scoring'
import {
  buildDay,
  comingWeekday,
  expirationOfMonth,
  fridayOf,
  fridayOfMonth,
  lastDayOfMonth,
  lastDayOfYear,
  monthlyExpiration,
  monthlyExpirationOf,
  monthNumber,
  nextDay,
  nextDayOfMonth,
  quarterlyExpiration,
  WEEKDAYS,
  weeksToNext,
} from './calendar.ts'

/** `month` if the text names a whole month; the date is then its standard expiration. */
interface DayMention {
  readonly date: IsoDate
  readonly kind: 'day' | 'month'
}

interface FoundDays {
  readonly days: readonly DayMention[]
  /** The text with each date replaced by `¤`. */
  readonly text: string
}

export const DAY_MARK = '¤'

type Reader = readonly [
  pattern: RegExp,
  read: (groups: readonly (string | undefined)[], today: IsoDate) => IsoDate | null,
  kind?: DayMention['kind'],
]

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** Month names, except May and March, which are also ordinary words. */
const SURE_MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:'s)?"
const YEAR = String.raw`(?:(?:,?\s+|\s?')(20\d{2}|(?<=')2\d)(?!\d))?`
const ORDINALS = ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th']
const WEEKDAY = `(${WEEKDAYS.join('|')})`

const holidays: readonly (readonly [said: RegExp, named: RegExp])[] = [
  [/\bblack friday\b|\b(?:friday|day) after (?:thanksgiving|turkey day)\b/u, /^Day after Thanksgiving$/u],
  [/\bthanksgiving\b|\bturkey day\b/u, /^Thanksgiving/u],
  [/\b(?:christmas|xmas) eve\b/u, /^Christmas Eve$/u],
  [/\bchristmas\b|\bxmas\b|\bx-mas\b/u, /^Christmas Day$/u],
  [/\bnew year'?s?(?: day)?\b(?! eve)/u, /^New Year/u],
  [/\bmlk\b(?: day)?|\bmartin luther king\b/u, /^Martin/u],
  [/\bpresident'?s'? day\b|\bwashington'?s birthday\b/u, /^Washington/u],
  [/\bgood friday\b/u, /^Good Friday$/u],
  [/\bmemorial day\b/u, /^Memorial/u],
  [/\bjuneteenth\b/u, /^Juneteenth$/u],
  [/\bindependence day\b|\bfourth of july\b|\b4th of july\b|\bjuly 4(?:th)?\b/u, /^Independence Day$/u],
  [/\blabor day\b/u, /^Labor/u],
]

function findHoliday(named: RegExp, today: IsoDate, ofYear: string | undefined): IsoDate | null {
  const year = Number(ofYear?.padStart(4, '20') ?? today.slice(0, 4))
  const days = [year, year + 1].flatMap((one) => [...marketHolidays(one), ...earlyCloses(one)])
  return days.find(({ date, name }) => date >= today && named.test(name))?.date ?? null
}

const readers: readonly Reader[] = [
  ...holidays.map(
    ([said, named]): Reader => [
      new RegExp(`(?:${said.source})(?: week)?${YEAR}`, 'u'),
      (groups, today) =>
        findHoliday(
          named,
          today,
          groups.find((one) => one !== undefined),
        ),
    ],
  ),
  [/\b(\d{4})-(\d{2})-(\d{2})\b/u, ([year, month, day]) => buildDay(Number(year), Number(month), Number(day))],
  // In "68 dec 24 calls", the strike comes first, so 24 is a day. In "jan 24 call", 24 is the strike.
  [
    new RegExp(`(?<=\\dc?\\s)${MONTH}\\s([0-3]?\\d)(?=\\scalls?\\b)`, 'u'),
    ([month, day], today) => nextDay(monthNumber(month), Number(day), undefined, today),
  ],
  // In "Dec 18 calls", 18 is a day if options expire on Dec 18. Otherwise the number is a strike, as in "jan 24 call".
  [
    new RegExp(`\\b${MONTH}\\.?\\s([0-3]?\\d)(?=\\s(?:covered )?(?:calls?|options?)\\b)`, 'u'),
    ([month, day], today) => {
      const date = nextDay(monthNumber(month), Number(day), undefined, today)
      return date !== null && optionExpirationFor(fridayOf(date)) === date ? date : null
    },
  ],
  [
    new RegExp(
      `\\b${MONTH}\\.?\\s*([0-3]?\\d)(?![\\d%]|\\.\\d)(?:st|nd|rd|th)?\\b(?!\\s?(?:strikes?\\b|calls?\\b|deltas?\\b|%))${YEAR}`,
      'u',
    ),
    ([month, day, year], today) => nextDay(monthNumber(month), Number(day), year, today),
  ],
  [
    new RegExp(`(?<![\\d.])([0-3]?\\d)(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b(?! calls?)${YEAR}`, 'u'),
    ([day, month, year], today) => nextDay(monthNumber(month), Number(day), year, today),
  ],
  [
    /(?<![\d/.])(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])(?:\/(20\d{2}|\d{2}))?(?![\d/.])/u,
    ([month, day, year], today) => nextDay(Number(month), Number(day), year, today),
  ],
  [
    new RegExp(`\\b(${ORDINALS.join('|')}) friday (?:of|in) ${MONTH}\\b${YEAR}`, 'u'),
    ([count, month, year], today) =>
      fridayOfMonth((ORDINALS.indexOf(count ?? '') % 4) + 1, monthNumber(month), year, today),
  ],
  [
    /\b(?:third|3rd) friday (?:of|in) (?:the )?(?:next|following|coming) month\b/u,
    (_groups, today) => monthlyExpirationOf(today, 1),
  ],
  [
    /\b(?:third|3rd) friday(?: (?:of|in) (?:this|the|the current) month)?(?! (?:of|in)\b)/u,
    (_groups, today) => monthlyExpiration(today),
  ],
  [
    new RegExp(
      `\\b(early|mid|middle of|late|end of|beginning of|start of|first week of|first week in|last week of|last week in)[- ](?:the month of )?${MONTH}\\b${YEAR}`,
      'u',
    ),
    ([part, month, year], today) =>
      expirationOfMonth(
        monthNumber(month),
        year,
        today,
        /^(?:early|begin|start|first)/u.test(part ?? '') ? 'early' : /^mid/u.test(part ?? '') ? 'mid' : 'late',
      ),
  ],
  [
    new RegExp(
      `(?:\\b(?:in|to|for|by|of|the|until|till|before|about|and|or|expiry|expiring|expires|expiration|next|this|any|my)\\s+|^)${MONTH}\\b(?! i\\b)(?! (?:be|not)\\b)(?:'s)?(?:\\s+(?:monthly|monthlies|opex|expiration|expiry))?${YEAR}`,
      'u',
    ),
    ([month, year], today) => expirationOfMonth(monthNumber(month), year, today),
    'month',
  ],
  [
    new RegExp(`\\b${MONTH}${YEAR} (?=expir|monthl|calls?\\b|options?\\b|contracts?\\b|chain|strikes?\\b)`, 'u'),
    ([month, year], today) => expirationOfMonth(monthNumber(month), year, today),
    'month',
  ],
  [
    new RegExp(`\\b${SURE_MONTH}(?:\\s+(?:monthly|monthlies|opex|expiration|expiry))?\\b${YEAR}`, 'u'),
    ([month, year], today) => expirationOfMonth(monthNumber(month), year, today),
    'month',
  ],
  [
    /(?<=\b(?:on|for|by|the|until|till|before|expiring|expires|exp|through|of)\s(?:the\s)?)([0-3]?\d)(?:st|nd|rd|th)\b(?!\s(?:one|row|option\b|call\b|stock|strike|result|position|percentile|pick|name))/u,
    ([day], today) => nextDayOfMonth(Number(day), today),
  ],
  [
    /\b(1[1-9]|2\d|3[01]|[6-9]|10)(?:th|st|nd|rd)\b(?!\s(?:one|row|option\b|call\b|stock|strike|result|position|percentile|pick|name))/u,
    ([day], today) => nextDayOfMonth(Number(day), today),
  ],
  [/\bday after tomorrow\b/u, (_groups, today) => addDays(today, 2)],
  [/\btomorrow\b/u, (_groups, today) => addDays(today, 1)],
  [/\btoday\b|\bright now\b|\btonight\b|\b0 ?dte\b/u, (_groups, today) => today],
  [/\b(?:the )?friday after next\b/u, (_groups, today) => fridayOf(today, 2)],
  [/\bweek after next\b/u, (_groups, today) => optionExpirationFor(fridayOf(today, 2))],
  [
    /(?<!¤\s?)\b(?:the |this |next |front |nearest |coming |closest |standard |regular ){0,4}(?:month(?:ly|lies)?|opex|standard|regular) (?:expiration|expiry|expirations|cycle|opex)\b|\b(?:the |this |next |front |nearest |coming |closest ){1,4}(?:monthly|monthlies|opex)\b|\bopex\b/u,
    (_groups, today) => monthlyExpiration(today),
  ],
  [/\bwitching\b/u, (_groups, today) => quarterlyExpiration(today)],
  [/\bfront[- ]month\b/u, (_groups, today) => monthlyExpiration(today)],
  [
    /\b(?:left|remaining|rest)(?: (?:of|in))? (?:this|the) year\b|\bend of (?:the )?year\b|\bnew year'?s?'? eve\b|\bnye\b|\byear[- ]?end\b|\beoy\b|\bend of 20\d\d\b/u,
    (_groups, today) => lastDayOfYear(today),
  ],
  [/\bend of next month\b/u, (_groups, today) => lastDayOfMonth(today, 1)],
  [
    /\bend of (?:the |this )?month\b|\bmonth[- ]?end\b|\beom\b|\bthis month\b/u,
    (_groups, today) => lastDayOfMonth(today),
  ],
  [/\bnext week\b/u, (_groups, today) => optionExpirationFor(fridayOf(today, weeksToNext(today)))],
  [
    /\bthis week(?:'s)?\b|\bend of (?:the )?week\b|\bweekly\b|\bweeklies\b|\bweeklys\b|\brest of the week\b/u,
    (_groups, today) => optionExpirationFor(fridayOf(today)),
  ],
  [
    new RegExp(`\\b(?:next|following) ${WEEKDAY}\\b|\\b${WEEKDAY} (?:of )?next week\\b`, 'u'),
    ([one, other], today) => {
      const coming = comingWeekday(one ?? other, today)
      return addDays(
        coming,
        daysBetween(today, coming) < 7 && !(other !== undefined && coming > fridayOf(today))
          ? 7 * weeksToNext(today)
          : 0,
      )
    },
  ],
  [
    new RegExp(`\\b(?:this |coming |on )?${WEEKDAY}s?\\b(?!,? ${DAY_MARK})`, 'u'),
    ([name], today) => comingWeekday(name, today),
  ],
]

/** Limit per message. */
const MAX_DAYS = 2

/**
 * Finds the dates in a text, in order. Relative dates count from today in New York. Holidays come from the exchange
 * calendar.
 */
export function findDays(text: string, today: IsoDate): FoundDays {
  let left = text
  const found: (DayMention & { readonly at: number })[] = []
  for (const [pattern, read, kind = 'day'] of readers) {
    for (let times = 0; found.length < MAX_DAYS && times < MAX_DAYS; times += 1) {
      const match = pattern.exec(left)
      if (match === null) break
      const [, ...groups] = match
      const date = read(groups, today)
      if (date === null) break
      const lead =
        /^(?:in|to|for|by|of|the|until|till|before|about|and|or|expiry|expiring|expires|expiration|any|my|on)\s+/u.exec(
          match[0],
        )
      const at = match.index + (lead?.[0].length ?? 0)
      const end = match.index + match[0].trimEnd().length
      // Pad to the original length to keep later offsets correct.
      left = `${left.slice(0, at)}${DAY_MARK.padEnd(end - at)}${left.slice(end)}`
      found.push({ date, kind, at })
    }
  }
  const others = found.filter(({ date }) => date !== today)
  const ordered = (others.length > 0 ? others : found).toSorted((a, b) => a.at - b.at)
  return { days: ordered.map(({ date, kind }) => ({ date, kind })), text: left }
}
