import { addDays, marketHolidays, optionExpirationFor } from '@callwright/scoring'
import { fridayOf } from '../reading/dates/calendar.ts'
import { findDays } from '../reading/dates/days.ts'
import { pointOf } from '../reading/slots.ts'
import { countOf, explain, say } from '../replies.ts'
import type { Answered, Reply, Session } from '../session.ts'

/** One kind of question about the exchange's calendar. The first whose words match answers. */
interface CalendarTopic {
  readonly asks: RegExp
  readonly say: (found: Answered) => readonly string[]
}

const KIND_WORDS = /\b(?:monthly|monthlies|weekly|weeklies|standard|regular|normal|expir\w+|opex)\b/gu
const KINDS = /\b(?:monthly|monthlies|weekly|weeklies|opex)\b/u
const ASKS_KIND =
  /\b(?:monthly|monthlies|weekly|weeklies)\b.*\bor\b|\b(?:is|are|does)\b.*\b(?:monthly|monthlies|weekly|weeklies)\b|\bwhat kind of expir/u
const ASKS_CLOSURE =
  /\b(?:next|when|when's|upcoming|which|any|coming)\b.*\b(?:holidays?|closed|closure|half days?|early close|day off)\b|\b(?:close|closes|shut|shuts) early\b/u
const ASKS_TERM =
  /\bhow (?:long|many|far)\b|\bdays? (?:until|till|til|to|from|between|left|before)\b|\btrading days?\b.*\b(?:until|till|til|to|before|between|left)\b|\bcountdown\b|\bdays? to (?:the )?expir\w*|\btrading days\b.*\b(?:left|remaining|rest)\b/u

const days = ({ at, result }: Answered) =>
  `${countOf(at('days'), result.days, 'day')} (${countOf(at('trading_days'), result.trading_days, 'trading day')})`
const weeks = ({ at, result }: Answered) =>
  `${countOf(at('weeks'), result.weeks, 'week')}${result.days_over === 0 ? '' : ` and ${countOf(at('days_over'), result.days_over, 'day')}`}: `
const monthly = ({ at, result }: Answered) =>
  `The next monthly expiration is ${at('monthly_expiration')}, in ${countOf(at('monthly_days'), result.monthly_days, 'day')}.`

/** Sentences on the holiday or early close of a day and its week. */
const exceptions = ({ at, result }: Answered): string =>
  [
    typeof result.holiday === 'string' ? `The market is closed on ${at('date')}: ${at('holiday')}.` : null,
    result.is_week_moved === true
      ? `The Friday of that week is a market holiday, so its options expire on ${at('week_expiration')}.`
      : null,
    result.early_close === true ? `The market closes early that day, at ${at('closes')}.` : null,
  ]
    .filter((one) => one !== null)
    .join(' ')

const noExpiration = (found: Answered) => [
  `No stock options expire on ${found.at('date')}; those of that week expire on ${found.at('week_expiration')}${found.result.is_week_moved === true ? '' : ', the Friday as usual'}.`,
  `${exceptions(found)} ${monthly(found)}`.trim(),
]

const calendarTopics: readonly CalendarTopic[] = [
  {
    asks: ASKS_KIND,
    say: (found) => {
      const { at, result } = found
      if (result.expiration_kind === null) return noExpiration(found)
      return result.expiration_kind === 'monthly' || result.expiration_kind === 'leaps'
        ? [
            `${at('date')} is a standard monthly expiration (the third Friday, or the trading day before a holiday), in ${days(found)}.`,
          ]
        : [
            `${at('date')} is a ${at('expiration_kind')} expiration, not the monthly: that is the third Friday.`,
            monthly(found),
          ]
    },
  },
  {
    asks: ASKS_CLOSURE,
    say: ({ at, result }) => [
      `The market is next closed on ${at('next_holiday')}: ${at('next_holiday_name')}. The next early close is ${at('next_early_close')}: ${at('next_early_close_name')}.`,
      result.is_holiday_week_moved === true
        ? `Options of that holiday’s week expire on ${at('holiday_week_expiration')} instead of Friday.`
        : `Options of that holiday’s week expire on Friday as usual, ${at('holiday_week_expiration')}.`,
    ],
  },
  {
    asks: ASKS_TERM,
    say: (found) => {
      const { at, result } = found
      const kind = result.expiration_kind === 'monthly' ? ', a monthly expiration' : ''
      const from = result.is_from_today === false ? ` from ${at('from')}` : ''
      return [`${result.asks_weeks === true ? weeks(found) : ''}${days(found)}${from} until ${at('date')}${kind}.`]
    },
  },
  {
    asks: /\b(?:monthly|monthlies|opex|third friday|3rd friday|friday of|witching|expir\w+)\b/u,
    say: (found) => {
      const { at, result } = found
      return result.expiration_kind === null
        ? noExpiration(found)
        : [
            `${at('date')}, a ${at('expiration_kind')} expiration, in ${days(found)}.`,
            `${exceptions(found)} ${result.expiration_kind === 'weekly' ? `${monthly(found)} Not every stock has weekly expirations.` : ''}`.trim(),
          ]
    },
  },
]

const ASKS_RULE =
  /\b(?:if|when|what if)\b[^.?]{0,30}\b(?:friday|expiration(?: day)?)\b[^.?]{0,30}\b(?:holiday|closed)\b/u

/** When options expire if the Friday is a holiday, with the next case. */
async function describeRule({ ask }: Session): Promise<Reply> {
  const found = await ask('market_status', { date: null, from: null })
  const rule = 'They expire on the trading day before, usually the Thursday.'
  if (!found.ok) return say([rule])
  const { at, result } = found
  return say([
    rule,
    `The next market holiday is ${at('next_holiday')} (${at('next_holiday_name')}); options of that week expire on ${at('holiday_week_expiration')}${result.is_holiday_week_moved === true ? '' : ', the Friday as usual'}.`,
  ])
}

export async function answerMarket(session: Session): Promise<Reply> {
  const { question, today, ask } = session
  const { slots, text } = question
  if (ASKS_RULE.test(text)) return describeRule(session)
  const topic = calendarTopics.find(({ asks }) => asks.test(text))
  const isPair =
    slots.otherDate !== null && slots.expiration !== null && /\b(?:from|between|apart|difference)\b/u.test(text)
  // In "do weeklies expire on Christmas", the day is Christmas.
  const hasTwo = slots.otherDate !== null && !isPair
  const named = ASKS_KIND.test(text) || (hasTwo && KINDS.test(text)) ? readNamedDay(text, today) : null
  const isClosure = topic?.asks === ASKS_CLOSURE
  const isNext = isClosure && (slots.expiration === null || slots.expiration === today)
  const inMonth = isClosure && slots.isMonth ? findClosure(slots.expiration, today) : null
  const isAhead = slots.expiration === null || slots.expiration === today
  const term = isAhead ? pointOf(slots.days) : null
  if (term !== null && !isPair) return answerAhead(session, term)
  const day = isNext ? null : (inMonth ?? named ?? (isPair ? slots.otherDate : slots.expiration))
  const found = await ask('market_status', { date: day, from: isPair ? slots.expiration : null })
  if (!found.ok) return explain(found)
  const isAnswered = isClosure ? isNext : day !== null || topic?.asks === ASKS_KIND
  if (topic === undefined || !isAnswered) {
    const status = describeStatus(found, text)
    const other =
      isPair || named !== null || slots.otherDate === null
        ? null
        : await ask('market_status', { date: slots.otherDate, from: null })
    return other?.ok === true
      ? { ...status, lines: [status.lines.join(' '), describeStatus(other, text).lines.join(' ')] }
      : status
  }
  const second =
    hasTwo && topic?.asks === ASKS_TERM && slots.expiration !== null
      ? await ask('market_status', { date: slots.otherDate, from: null })
      : null
  const result = { ...found.result, is_from_today: !isPair, asks_weeks: /\bweeks\b/u.test(text) }
  const lines = topic.say({ ...found, result })
  const [more] = second?.ok === true ? topic.say(second) : []
  return say([...lines, more ?? null], found)
}

/** The day after so many days, and the expiration nearest to it. */
async function answerAhead({ today, ask }: Session, term: number): Promise<Reply> {
  const day = addDays(today, term)
  const [found, near] = await Promise.all(
    [day, optionExpirationFor(nearestFriday(day))].map((date) => ask('market_status', { date, from: null })),
  )
  if (found === undefined || near === undefined || !found.ok) return say([])
  if (!near.ok) return explain(near)
  return say(
    [
      `${found.at('date')} is in ${countOf(found.at('days'), found.result.days, 'day')}. The nearest expiration is ${near.at('date')}, a ${near.at('expiration_kind')} one, in ${days(near)}.`,
      near.result.expiration_kind === 'weekly'
        ? `The monthly expiration after it is ${near.at('monthly_expiration')}, in ${countOf(near.at('monthly_days'), near.result.monthly_days, 'day')}. Not every stock has weekly expirations, least of all far out.`
        : null,
    ],
    near,
  )
}

/** The Friday within three days of a day, or after it. */
const nearestFriday = (day: string) => fridayOf(addDays(day, -3))

/** "Is this Friday a monthly?": the day that is asked about, without the words for kinds of expirations. */
function readNamedDay(text: string, today: string): string | null {
  const { days: found } = findDays(text.replace(KIND_WORDS, ' '), today)
  return found[0]?.date ?? null
}

function describeStatus({ at, result, ...found }: Answered, text: string): Reply {
  const hours = `${at('opens')} to ${at('closes')}`
  const head: Readonly<Record<string, string>> = {
    open: `Yes, the market is open now. Trading hours today: ${hours}.`,
    before_open: `The market is not open yet. Trading hours today: ${hours}.`,
    after_close: `The market is closed for today. Trading hours were ${hours}.`,
    trading_day: `On ${at('date')}, the market is open from ${hours}.`,
  }
  const closed =
    typeof result.holiday === 'string'
      ? `The market is closed on ${at('date')}: ${at('holiday')}.`
      : `The market is closed on ${at('date')}, a weekend.`
  const delayed = Number(result.delay_minutes) > 0 ? `Prices are delayed by ${at('delay_minutes')} minutes.` : null
  const asksDelay = /\bdelay\w*|\breal[- ]?time\b|\blive\b|\bfresh\b|\bhow old\b/u.test(text)
  const source = asksDelay ? `${delayed ?? 'The footer names the source of all prices and their time.'} ` : ''
  const parts = [
    result.early_close === true ? `It closes early that day, at ${at('closes')}.` : null,
    result.early_close === false && /\bearly\b|\bhalf\b/u.test(text)
      ? `The next early close is ${at('next_early_close')}: ${at('next_early_close_name')}.`
      : null,
    result.state === 'closed' || result.state === 'after_close'
      ? `The next trading day is ${at('next_trading_day')}.`
      : null,
    typeof result.holiday === 'string' && result.is_week_moved === true
      ? `Options of that week expire on ${at('week_expiration')}.`
      : null,
    asksDelay ? null : delayed,
  ].filter((one) => one !== null)
  return say([`${source}${head[String(result.state)] ?? closed}`, parts.join(' ')], { at, result, ...found })
}

/** The holiday of a month. */
function findClosure(ofMonth: string | null, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const closures = [year, year + 1].flatMap(marketHolidays)
  const month = ofMonth?.slice(0, 7) ?? ''
  return closures.find(({ date }) => date > today && date.startsWith(month))?.date ?? null
}
