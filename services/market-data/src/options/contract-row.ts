import type { contractFlags } from '@callwright/contracts'
import {
  annualizedYieldPct,
  atLeast,
  atMost,
  BEST_CALL_RULES,
  breakeven,
  computeGreeks,
  ifCalledReturnPct,
  type Moneyness,
  moneyness,
  type PricedContract,
  probabilityItm,
  probabilityProfit,
  probabilityTouch,
  solveQuoteVol,
  staticReturnPct,
  type TimedDividend,
  timeValue,
} from '@callwright/scoring'
import type { OptionQuote } from '../providers/provider.ts'

/** What every row of one expiration is valued with. */
export interface ExpirationMarket {
  readonly priceUsd: number
  readonly rate: number
  readonly days: number
  readonly years: number
  readonly dividends: readonly TimedDividend[]
}

export type ContractFlag = (typeof contractFlags)[number]

export interface RowGreeks {
  readonly delta: number | null
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly rho: number | null
  /** The model's name where they are ours, `vendor` where only the source knows them. */
  readonly source: string | null
}

/** What writing the call covered brings, at the bid; null for puts and where nobody bids a known price. */
export interface WritingReturns {
  readonly annualizedYieldPct: number | null
  readonly timeValueYieldPct: number | null
  readonly ifCalledReturnPct: number | null
  readonly breakevenUsd: number | null
}

export interface ContractRow extends WritingReturns {
  readonly quote: OptionQuote
  readonly days: number
  readonly mid: number | null
  readonly impliedVolatility: number | null
  readonly greeks: RowGreeks
  readonly moneyness: Moneyness
  readonly inTarget: boolean
  readonly timeValueUsd: number | null
  readonly probabilityItm: number | null
  readonly probabilityProfit: number | null
  readonly probabilityTouch: number | null
  readonly flags: readonly ContractFlag[]
}

/** The deltas the product aims its calls at (D19). */
const TARGET_DELTA = { min: 0.15, max: 0.25 } as const

const NO_GREEKS: RowGreeks = { delta: null, gamma: null, theta: null, vega: null, rho: null, source: null }

/**
 * Values one contract: IV from the mid and greeks by our American model (the source's greeks where there is none), yields
 * at the bid (D6, D13). Probabilities are Black-Scholes with that IV.
 */
export function valueContract(quote: OptionQuote, market: ExpirationMarket): ContractRow {
  const { priceUsd: price, rate, years, dividends } = market
  const { type, strike, bid, ask } = quote
  const terms = { type, spot: price, strike, years, rate, dividends }
  const { vol, mid } = solveQuoteVol({ ...terms, bid, ask })
  const priced = vol === null ? null : { ...terms, vol }
  const greeks = priced === null ? readVendorGreeks(quote) : valueGreeks(priced)
  return {
    quote,
    days: market.days,
    mid,
    impliedVolatility: vol,
    greeks,
    moneyness: moneyness({ type, price, strike }),
    inTarget: type === 'call' && isInTarget(greeks.delta),
    ...computeReturns(quote, market),
    timeValueUsd: bid === null ? null : timeValue({ type, price, strike, premium: bid }),
    ...computeProbabilities(quote, priced),
    flags: listFlags(quote, vol),
  }
}

function valueGreeks(priced: PricedContract): RowGreeks {
  const { delta, gamma, thetaPerDay, vegaPerPoint, rhoPerPoint, model } = computeGreeks(priced)
  return { delta, gamma, theta: thetaPerDay, vega: vegaPerPoint, rho: rhoPerPoint, source: model }
}

function readVendorGreeks({ vendorGreeks }: OptionQuote): RowGreeks {
  if (vendorGreeks === null) return NO_GREEKS
  const { delta, gamma, theta, vega, rho } = vendorGreeks
  return { delta, gamma, theta, vega, rho, source: 'vendor' }
}

function isInTarget(delta: number | null): boolean {
  return delta !== null && atLeast(delta, TARGET_DELTA.min) && atMost(delta, TARGET_DELTA.max)
}

function computeReturns(
  { type, strike, bid }: OptionQuote,
  { priceUsd: price, days }: ExpirationMarket,
): WritingReturns {
  if (type === 'put' || bid === null) {
    return { annualizedYieldPct: null, timeValueYieldPct: null, ifCalledReturnPct: null, breakevenUsd: null }
  }
  const position = { price, strike, premium: bid, basis: 'stock_price' } as const
  return {
    annualizedYieldPct: annualizedYieldPct({ bid, price, days }),
    timeValueYieldPct: staticReturnPct(position),
    ifCalledReturnPct: ifCalledReturnPct(position),
    breakevenUsd: breakeven(position),
  }
}

function computeProbabilities({ type, strike, bid }: OptionQuote, priced: PricedContract | null) {
  const isCall = type === 'call'
  return {
    probabilityItm: priced === null ? null : probabilityItm(priced),
    probabilityProfit:
      priced === null || !isCall || bid === null ? null : probabilityProfit({ ...priced, premium: bid }),
    probabilityTouch: priced === null || !isCall ? null : probabilityTouch({ ...priced, level: strike }),
  }
}

function listFlags({ bid, ask, last, volume, openInterest }: OptionQuote, vol: number | null): ContractFlag[] {
  const flags: ContractFlag[] = []
  if (bid === 0) flags.push('zero_bid')
  if (bid !== null && ask !== null && bid > ask) flags.push('crossed')
  if (bid !== null && ask !== null && ask >= bid && isWide(bid, ask)) flags.push('wide_spread')
  if (last !== null && volume === 0) flags.push('stale_trade')
  if (openInterest === 0) flags.push('no_open_interest')
  if (vol === null) flags.push('iv_unsolvable')
  return flags
}

function isWide(bid: number, ask: number): boolean {
  return !atMost(((ask - bid) / ((bid + ask) / 2)) * 100, BEST_CALL_RULES.maxSpreadPctOfMid)
}
