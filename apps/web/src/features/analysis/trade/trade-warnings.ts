import {
  below,
  daysBetween,
  judgeEarlyAssignment,
  POSITION_LIMITS,
  previewRecommendation,
  type Recommendation,
} from '@callwright/scoring'
import { formatFinePct, formatPrice, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { describeMarket } from '../../../shared/freshness-view.ts'
import { listNotes } from '../chain/contracts.ts'
import { readToday, type Trade, type TradeFigures } from './trade-figures.ts'

/** Warning shown before selling: `lead` names the subject, and `text` is the rest of the sentence. */
export interface TradeWarning {
  readonly id: 'quote' | 'assignment' | 'earnings' | 'ex_dividend' | 'yield' | 'market'
  readonly lead: string
  readonly text: string
}

/** Warnings about a trade and its figures, most serious first. */
export function listWarnings(trade: Trade, figures: TradeFigures): readonly TradeWarning[] {
  return [
    ...warnOfQuote(trade),
    warnOfEarlyAssignment(trade),
    warnOfEarnings(trade),
    warnOfExDividend(trade),
    warnOfYield(figures),
    warnOfMarket(trade),
  ].filter((warning) => warning !== null)
}

/** The recommendation that the rules would give the trade as a position; null if a required figure is unknown. */
export function recommendOnceAdded({ symbol, call, expiration, price, chain }: Trade): Recommendation | null {
  const { strike, bid, ask, mid, delta, vol } = call
  if (bid === null || ask === null || mid === null || delta === null || vol === null) return null
  const added = { strike, expiration, bid, ask, mid, delta, impliedVolatility: vol }
  return previewRecommendation(added, { symbol, price, asOfMs: Date.parse(chain.marketTime) })
}

/** Warnings about the quote, in the same words as the ladder's. */
function warnOfQuote({ call }: Trade): readonly TradeWarning[] {
  if (call.bid === null) return [{ id: 'quote', lead: 'No bid', text: ': the proceeds of selling are unknown.' }]
  const lines = listNotes(call)?.lines ?? []
  return lines.map((line) => {
    const [lead = line, ...rest] = line.split(': ')
    return { id: 'quote', lead, text: rest.length === 0 ? '.' : `: ${rest.join(': ')}.` }
  })
}

const countDays = (days: number) => (days === 0 ? 'today' : `in ${days} ${days === 1 ? 'day' : 'days'}`)

function warnOfEarnings(trade: Trade): TradeWarning | null {
  const { earningsDate } = trade.chain
  const today = readToday(trade)
  if (earningsDate === null || earningsDate < today || earningsDate > trade.expiration) return null
  const days = countDays(daysBetween(today, earningsDate))
  return { id: 'earnings', lead: `Earnings ${formatDay(earningsDate)}`, text: `, ${days}, before expiration.` }
}

function warnOfExDividend(trade: Trade): TradeWarning | null {
  const { exDividendDate: exDate, dividends } = trade.chain
  const today = readToday(trade)
  if (exDate === null || exDate <= today || exDate > trade.expiration) return null
  const cash = dividends.find((dividend) => dividend.exDate === exDate)?.cash ?? null
  const amount = cash === null ? 'amount unknown' : `$${formatPrice(cash)} per share`
  const days = countDays(daysBetween(today, exDate))
  return { id: 'ex_dividend', lead: `Ex-dividend ${formatDay(exDate)}`, text: `, ${amount}, ${days}.` }
}

/** Early-assignment warning. In the week before an ex-date, applies the rules; earlier, predicts what they will say. */
function warnOfEarlyAssignment(trade: Trade): TradeWarning | null {
  const { call, expiration, price, chain } = trade
  const judged = judgeEarlyAssignment({
    price,
    strike: call.strike,
    expiration,
    callPrice: call.mid,
    putPrice: null,
    dividends: chain.dividends,
    today: readToday(trade),
  })
  const { extrinsic, tests } = judged
  const test = tests.find(({ exceedsExtrinsic }) => exceedsExtrinsic)
  if (test === undefined || extrinsic === null) return null
  return {
    id: 'assignment',
    lead: judged.atRisk ? 'Early assignment likely' : 'Early assignment possible',
    text: `: the dividend of $${formatPrice(test.cash)} exceeds the time value of $${formatPrice(extrinsic)}; the last day to exercise is ${formatDay(test.lastTestDate)}.`,
  }
}

/** Formats a yield as elsewhere on the page, with one more decimal if it would otherwise read as the minimum. */
function formatBelowMinimum(yieldPct: number): string {
  const short = formatYieldPct(yieldPct)
  return short === formatYieldPct(POSITION_LIMITS.minStaticYieldPct) ? formatFinePct(yieldPct) : short
}

/** Whether a time-value yield is under the minimum that the recommendation rules require. */
export const isBelowMinimum = (yieldPct: number) => below(yieldPct, POSITION_LIMITS.minStaticYieldPct)

function warnOfYield({ timeValueYieldPct }: TradeFigures): TradeWarning | null {
  if (timeValueYieldPct === null || !isBelowMinimum(timeValueYieldPct)) return null
  return {
    id: 'yield',
    lead: `Below the ${POSITION_LIMITS.minStaticYieldPct}% minimum`,
    text: `: time value pays ${formatBelowMinimum(timeValueYieldPct)}% a year. Calls like this are never recommended.`,
  }
}

function warnOfMarket({ chain }: Trade): TradeWarning | null {
  const market = describeMarket(chain.freshness)
  return market === null ? null : { id: 'market', lead: market, text: '. Do not trade at these prices.' }
}
