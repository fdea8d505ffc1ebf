import { earlyCloses, marketHolidays, newYorkDate, sessionOf } from '@callwright/scoring'
import { answer } from './massive-page.ts'
import type { Route, WireMarket } from './wire-market.ts'

const FIELDS = {
  '1M': 'yield_1_month',
  '3M': 'yield_3_month',
  '6M': 'yield_6_month',
  '1Y': 'yield_1_year',
  '2Y': 'yield_2_year',
  '3Y': 'yield_3_year',
} as const
const EXCHANGES = ['NYSE', 'NASDAQ']
const EXTENDED_HOURS_MS = 4 * 3_600_000

/** Routes for yields and exchange status, by the vendor's own clock. */
export function createExchangeRoutes(market: WireMarket, now: () => number): readonly Route[] {
  return [
    [
      /^\/fed\/v1\/treasury-yields$/,
      async (_path, { query }) => {
        const from = query['date.gte'] ?? ''
        const curves = (await market.listCurves()).filter(({ date }) => date >= from)
        const results = curves.map(({ date, yields }) => ({
          date,
          ...Object.fromEntries(yields.map(({ name, yieldPct }) => [FIELDS[name as keyof typeof FIELDS], yieldPct])),
        }))
        return answer({ status: 'OK', results })
      },
    ],
    [
      /^\/v1\/marketstatus\/now$/,
      async () => {
        const state = stateAt(now())
        const exchanges = { nyse: state, nasdaq: state, otc: state }
        return { body: JSON.stringify({ market: state, exchanges, serverTime: new Date(now()).toISOString() }) }
      },
    ],
    [/^\/v1\/marketstatus\/upcoming$/, async () => ({ body: JSON.stringify(listSpecialDays(newYorkDate(now()))) })],
  ]
}

function stateAt(nowMs: number): string {
  const session = sessionOf(newYorkDate(nowMs))
  if (session === null) return 'closed'
  if (nowMs >= session.openMs && nowMs < session.closeMs) return 'open'
  const isNear = nowMs >= session.openMs - EXTENDED_HOURS_MS && nowMs < session.closeMs + EXTENDED_HOURS_MS
  return isNear ? 'extended-hours' : 'closed'
}

/** Lists the special days in the rest of this year and in the next, one row per exchange. */
function listSpecialDays(today: string) {
  const year = Number(today.slice(0, 4))
  const years = [year, year + 1]
  const closed = years.flatMap(marketHolidays).map((day) => ({ ...day, status: 'closed' }))
  const early = years.flatMap(earlyCloses).map((day) => {
    const closeMs = sessionOf(day.date)?.closeMs ?? 0
    return { ...day, status: 'early-close', close: new Date(closeMs).toISOString() }
  })
  return [...closed, ...early]
    .filter(({ date }) => date >= today)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .flatMap((day) => EXCHANGES.map((exchange) => ({ ...day, exchange })))
}
