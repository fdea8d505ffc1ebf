import {
  type CoveredCall,
  computeReturnFigures,
  countCoverableCalls,
  cushionPct,
  maxLossUsd,
  maxProfitUsd,
  positionBreakeven,
  SHARES_PER_CONTRACT,
} from '@callwright/scoring'
import type { Static, TObject } from 'typebox'
import { Unanswerable } from './failure.ts'
import { count, maybe, pct, usd } from './figures.ts'

/** Gains and losses of a covered call at expiration, relative to the cost of the shares. */
export const tradeFigures = {
  entry_price: usd('Cost of the shares, or their current price'),
  strike: usd(),
  premium: usd(),
  shares: count(),
  contracts: count('Calls that these shares cover'),
  uncovered_shares: count('Shares without a call'),
  days: maybe.days('To expiration'),
  premium_total: usd('Premium × 100 × contracts', 'position'),
  max_profit: maybe.usd('At or above the strike; null if uncovered shares make it unlimited', 'position'),
  max_profit_covered: usd('Covered shares only, at or above the strike', 'position'),
  max_loss: usd('If the stock goes to zero', 'position'),
  if_called_return_pct: pct('Percent of the entry price, not annualized'),
  if_called_annualized_pct: maybe.pct('× 365 / days'),
  static_return_pct: pct('If the price stays unchanged, percent of the entry price'),
  static_annualized_pct: maybe.pct('× 365 / days'),
  breakeven: maybe.usd(),
  downside_protection_pct: pct('Premium / entry price'),
}
type TradeFigures = Static<TObject<typeof tradeFigures>>

interface Trade {
  readonly entryPrice: number
  readonly strike: number
  /** Dollars per share. */
  readonly premium: number
  readonly shares: number
  readonly days: number | null
}

/**
 * Throws `Unanswerable` if there are too few shares for one contract or if the premium is too high for an amount per
 * share.
 */
export function computeTrade({ entryPrice, strike, premium, shares, days: term }: Trade): TradeFigures {
  const contracts = countCoverableCalls({ shares })
  if (contracts === 0) {
    throw new Unanswerable('INVALID', `One call covers ${SHARES_PER_CONTRACT} shares; ${shares} are too few.`)
  }
  if (premium >= entryPrice) {
    throw new Unanswerable('INVALID', 'Enter the premium in dollars per share. It must be less than the stock price.', [
      'Divide the premium per contract by 100',
    ])
  }
  const covered = { entryPrice, entryPremium: premium, strike, contracts }
  const whole = { ...covered, shares }
  const call: CoveredCall = { price: entryPrice, strike, premium, basis: 'stock_price' }
  const { staticReturn, ifCalledReturn } = computeReturnFigures(call, term ?? 0)
  const perYear = (figure: { readonly annualizedPct: number }) => (term === null ? null : figure.annualizedPct)
  return {
    ...{ entry_price: entryPrice, strike, premium, shares, contracts, days: term },
    uncovered_shares: shares - contracts * SHARES_PER_CONTRACT,
    premium_total: premium * contracts * SHARES_PER_CONTRACT,
    max_profit: maxProfitUsd(whole),
    max_profit_covered: maxProfitUsd(covered) ?? 0,
    max_loss: maxLossUsd(whole),
    if_called_return_pct: ifCalledReturn.returnPct,
    if_called_annualized_pct: perYear(ifCalledReturn),
    static_return_pct: staticReturn.returnPct,
    static_annualized_pct: perYear(staticReturn),
    breakeven: positionBreakeven(whole),
    downside_protection_pct: cushionPct({ price: entryPrice, premium }),
  }
}
