import type { SymbolFacts } from '@callwright/contracts'
import {
  averageCallVolume,
  type BestCall,
  computeAtmIv,
  type MarketTerms,
  type NoBestCallReason,
  type QuotedOption,
  selectBestCall,
  totalCallVolume,
} from '@callwright/scoring'
import type { SessionCallVolume, SymbolSession } from './symbol-session.ts'

/** Window for the averages of call volume and share volume. */
export const AVERAGE_SESSIONS = 20

/**
 * Figures from the option chain, computed as of its quotes; only the best call's days are counted from now. All are
 * unknown if there is no chain or no stock price.
 */
export interface ChainFigures {
  readonly impliedVolatility: number | null
  /** Explanation for the user if the volatility is unknown; null if it is known. */
  readonly noVolatility: string | null
  readonly best: BestCall | null
  readonly noBestCall: NoBestCallReason | null
  readonly callVolume: number | null
  readonly averageCallVolume: number | null
}

export function readChain(facts: SymbolFacts, factsAsOfMs: number, nowMs: number): ChainFigures {
  const asOfMs = facts.quoted_at === null ? factsAsOfMs : Date.parse(facts.quoted_at)
  const price = facts.underlying_price ?? facts.price
  if (facts.chain === null || price === null) {
    const noVolatility = facts.chain === null ? 'No options are listed.' : 'The stock price is unknown.'
    const unknown = { best: null, noBestCall: null, callVolume: null, averageCallVolume: null }
    return { impliedVolatility: null, noVolatility, ...unknown }
  }
  const rows = toQuotedOptions(facts.chain)
  const dividends = facts.dividends.map(({ ex_date, cash_amount, estimated }) => ({
    exDate: ex_date,
    cash: cash_amount,
    estimated,
  }))
  const market: MarketTerms = { price, rate: facts.rate, dividends, asOfMs, nowMs }
  const atm = computeAtmIv(rows, market)
  const rates = new Map(facts.expiration_rates.map(({ date, rate }) => [date, rate]))
  const { best, reason } = selectBestCall(rows, market, rates)
  return {
    impliedVolatility: atm.impliedVolatility,
    noVolatility: atm.impliedVolatility === null ? atm.message : null,
    best,
    noBestCall: reason,
    callVolume: totalCallVolume(rows, asOfMs),
    averageCallVolume: averageCallVolume(rows, asOfMs),
  }
}

function toQuotedOptions(chain: NonNullable<SymbolFacts['chain']>): QuotedOption[] {
  return chain.strike.map((strike, index) => ({
    contractSymbol: chain.contract_symbol[index] ?? '',
    type: chain.type[index] ?? 'call',
    expiration: chain.expiration_date[index] ?? '',
    strike,
    bid: chain.bid[index] ?? null,
    ask: chain.ask[index] ?? null,
    volume: chain.volume[index] ?? null,
    openInterest: chain.open_interest[index] ?? null,
  }))
}

/** Fills in the screener's columns for the best call. */
export function describeBestCall(best: BestCall | null) {
  return {
    bestAnnYield: best?.annualizedYieldPct ?? null,
    bestDte: best?.daysToExpiration ?? null,
    bestContract: best?.contractSymbol ?? null,
    bestExpiration: best?.expiration ?? null,
    bestStrike: best?.strike ?? null,
    bestDelta: best?.delta ?? null,
    bestBid: best?.bid ?? null,
    bestWindow: best?.window ?? null,
    bestLiquidity: best?.liquidity ?? null,
    bestIfCalledReturnPct: best?.ifCalledReturnPct ?? null,
    bidAskSpread: best?.spreadUsd ?? null,
    openInterest: best?.openInterest ?? null,
  }
}

/**
 * Mean call volume over today and the sessions stored before it, at most 20 in all (D15). `past` lists the oldest
 * first.
 */
export function averageOverSessions(
  { date, callVolume }: Pick<SymbolSession, 'date' | 'callVolume'>,
  past: readonly SessionCallVolume[],
): number | null {
  const before = past.filter((session) => session.date < date).map((session) => session.callVolume)
  const known = [...before.slice(1 - AVERAGE_SESSIONS), ...(callVolume === null ? [] : [callVolume])]
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0) / known.length
}
