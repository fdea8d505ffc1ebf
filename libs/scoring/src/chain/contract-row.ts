import type { IsoDate } from '../calendar/iso-date.ts'
import { type CallLiquidity, judgeBestCallGates } from '../candidates/call-liquidity.ts'
import { computeAmericanDelta } from '../option-math/american/american.ts'
import { type ChainClock, type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import type { PricingModel } from '../option-math/contract.ts'
import { computeGreeks } from '../option-math/greeks.ts'
import { quoteMid } from '../option-math/quotes.ts'
import { dividendsReceived } from '../returns/dividends-received.ts'
import { type Moneyness, moneyness } from '../returns/headroom.ts'
import { probabilityItm, probabilityProfit, probabilityTouch } from '../returns/probabilities.ts'
import { annualizedYieldPct, annualizePct, breakeven, ifCalledReturnPct, timeValue } from '../returns/yields.ts'
import { atLeast, atMost } from '../thresholds.ts'
import { type ContractFlag, listFlags, readCallQuote } from './call-quote.ts'
import { type SolvedContract, solveContract } from './valued-call.ts'

/** Greeks provided by the data source, in the units of D13. */
export interface VendorGreeks {
  readonly delta: number
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly rho: number | null
}

/** A contract as listed by a source: quote, last trade and, if provided, the source's Greeks. */
export interface ListedContract extends QuotedOption {
  readonly last: number | null
  readonly vendorGreeks: VendorGreeks | null
}

/** Greeks in the units of D13: theta per calendar day, vega and rho per point. */
export interface ContractGreeks {
  readonly delta: number | null
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly rho: number | null
  /**
   * Our pricing model, `interpolated` if the volatility is from neighboring strikes, or `vendor` if only the source
   * has Greeks.
   */
  readonly greeksSource: PricingModel | 'interpolated' | 'vendor' | null
}

/** Results of selling a covered call at its bid, on the stock's price; percent 0-100, dollars per share. */
export interface WritingFigures {
  /**
   * bid / price per year. This includes intrinsic value, which is not income, so do not rank calls in the money by
   * it.
   */
  readonly annualizedYieldPct: number
  /** Time value / price, over the whole term. */
  readonly timeValueYieldPct: number
  /** Time value / price per year. */
  readonly annualizedTimeValueYieldPct: number
  /** (strike − price + bid + dividends in the term) / price, over the whole term. */
  readonly ifCalledReturnPct: number
  /** Price − bid − dividends in the term; null if the position loses at every price. */
  readonly breakeven: number | null
}

/**
 * One contract in a chain, with every figure in its row (D19). Dollars per share, percent 0-100; unknown values are
 * null.
 */
export interface ContractRow
  extends QuotedOption,
    ContractGreeks,
    Readonly<{ [Figure in keyof WritingFigures]: WritingFigures[Figure] | null }> {
  readonly last: number | null
  /** At least 0 (D4). */
  readonly daysToExpiration: number
  readonly mid: number | null
  readonly impliedVolatility: number | null
  readonly moneyness: Moneyness
  readonly inTarget: boolean
  /**
   * Liquidity of a call that passes all of the best call's gates (D53) other than days; null if it fails one, and for a
   * put.
   */
  readonly bestCallLiquidity: CallLiquidity | null
  /** bid − intrinsic value; may be negative; null if the contract cannot be sold at the bid. */
  readonly timeValueUsd: number | null
  readonly probabilityItm: number | null
  readonly probabilityProfit: number | null
  readonly probabilityTouch: number | null
  readonly flags: readonly ContractFlag[]
}

/** Target delta range (D19). */
export const TARGET_DELTA = { min: 0.15, max: 0.25 } as const

/**
 * Values each contract in a chain once (D19): volatility from the mid and Greeks by our American model, or the source's
 * Greeks if the mid has no volatility; yields, if-called return and breakeven of a call at the bid (D6), with the known
 * dividends in the term; Black-Scholes probabilities at that volatility. Figures for selling are null for a put, and if
 * the bid is not a tradable price (D55). Throws RangeError in the same cases as `openChainClock`. Verified in
 * `chain.test.ts`.
 */
export function valueContracts(contracts: readonly ListedContract[], market: MarketTerms): ContractRow[] {
  const clock = openChainClock(market)
  return contracts.map((contract) => describeContract(contract, solveContract(contract, market, clock), market, clock))
}

/** Row for a contract whose volatility is already solved; `solved` is null if the mid has none. */
export function describeContract(
  contract: ListedContract,
  solved: SolvedContract | null,
  market: MarketTerms,
  clock: ChainClock,
): ContractRow {
  const { vendorGreeks, ...listed } = contract
  const { type, strike, expiration } = contract
  const { price } = market
  const bid = readBidPrice(contract, price)
  const { days } = clock.termsOf(expiration)
  const daysToExpiration = Math.max(0, days)
  const greeks = solved === null ? readVendorGreeks(vendorGreeks) : computeOwnGreeks(solved)
  const writes = type === 'call' && bid !== null
  return {
    ...listed,
    daysToExpiration,
    mid: quoteMid(contract),
    impliedVolatility: solved?.priced.vol ?? null,
    ...greeks,
    moneyness: moneyness({ type, price, strike }),
    inTarget: type === 'call' && isInTarget(greeks.delta),
    bestCallLiquidity: judgeGates(contract, solved, price, clock),
    timeValueUsd: bid === null ? null : timeValue({ type, price, strike, premium: bid }),
    ...(writes ? measureWriting({ strike, bid, daysToExpiration }, price, sumInTerm(expiration, clock)) : NO_WRITING),
    ...computeProbabilities({ type, strike, bid }, solved),
    flags: listFlags(contract, solved?.priced.vol ?? null),
  }
}

/** Always uses our own delta, as the choice of the best call does, even if the row shows another delta. */
function judgeGates(contract: ListedContract, solved: SolvedContract | null, price: number, clock: ChainClock) {
  const quote = solved === null ? null : readCallQuote(contract, clock)
  if (solved === null || quote === null) return null
  return judgeBestCallGates(quote, () => computeAmericanDelta(solved.priced), price)
}

/**
 * Bid at which the contract can be sold; null if there is none (D55). A bid of 0 counts as a real bid only if there
 * is an ask and the contract is out of the money: without an ask there is no market, and in the money, exercise pays
 * more than 0.
 */
function readBidPrice({ type, strike, bid, ask }: ListedContract, price: number): number | null {
  if (bid !== 0) return bid
  const isWorthExercising = type === 'call' ? price > strike : price < strike
  return ask === null || ask <= 0 || isWorthExercising ? null : 0
}

const NO_WRITING = {
  annualizedYieldPct: null,
  timeValueYieldPct: null,
  annualizedTimeValueYieldPct: null,
  ifCalledReturnPct: null,
  breakeven: null,
} as const

/** Results of selling a call at its bid; `dividends` is the sum over the term. */
export function measureWriting(
  { strike, bid, daysToExpiration: days }: Readonly<Record<'strike' | 'bid' | 'daysToExpiration', number>>,
  price: number,
  dividends: number,
): WritingFigures {
  const position = { price, strike, premium: bid, dividends, basis: 'stock_price' } as const
  const timeValueYieldPct = (timeValue({ type: 'call', ...position }) / price) * 100
  return {
    annualizedYieldPct: annualizedYieldPct({ bid, price, days }),
    timeValueYieldPct,
    annualizedTimeValueYieldPct: annualizePct(timeValueYieldPct, days),
    ifCalledReturnPct: ifCalledReturnPct(position),
    breakeven: breakeven(position),
  }
}

/** Sum of the known dividends up to an expiration, dollars per share. */
export function sumInTerm(expiration: IsoDate, { dividends, termsOf }: ChainClock): number {
  return dividendsReceived(dividends, termsOf(expiration).years)
}

function computeOwnGreeks({ priced }: SolvedContract): ContractGreeks {
  const { delta, gamma, thetaPerDay, vegaPerPoint, rhoPerPoint, model } = computeGreeks(priced)
  return { delta, gamma, theta: thetaPerDay, vega: vegaPerPoint, rho: rhoPerPoint, greeksSource: model }
}

function readVendorGreeks(greeks: VendorGreeks | null): ContractGreeks {
  if (greeks === null) return { delta: null, gamma: null, theta: null, vega: null, rho: null, greeksSource: null }
  const { delta, gamma, theta, vega, rho } = greeks
  return { delta, gamma, theta, vega, rho, greeksSource: 'vendor' }
}

export function isInTarget(delta: number | null): boolean {
  return delta !== null && atLeast(delta, TARGET_DELTA.min) && atMost(delta, TARGET_DELTA.max)
}

/**
 * Probability of ending in the money; for a call, also the probabilities of a profit from selling it and of touching
 * the strike.
 */
function computeProbabilities(
  { type, strike, bid }: Pick<QuotedOption, 'type' | 'strike' | 'bid'>,
  solved: SolvedContract | null,
) {
  if (solved === null) return { probabilityItm: null, probabilityProfit: null, probabilityTouch: null }
  const { priced } = solved
  const isCall = type === 'call'
  return {
    probabilityItm: probabilityItm(priced),
    probabilityProfit: isCall && bid !== null ? probabilityProfit({ ...priced, premium: bid }) : null,
    probabilityTouch: isCall ? probabilityTouch({ ...priced, level: strike }) : null,
  }
}
