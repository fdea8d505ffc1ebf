import type { SymbolFacts } from '@callwright/contracts'
import {
  averageCallVolume,
  type BestCall,
  computeAtmIv,
  type MarketTerms,
  type QuotedOption,
  selectBestCall,
  totalCallVolume,
} from '@callwright/scoring'
import type { SymbolSession } from './symbol-session.ts'

/** The call volume is averaged over this many sessions, as the share volume is. */
const AVERAGE_SESSIONS = 20

/** What the chain says; everything is unknown without a chain or a price. */
export interface ChainFigures {
  readonly impliedVolatility: number | null
  readonly best: BestCall | null
  readonly callVolume: number | null
  readonly averageCallVolume: number | null
}

export function readChain(facts: SymbolFacts, asOfMs: number): ChainFigures {
  if (facts.chain === null || facts.price === null) {
    return { impliedVolatility: null, best: null, callVolume: null, averageCallVolume: null }
  }
  const rows = toQuotedOptions(facts.chain)
  const dividends = facts.dividends.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount }))
  const market: MarketTerms = { price: facts.price, rate: facts.rate, dividends, asOfMs }
  return {
    impliedVolatility: computeAtmIv(rows, market).impliedVolatility,
    best: selectBestCall(rows, market).best,
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

/** The best call's own figures as columns of the screen. */
export function describeBestCall(best: BestCall | null) {
  return {
    bestAnnYield: best?.annualizedYieldPct ?? null,
    bestDte: best?.daysToExpiration ?? null,
    bestContract: best?.contractSymbol ?? null,
    bestStrike: best?.strike ?? null,
    bestDelta: best?.delta ?? null,
    bestWindow: best?.window ?? null,
    bestIfCalledReturnPct: best?.ifCalledReturnPct ?? null,
    bidAskSpread: best?.spreadUsd ?? null,
    openInterest: best?.openInterest ?? null,
  }
}

/** Today's mean call volume, averaged with the sessions kept before it, 20 in all (D15). */
export function averageOverSessions(today: number | null, past: readonly SymbolSession[]): number | null {
  const earlier = past.slice(1 - AVERAGE_SESSIONS).map(({ callVolume }) => callVolume)
  const known = [...earlier, today].filter((volume) => volume !== null)
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0) / known.length
}
