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

/** The call volume is averaged over this many sessions, as the share volume is. */
export const AVERAGE_SESSIONS = 20

/**
 * What the chain says, at the instant and the stock's price of its quotes, the best call's days counted from now; unknown
 * without a chain or a price.
 */
export interface ChainFigures {
  readonly impliedVolatility: number | null
  /** Why there is none, one sentence; null where there is one. */
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
    const noVolatility = facts.chain === null ? 'No options are listed.' : 'The price of the stock is unknown.'
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
  const { best, reason } = selectBestCall(rows, market)
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

/** Today's mean call volume, averaged with the sessions kept before it, ascending, 20 in all (D15). */
export function averageOverSessions(
  { date, callVolume }: Pick<SymbolSession, 'date' | 'callVolume'>,
  past: readonly SessionCallVolume[],
): number | null {
  const before = past.filter((session) => session.date < date).map((session) => session.callVolume)
  const known = [...before.slice(1 - AVERAGE_SESSIONS), ...(callVolume === null ? [] : [callVolume])]
  return known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0) / known.length
}
