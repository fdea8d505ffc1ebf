import {
  below,
  daysBetween,
  judgeEarlyAssignment,
  newYorkDate,
  POSITION_LIMITS,
  previewRecommendation,
  type Recommendation,
} from '@callwright/scoring'
import { formatFinePct, formatPrice } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { describeMarket } from '../../../shared/freshness-view.ts'
import { listNotes } from '../chain/contract-notes.ts'
import { warningWords as words } from './preview-words.ts'
import type { Trade, TradeFigures } from './trade-figures.ts'

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
  if (call.bid === null) return [{ id: 'quote', ...words.noBid }]
  const lines = listNotes(call)?.lines ?? []
  return lines.map((line) => {
    const [lead = line, ...rest] = line.split(': ')
    return { id: 'quote', lead, text: rest.length === 0 ? '.' : `: ${rest.join(': ')}.` }
  })
}

const countDays = (days: number) => (days === 0 ? words.today : words.daysOut(days))

const readToday = ({ chain }: Trade) => newYorkDate(Date.parse(chain.marketTime))

function warnOfEarnings(trade: Trade): TradeWarning | null {
  const { earningsDate } = trade.chain
  const today = readToday(trade)
  if (earningsDate === null || earningsDate < today || earningsDate > trade.expiration) return null
  const days = countDays(daysBetween(today, earningsDate))
  return { id: 'earnings', ...words.earnings(formatDay(earningsDate), days) }
}

function warnOfExDividend(trade: Trade): TradeWarning | null {
  const { exDividendDate: exDate, dividends } = trade.chain
  const today = readToday(trade)
  if (exDate === null || exDate <= today || exDate > trade.expiration) return null
  const cash = dividends.find((dividend) => dividend.exDate === exDate)?.cash ?? null
  const amount = cash === null ? words.amountNotKnown : words.amount(formatPrice(cash))
  const days = countDays(daysBetween(today, exDate))
  return { id: 'ex_dividend', ...words.exDividend(formatDay(exDate), amount, days) }
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
    lead: judged.atRisk ? words.assignmentLikely : words.assignmentPossible,
    text: words.assignment(formatPrice(test.cash), formatPrice(extrinsic), formatDay(test.lastTestDate)),
  }
}

function warnOfYield({ timeValueYieldPct }: TradeFigures): TradeWarning | null {
  const { minStaticYieldPct: minimum } = POSITION_LIMITS
  if (timeValueYieldPct === null || !below(timeValueYieldPct, minimum)) return null
  return { id: 'yield', ...words.lowYield(minimum, formatFinePct(timeValueYieldPct)) }
}

function warnOfMarket({ chain }: Trade): TradeWarning | null {
  const market = describeMarket(chain.freshness)
  return market === null ? null : { id: 'market', lead: market, text: words.notRealPrices }
}
