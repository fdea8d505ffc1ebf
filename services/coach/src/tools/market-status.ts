import {
  holidayName,
  isCalendarDay,
  isTradingDay,
  isWeekend,
  newYorkDate,
  nextTradingDay,
  previousTradingDay,
  sessionOf,
} from '@callwright/scoring'
import Type from 'typebox'
import { date, maybeDate } from './arguments.ts'
import { Unanswerable } from './failure.ts'
import { readStamp } from './stamp.ts'
import { defineTool } from './tool.ts'
import { tryFetch } from './try-fetch.ts'

const states = ['open', 'before_open', 'after_close', 'closed', 'trading_day'] as const
type State = (typeof states)[number]

/** First day that the exchange calendar covers. */
const FIRST_DAY = '2010-01-01'

const maybeText = Type.Union([Type.String(), Type.Null()])

const clockTime = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeStyle: 'short' })
const showEt = (instantMs: number) => `${clockTime.format(instantMs).replace(/\s/gu, ' ')} ET`

export const marketStatus = defineTool({
  name: 'market_status',
  description:
    'Whether the New York Stock Exchange is open on a day (default: today), its hours, holidays and early closes, and the ' +
    'delay of the prices in this product.',
  args: { date: maybeDate },
  result: {
    date,
    is_today: Type.Boolean(),
    state: Type.Enum(states),
    opens: maybeText,
    closes: maybeText,
    early_close: Type.Boolean(),
    holiday: maybeText,
    is_weekend: Type.Boolean(),
    next_trading_day: date,
    previous_trading_day: date,
  },
  run: async ({ date: asked }, { ask, asOf }) => {
    const nowMs = Date.parse(asOf)
    const today = newYorkDate(nowMs)
    const day = asked ?? today
    if (!isCalendarDay(day) || day < FIRST_DAY)
      throw new Unanswerable('INVALID', `Dates before ${FIRST_DAY} are not supported.`)
    const session = sessionOf(day)
    // The calendar works even without market data.
    const { answer, warnings } = await tryFetch(ask('marketData.universe'))
    return {
      date: day,
      is_today: day === today,
      state: judgeState(session, day === today ? nowMs : null),
      opens: session === null ? null : showEt(session.openMs),
      closes: session === null ? null : showEt(session.closeMs),
      early_close: session?.earlyClose ?? false,
      holiday: isTradingDay(day) ? null : holidayName(day),
      is_weekend: isWeekend(day),
      next_trading_day: nextTradingDay(day),
      previous_trading_day: previousTradingDay(day),
      ...readStamp(answer === null ? [] : [answer], warnings),
    }
  },
})

function judgeState(session: ReturnType<typeof sessionOf>, nowMs: number | null): State {
  if (session === null) return 'closed'
  if (nowMs === null) return 'trading_day'
  if (nowMs < session.openMs) return 'before_open'
  return nowMs < session.closeMs ? 'open' : 'after_close'
}
