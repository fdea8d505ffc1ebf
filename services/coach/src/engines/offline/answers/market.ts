import { earlyCloses, marketHolidays } from '@callwright/scoring'
import { findDays } from '../reading/dates/days.ts'
import { type Answered, countOf, explain, type Reply, type Session, say } from '../session.ts'

/** One kind of question about the exchange's calendar. The first whose words match answers. */
interface CalendarTopic {
  readonly asks: RegExp
  readonly say: (found: Answered) => readonly string[]
}

const KIND_WORDS = /\b(?:monthly|monthlies|weekly|weeklies|standard|regular|normal|expir\w+|opex)\b/gu
const ASKS_KIND =
  /\b(?:monthly|monthlies|weekly|weeklies)\b.*\bor\b|\b(?:is|are|does)\b.*\b(?:monthly|monthlies|weekly|weeklies)\b|\bwhat kind of expir/u
const ASKS_CLOSURE =
  /\b(?:next|when|when's|upcoming|which|any|coming)\b.*\b(?:holidays?|closed|closure|half days?|early close|day off)\b|\b(?:close|closes|shut|shuts) early\b/u
const ASKS_TERM =
  /\bhow (?:long|many|far)\b|\bdays? (?:until|till|til|to|from|between|left|before)\b|\btrading days?\b.*\b(?:until|till|til|to|before|between|left)\b|\bcountdown\b/u

const days = ({ at, result }: Answered) =>
  `${countOf(at('days'), result.days, 'day')} (${countOf(at('trading_days'), result.trading_days, 'trading day')})`
const monthly = ({ at, result }: Answered) =>
  `The next monthly expiration is ${at('monthly_expiration')}, in ${countOf(at('monthly_days'), result.monthly_days, 'day')}.`

const calendarTopics: readonly CalendarTopic[] = [
  {
    asks: ASKS_KIND,
    say: (found) => {
      const { at, result } = found
      const isMonthly = result.expiration_kind === 'monthly' || result.expiration_kind === 'leaps'
      if (result.expiration_kind === null)
        return [
          `No stock options expire on ${at('date')}; those of that week expire on ${at('week_expiration')}.`,
          monthly(found),
        ]
      return isMonthly
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
      return Number(result.days) < 0
        ? [`${at('date')} is past.`]
        : [`${days(found)}${from} until ${at('date')}${kind}.`]
    },
  },
  {
    asks: /\b(?:monthly|monthlies|opex|third friday|3rd friday|expir\w+)\b/u,
    say: (found) => {
      const { at, result } = found
      return result.expiration_kind === null
        ? [
            `No stock options expire on ${at('date')}; those of that week expire on ${at('week_expiration')}.`,
            monthly(found),
          ]
        : [`${at('date')}, a ${at('expiration_kind')} expiration, in ${days(found)}.`]
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
  const isPair = slots.otherDate !== null && slots.expiration !== null && /\b(?:from|between)\b/u.test(text)
  const named = ASKS_KIND.test(text) ? readNamedDay(text, today) : null
  const isClosure = topic?.asks === ASKS_CLOSURE
  const isNext = isClosure && (slots.expiration === null || slots.expiration === today)
  const inMonth = isClosure && slots.isMonth ? findClosure(text, slots.expiration, today) : null
  const day = isNext ? null : (inMonth ?? named ?? (isPair ? slots.otherDate : slots.expiration))
  const found = await ask('market_status', { date: day, from: isPair ? slots.expiration : null })
  if (!found.ok) return explain(found)
  const isAnswered = isClosure ? isNext : day !== null || topic?.asks === ASKS_KIND
  if (topic === undefined || !isAnswered) {
    const status = describeStatus(found, text)
    const other =
      isPair || slots.otherDate === null ? null : await ask('market_status', { date: slots.otherDate, from: null })
    return other?.ok === true
      ? { ...status, lines: [status.lines.join(' '), describeStatus(other, text).lines.join(' ')] }
      : status
  }
  const result = { ...found.result, is_from_today: !isPair }
  return say([...topic.say({ ...found, result }), isClosure ? null : describeHours(found, text)], found)
}

/** "Is this Friday a monthly?": the day that is asked about, without the words for kinds of expirations. */
function readNamedDay(text: string, today: string): string | null {
  const { days: found } = findDays(text.replace(KIND_WORDS, ' '), today)
  return found[0]?.date ?? null
}

/** The hours of the day, if the question also asks for them. */
const describeHours = ({ at, result }: Answered, text: string) =>
  /\b(?:open|hours?|closed?|what time)\b/u.test(text) && typeof result.opens === 'string'
    ? `Trading hours: ${at('opens')} to ${at('closes')}.`
    : null

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
    /\bbefore\b/u.test(text) ? `The previous trading day is ${at('previous_trading_day')}.` : null,
    typeof result.holiday === 'string' && result.is_week_moved === true
      ? `Options of that week expire on ${at('week_expiration')}.`
      : null,
    asksDelay ? null : delayed,
  ].filter((one) => one !== null)
  return say([`${source}${head[String(result.state)] ?? closed}`, parts.join(' ')], { at, result, ...found })
}

/** The holiday or early close of a month. */
function findClosure(text: string, ofMonth: string | null, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const closures = [year, year + 1].flatMap((one) =>
    /\bhalf\b|\bearly\b|\bshort/u.test(text) ? earlyCloses(one) : marketHolidays(one),
  )
  const month = ofMonth?.slice(0, 7) ?? ''
  return closures.find(({ date }) => date > today && date.startsWith(month))?.date ?? null
}
