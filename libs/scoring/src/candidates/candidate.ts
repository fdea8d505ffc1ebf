import { judgeEarlyAssignment } from '../assignment/early-assignment.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { MarketTerms } from '../option-math/chain.ts'
import { type EventsInTerm, findEventsInTerm, type NextEvents } from '../position/events.ts'
import { POSITION_LIMITS } from '../position/limits.ts'
import { measurePosition } from '../position/metrics.ts'
import type { Truth } from '../position/truth.ts'
import { onePlace } from '../rating/wording.ts'
import { type Recommendation, recommend } from '../recommendation/recommend.ts'
import { headroomEm, headroomPct } from '../returns/headroom.ts'
import { type Moneyness, moneyness } from '../returns/moneyness.ts'
import { computeReturnFigures, type ReturnFigure } from '../returns/return-figures.ts'
import { cushionPct, timeValueProtectionPct } from '../returns/risk-figures.ts'
import { annualizedYieldPct, annualizePct, breakeven, type ReturnBasis, timeValue } from '../returns/yields.ts'
import { below } from '../thresholds.ts'
import { computeExpectedMove } from '../volatility/expected-move.ts'
import { type CandidatePart, scoreCandidate } from './candidate-score.ts'
import { judgeLiquidity, type LiquidityGateId } from './liquidity-gates.ts'
import type { ValuedCall } from './valued-call.ts'

/** One call worth looking at, with what D21 shows of it. Dollars per share, percent 0-100; it is sold at the bid (D6). */
export interface Candidate extends ValuedCall, EventsInTerm {
  readonly moneyness: Moneyness
  /** bid / price, a year: what becomes the position's static yield. */
  readonly annualizedYieldPct: number
  readonly timeValueUsd: number
  /** Time value / price, a year: intrinsic value is not earned. */
  readonly annualizedTimeValueYieldPct: number
  /** Cash of the known dividends with ex-date in the term, counted in both returns. */
  readonly dividendsInTermUsd: number
  readonly staticReturn: ReturnFigure
  readonly ifCalledReturn: ReturnFigure
  readonly breakeven: number
  /** Premium / price: how far the stock may fall before the position loses. */
  readonly downsideProtectionPct: number
  /** How far the stock may fall with the time value still earned; 0 unless in the money. */
  readonly timeValueProtectionPct: number
  readonly headroomPct: number
  readonly expectedMove: number
  readonly headroomEm: number | null
  /** For an ex-date within a week (MATHS 9). */
  readonly earlyAssignmentRisk: Truth
  readonly liquidityGates: Readonly<Record<LiquidityGateId, Truth>>
  /** Yield under the minimum of the position's rules: listed, never recommended (D22). */
  readonly belowMinimumYield: boolean
  readonly score: number
  readonly parts: readonly CandidatePart[]
  readonly reasons: readonly string[]
}

/** What a candidate is described with besides its quote. */
export interface CandidateContext {
  readonly market: MarketTerms
  readonly events: NextEvents
  readonly ivRank: number | null
  readonly returnBasis: ReturnBasis
  readonly costBasis: number | null
}

/**
 * The figures of a call that may be written (D21): returns with known dividends on the named basis, protection in both of
 * its meanings, headroom by the contract's own volatility, events, early assignment, gates, score and reasons. `putMid`
 * is the mid of the same-strike put. Throws RangeError as the formulas it uses. Verified in `select-candidates.test.ts`.
 */
export function describeCandidate(call: ValuedCall, putMid: number | null, context: CandidateContext): Candidate {
  const { market, events, ivRank } = context
  const { price, asOfMs } = market
  const { strike, expiration, bid: premium, mid, impliedVolatility, daysToExpiration: days } = call
  const today = newYorkDate(asOfMs)
  const inTerm = findEventsInTerm(events, expiration, today)
  const figures = { ...measureReturns(call, today, context), ...measureRoom(strike, price, impliedVolatility, days) }
  const dividends = market.dividends.length > 0 || events.paysNoDividend ? market.dividends : null
  const early = judgeEarlyAssignment({ price, strike, expiration, callPrice: mid, putPrice: putMid, dividends, today })
  const { score, parts } = scoreCandidate({
    ...call,
    ...inTerm,
    timeValueYieldPct: figures.annualizedTimeValueYieldPct,
    headroomEm: figures.headroomEm,
  })
  const belowMinimumYield = below(figures.annualizedYieldPct, POSITION_LIMITS.minStaticYieldPct)
  return {
    ...call,
    ...inTerm,
    moneyness: moneyness({ type: 'call', price, strike }),
    ...figures,
    breakeven: breakeven({ price, premium }),
    downsideProtectionPct: cushionPct({ price, premium }),
    timeValueProtectionPct: timeValueProtectionPct({ price, strike }),
    earlyAssignmentRisk: early.atRisk,
    liquidityGates: judgeLiquidity({ ...call, ivRank }),
    belowMinimumYield,
    score,
    parts,
    reasons: [
      ...(belowMinimumYield ? [explainMinimum(figures.annualizedYieldPct)] : []),
      ...(early.atRisk === true ? ['A dividend within a week makes early assignment likely.'] : []),
      ...parts.map(({ reason }) => reason),
    ],
  }
}

function measureReturns(call: ValuedCall, today: string, { market, returnBasis, costBasis }: CandidateContext) {
  const { strike, expiration, bid: premium, daysToExpiration: days } = call
  const { price } = market
  const dividendsInTermUsd = market.dividends
    .filter(({ exDate }) => exDate > today && exDate <= expiration)
    .reduce((sum, { cash }) => sum + cash, 0)
  const position = { price, strike, premium, dividends: dividendsInTermUsd, basis: returnBasis }
  const withCost = costBasis === null ? position : { ...position, costBasis }
  const { flat, ifCalled } = computeReturnFigures(withCost, days)
  const timeValueUsd = timeValue({ type: 'call', price, strike, premium })
  return {
    annualizedYieldPct: annualizedYieldPct({ bid: premium, price, days }),
    timeValueUsd,
    annualizedTimeValueYieldPct: annualizePct((timeValueUsd / price) * 100, days),
    dividendsInTermUsd,
    staticReturn: flat,
    ifCalledReturn: ifCalled,
  }
}

function measureRoom(strike: number, price: number, vol: number, days: number) {
  const expectedMove = computeExpectedMove(price, vol, days)
  return {
    headroomPct: headroomPct({ price, strike }),
    expectedMove,
    headroomEm: headroomEm({ price, strike, expectedMove }),
  }
}

function explainMinimum(yieldPct: number): string {
  const { minStaticYieldPct } = POSITION_LIMITS
  return `Not recommended: the static yield of ${onePlace(yieldPct)} % a year is under ${minStaticYieldPct} %.`
}

/**
 * What the recommendation would say right after adding the candidate (D22): one contract, shares bought at today's price,
 * the call sold at its bid, everything as quoted now. Verified in `select-candidates.test.ts`.
 */
export function previewRecommendation(
  candidate: ValuedCall,
  { symbol, price, asOfMs }: { readonly symbol: string; readonly price: number; readonly asOfMs: number },
): Recommendation {
  const { strike, expiration, bid, ask, mid, delta, impliedVolatility } = candidate
  const entry = { entryDate: newYorkDate(asOfMs), entryPrice: price, entryPremium: bid, contracts: 1 }
  const quote = { price, priceSource: 'quote', currentPremium: mid, premiumIsFallback: false } as const
  return recommend(
    measurePosition(
      { symbol, strike, expiration, ...entry },
      { ...quote, ask, delta, impliedVolatility, atmIv: null },
      asOfMs,
    ),
  )
}
