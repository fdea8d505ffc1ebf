import type { IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import {
  type ContractRow,
  describeContract,
  type ListedContract,
  measureWriting,
  sumInTerm,
  type WritingFigures,
} from '../chain/contract-row.ts'
import type { SolvedContract, ValuedCall } from '../chain/valued-call.ts'
import type { ChainClock, MarketTerms } from '../option-math/chain.ts'
import { type DividendRisk, judgeDividendRisk } from '../position/dividend-risk.ts'
import {
  type CompanyEvents,
  type EventsInTerm,
  findEventsInTerm,
  listUpcomingDividends,
  sumDividendsInTerm,
} from '../position/events.ts'
import { POSITION_LIMITS } from '../position/limits.ts'
import { measurePosition } from '../position/metrics.ts'
import { UNKNOWN_QUOTE } from '../position/position.ts'
import { type Recommendation, recommend } from '../recommendation/recommend.ts'
import { RULE_FIGURES } from '../recommendation/rules.ts'
import { headroomEm, headroomPct } from '../returns/headroom.ts'
import {
  computeEarlyCalledReturn,
  computeReturnFigures,
  cushionPct,
  type ReturnFigure,
  timeValueProtectionPct,
} from '../returns/trade-figures.ts'
import { type CoveredCall, type ReturnBasis, timeValue } from '../returns/yields.ts'
import { below } from '../thresholds.ts'
import type { Truth } from '../truth.ts'
import { computeExpectedMove } from '../volatility/expected-move.ts'
import { besideLimit, dollars, usDate } from '../wording.ts'
import { type CallLiquidity, judgeBestCallGates } from './call-liquidity.ts'
import { type CandidatePart, scoreCandidate } from './candidate-score.ts'
import { BEST_CALL_RULES } from './criteria.ts'
import { judgeLiquidity, type LiquidityGateId } from './liquidity-gates.ts'

/** Figures that rank and judge calls; percent 0-100, dollars per share. */
export interface RankingFigures extends WritingFigures, EventsInTerm {
  readonly headroomPct: number
  readonly expectedMove: number
  readonly headroomEm: number | null
  readonly bestCallLiquidity: CallLiquidity | null
  /**
   * True if the time value yields less than the position rules require: the call is listed but never recommended (D22).
   */
  readonly belowMinimumYield: boolean
  readonly score: number
  readonly parts: readonly CandidatePart[]
}

/**
 * A candidate call with all figures from D21: its chain row, with known quote and volatility, and the results of
 * selling it at the bid (D6). Dollars per share, percent 0-100. Returns and breakeven include the dividends in the term
 * with a known amount.
 */
export interface Candidate
  extends Omit<ContractRow, keyof ValuedCall | keyof WritingFigures | 'timeValueUsd'>,
    ValuedCall,
    RankingFigures {
  readonly timeValueUsd: number
  /** Sum of dividends with an ex-date in the term; null if an amount, or the existence of a dividend, is unknown. */
  readonly dividendsInTermUsd: number | null
  readonly staticReturn: ReturnFigure
  readonly ifCalledReturn: ReturnFigure
  /** If-called return after exercise for the first dividend in the term; null if no dividend is known. */
  readonly earlyCalledReturn: ReturnFigure | null
  /** Premium / price: how far the stock can fall before the premium is used up. */
  readonly cushionPct: number
  /**
   * How far the stock can fall before the position earns less than the time value; 0 unless the call is in the money.
   */
  readonly timeValueProtectionPct: number
  /** Risk from an ex-date within a week (MATHS 9). */
  readonly earlyAssignmentRisk: Truth
  readonly liquidityGates: Readonly<Record<LiquidityGateId, Truth>>
  readonly reasons: readonly string[]
}

export interface PassingCall extends ValuedCall, RankingFigures {
  /** Computes all figures on demand, because the other Greeks and the probabilities cost more than the search. */
  readonly describe: () => Candidate
}

/** Inputs, other than quotes, that all calls in one chain share. */
export interface CandidateContext {
  readonly market: MarketTerms
  readonly clock: ChainClock
  readonly events: CompanyEvents
  readonly today: IsoDate
  readonly ivRank: number | null
  readonly returnBasis: ReturnBasis
  readonly costBasis: number | null
}

export interface WritableCall {
  readonly contract: ListedContract
  readonly call: ValuedCall
  readonly solved: SolvedContract
  /** Mid of the same-strike put; null if unknown. */
  readonly putMid: number | null
}

/**
 * Computes the ranking figures of a call, with the contract's own volatility and the known dividends in its term.
 * Throws RangeError in the same cases as the formulas it uses. Verified in `candidate.test.ts`.
 */
export function openCandidate(writable: WritableCall, context: CandidateContext): PassingCall {
  const { call } = writable
  const { strike, expiration, impliedVolatility, daysToExpiration } = call
  const { market, clock, events, today } = context
  const inTerm = findEventsInTerm(events, expiration, today)
  const writing = measureWriting(call, market.price, sumInTerm(expiration, clock))
  const room = measureRoom(strike, market.price, impliedVolatility, daysToExpiration)
  const figures: RankingFigures = {
    ...inTerm,
    ...writing,
    ...room,
    ...scoreCandidate({ ...call, ...inTerm, ...writing, ...room }),
    bestCallLiquidity: judgeBestCallGates(call, () => call.delta, market.price),
    belowMinimumYield: below(writing.annualizedTimeValueYieldPct, POSITION_LIMITS.minStaticYieldPct),
  }
  return { ...call, ...figures, describe: () => describeCandidate(writable, figures, context) }
}

/**
 * Adds the remaining figures from D21: chain row, returns on the named basis, both kinds of protection, early
 * assignment, gates and reasons.
 */
function describeCandidate(
  { contract, call, solved, putMid }: WritableCall,
  figures: RankingFigures,
  context: CandidateContext,
): Candidate {
  const { market, clock, events, today, ivRank } = context
  const { price } = market
  const { strike, expiration, bid: premium, mid } = call
  const risk = judgeDividendRisk({ price, strike, expiration, callPrice: mid, putPrice: putMid, today }, events)
  return {
    ...describeContract(contract, solved, market, clock),
    ...call,
    ...figures,
    ...measureReturns(call, context),
    timeValueUsd: timeValue({ type: 'call', price, strike, premium }),
    cushionPct: cushionPct({ price, premium }),
    timeValueProtectionPct: timeValueProtectionPct({ price, strike }),
    earlyAssignmentRisk: risk.atRisk,
    liquidityGates: judgeLiquidity({ ...call, ivRank }),
    reasons: [
      ...(figures.belowMinimumYield ? [explainMinimum(figures.annualizedTimeValueYieldPct)] : []),
      ...explainRisk(risk),
      explainTerm(call.daysToExpiration),
      ...figures.parts.map(({ reason }) => reason),
    ],
  }
}

function measureReturns(call: ValuedCall, { market, clock, events, today, returnBasis, costBasis }: CandidateContext) {
  const { strike, expiration, bid: premium, daysToExpiration } = call
  const { price, dividends } = market
  const cost = costBasis === null ? {} : { costBasis }
  const position: CoveredCall = { price, strike, premium, basis: returnBasis, ...cost }
  const first = listUpcomingDividends(events, today).find(({ exDate, cash }) => exDate <= expiration && cash !== 0)
  return {
    dividendsInTermUsd: sumDividendsInTerm(events, expiration, today),
    ...computeReturnFigures({ ...position, dividends: sumInTerm(expiration, clock) }, daysToExpiration),
    earlyCalledReturn:
      first === undefined
        ? null
        : computeEarlyCalledReturn(position, { tradeDate: today, exDate: first.exDate, dividends }),
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
  const { label, format } = RULE_FIGURES.staticYieldPct
  const { minStaticYieldPct } = POSITION_LIMITS
  return `Not recommended: ${label} is ${besideLimit(yieldPct, minStaticYieldPct, format)}, under ${format(minStaticYieldPct)}.`
}

function explainTerm(days: number): string {
  const { min, max } = BEST_CALL_RULES.standardDays
  return `${days} ${days === 1 ? 'day' : 'days'} to expiration (target ${min}-${max}).`
}

function explainRisk({ exDate, dividendUsd, timeValueUsd }: DividendRisk): string[] {
  if (exDate === null || dividendUsd === null || timeValueUsd === null) return []
  const dividend = `the ${dollars(dividendUsd)} dividend (ex-date ${usDate(exDate)})`
  return [`Early assignment is likely: ${dividend} exceeds the ${dollars(timeValueUsd)} of time value.`]
}

/**
 * Recommendation for the candidate right after adding it (D22): one contract, shares bought at today's price, the call
 * sold at its bid, at current quotes. Verified in `candidate.test.ts`.
 */
export function previewRecommendation(
  candidate: Pick<ValuedCall, 'strike' | 'expiration' | 'bid' | 'ask' | 'mid' | 'delta' | 'impliedVolatility'>,
  { symbol, price, asOfMs }: { readonly symbol: string; readonly price: number; readonly asOfMs: number },
): Recommendation {
  const { strike, expiration, bid, ask, mid, delta, impliedVolatility } = candidate
  const entry = { entryDate: newYorkDate(asOfMs), entryPrice: price, premium: bid, contracts: 1 }
  const quote = { ...UNKNOWN_QUOTE, price, currentPremium: mid, premiumSource: 'quote' } as const
  return recommend(
    measurePosition({ symbol, strike, expiration, ...entry }, { ...quote, ask, delta, impliedVolatility }, asOfMs),
  )
}
