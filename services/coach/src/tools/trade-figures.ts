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

/** What a covered call comes to at expiration, on what the shares cost. */
export const tradeFigures = {
  entry_price: usd('What the shares cost, or cost now'),
  strike: usd(),
  premium: usd(),
  shares: count(),
  contracts: count('Calls these shares cover'),
  uncovered_shares: count('Shares no call is written on'),
  days: maybe.days('To expiration'),
  premium_total: usd('Premium × 100 × contracts', 'position'),
  max_profit: maybe.usd('At the strike or above; null where uncovered shares leave it open', 'position'),
  max_profit_covered: usd('Of the covered shares, at the strike or above', 'position'),
  max_loss: usd('With the stock at zero', 'position'),
  if_called_return_pct: pct('On the entry price, not annualised'),
  if_called_annualized_pct: maybe.pct('× 365 / days'),
  static_return_pct: pct('The price unchanged, on the entry price'),
  static_annualized_pct: maybe.pct('× 365 / days'),
  breakeven: maybe.usd(),
  downside_protection_pct: pct('Premium / entry price'),
}
type TradeFigures = Static<TObject<typeof tradeFigures>>

interface Trade {
  readonly entryPrice: number
  readonly strike: number
  /** Per share. */
  readonly premium: number
  readonly shares: number
  readonly days: number | null
}

/** Throws `Unanswerable` where the shares cover no contract, or the premium cannot be one of a share. */
export function computeTrade({ entryPrice, strike, premium, shares, days: term }: Trade): TradeFigures {
  const contracts = countCoverableCalls({ shares })
  if (contracts === 0) {
    throw new Unanswerable(
      'INVALID',
      `One call covers ${SHARES_PER_CONTRACT} shares; ${shares} are too few to write one on.`,
    )
  }
  if (premium >= entryPrice) {
    throw new Unanswerable(
      'INVALID',
      'The premium is one of a share, in dollars: it has to be less than the stock costs.',
      ['Divide the premium of a contract by 100'],
    )
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
