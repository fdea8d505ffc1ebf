import type { CallLiquidity } from '../../api/market.ts'
import type { ScreenStock } from '../../api/screener.ts'
import { formatDecimal, formatYieldPct } from '../../shared/format/numbers.ts'
import { formatDay } from '../../shared/format/times.ts'
import { type AnalysisNavigation, chooseExpiration, chooseStrike } from './analysis-state.ts'

/** A stock's best call (D53), from its screener row. */
export interface BestCall {
  readonly contractSymbol: string | null
  readonly expiration: string
  readonly strike: number
  readonly annualizedYieldPct: number | null
  readonly liquidity: CallLiquidity | null
}

export function readBestCall(stock: ScreenStock | null): BestCall | null {
  if (stock === null || stock.bestExpiration === null || stock.bestStrikeUsd === null) return null
  return {
    contractSymbol: stock.bestContract,
    expiration: stock.bestExpiration,
    strike: stock.bestStrikeUsd,
    annualizedYieldPct: stock.bestAnnYieldPct,
    liquidity: stock.bestLiquidity,
  }
}

/** `Sep 11, 395 strike, 37.6% a year` */
export function summarizeBestCall({ expiration, strike, annualizedYieldPct }: BestCall): string {
  const yieldPct = annualizedYieldPct === null ? null : `${formatYieldPct(annualizedYieldPct)}% a year`
  return [formatDay(expiration), `${formatDecimal(strike)} strike`, yieldPct].filter((part) => part !== null).join(', ')
}

/** Selects a call by expiration and strike, so it stays selected when quotes change. */
export const showCall = (
  go: AnalysisNavigation['go'],
  { expiration, strike }: Pick<BestCall, 'expiration' | 'strike'>,
) =>
  go((latest) =>
    chooseStrike(
      chooseExpiration({ ...latest, side: latest.side === 'put' ? 'call' : latest.side }, expiration),
      strike,
      expiration,
    ),
  )
