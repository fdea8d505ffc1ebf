import {
  type AtmVolatility,
  type BestCallResult,
  computeAtmIv,
  computeIvRank,
  computeRealizedIvRank,
  latestRsi,
  latestSma,
  latestStochastic,
  newYorkCloseMs,
  type Rating,
  rateStock,
  selectBestCall,
  totalCallVolume,
} from '../src/index.ts'
import type { Pack, PackSymbol } from './recorded-pack.ts'
import { knownOf } from './shared-data.ts'

export interface SymbolAnalysis {
  readonly rsi14: number | null
  readonly sma20: number | null
  readonly stochasticK: number | null
  readonly atm: AtmVolatility
  readonly bestCall: BestCallResult
  readonly rating: Rating
}

/** The whole way of one symbol from recorded facts to its rating, as a worker walks it. */
export function analyze(facts: PackSymbol, { asOf, rate }: Pick<Pack, 'asOf' | 'rate'>): SymbolAnalysis {
  const asOfMs = newYorkCloseMs(asOf)
  const market = { price: facts.price, rate, dividends: facts.dividends, asOfMs }
  const rsi14 = latestRsi(facts.bars.close)
  const sma20 = latestSma(facts.bars.close, 20)
  const { k: stochasticK } = latestStochastic(facts.bars)
  const atm = computeAtmIv(facts.options, market)
  const bestCall = selectBestCall(facts.options, market)
  const iv = atm.impliedVolatility
  const implied = iv === null ? null : computeIvRank([...facts.ivHistory, iv]).ivRank
  const rating = rateStock({
    averageShareVolume: latestSma(facts.bars.volume, 20),
    callVolume: totalCallVolume(facts.options, asOfMs),
    ivRank: implied ?? (iv === null ? null : computeRealizedIvRank(iv, facts.bars.close)),
    ivRankSource: implied === null ? 'realized' : 'implied',
    price: facts.price,
    sma20,
    rsi14,
    stochasticK,
    ...fundamentalsOf(facts),
    bestCall: bestCall.best,
    earningsDate: facts.earningsDate,
    asOfDate: asOf,
  })
  return { rsi14, sma20, stochasticK, atm, bestCall, rating }
}

function fundamentalsOf({ fundamentals }: PackSymbol) {
  const known = (column: string) => (fundamentals === null ? null : knownOf(fundamentals, column))
  const percent = (value: number | null) => (value === null ? null : value * 100)
  return {
    marketCapUsd: known('market_cap'),
    netMarginPct: percent(known('net_margin')),
    debtToEquity: known('debt_to_equity'),
    negativeEquity: false,
    creditRating: null,
    // The source leaves the yield empty where nothing is paid.
    dividendYieldPct: fundamentals === null ? null : (percent(known('dividend_yield')) ?? 0),
  }
}
