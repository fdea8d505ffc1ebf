/**
 * Columns and gates of the contract screen as plain data. This file imports only types, so the browser can load it
 * without schema code.
 */
import type { ShownFigure } from './screener-columns.ts'

/** Numeric columns of a call; each can be sorted and has `<column>_min` and `<column>_max` parameters. */
export const callFigures = [
  'underlying_price',
  'strike',
  'days_to_expiration',
  'bid',
  'ask',
  'mid',
  'delta',
  'static_return_pct',
  'static_return_annualized_pct',
  'if_called_return_pct',
  'if_called_return_annualized_pct',
  'breakeven',
  'downside_protection_pct',
  'probability_profit',
  'probability_itm',
  'open_interest',
  'volume',
  'spread',
  'spread_pct',
  'implied_volatility',
  'headroom_pct',
  'earnings_before_expiration',
  'ex_dividend_before_expiration',
] as const
export type CallFigure = (typeof callFigures)[number]

export const callSortColumns = ['symbol', ...callFigures] as const
export type CallSortColumn = (typeof callSortColumns)[number]

/** Price that the returns, the breakeven, the protection and the probability of profit assume for the call. */
export const callPremiums = ['bid', 'mid'] as const
export type CallPremium = (typeof callPremiums)[number]

/** Amounts that the returns can be a percentage of: the stock's price, or the user's adjusted cost per share. */
export const callBases = ['stock_price', 'own_cost'] as const
export type CallBasis = (typeof callBases)[number]

/** Precision at which each figure is shown; bounds are compared with the shown value. */
export const shownCallFigures: Readonly<Record<CallFigure, ShownFigure>> = {
  underlying_price: { decimals: 2 },
  strike: { decimals: 4 },
  days_to_expiration: { decimals: 0 },
  bid: { decimals: 2 },
  ask: { decimals: 2 },
  mid: { decimals: 3 },
  delta: { decimals: 3 },
  static_return_pct: { decimals: 2 },
  static_return_annualized_pct: { decimals: 1 },
  if_called_return_pct: { decimals: 2 },
  if_called_return_annualized_pct: { decimals: 1 },
  breakeven: { decimals: 2 },
  downside_protection_pct: { decimals: 2 },
  probability_profit: { decimals: 3 },
  probability_itm: { decimals: 3 },
  open_interest: { decimals: 0 },
  volume: { decimals: 0 },
  spread: { decimals: 2 },
  spread_pct: { decimals: 1 },
  implied_volatility: { decimals: 3 },
  headroom_pct: { decimals: 2 },
  earnings_before_expiration: { decimals: 0 },
  ex_dividend_before_expiration: { decimals: 0 },
}

/** Parameters that choose stocks, not calls. */
export const callStockFilters = ['q', 'symbols', 'sector', 'market_cap', 'list'] as const

/**
 * Gates in the order in which they are applied, each with the figures that its bounds are on. For each
 * gate, the response counts the calls that it removes and that passed the gates before it.
 */
export const callGates = [
  { gate: 'stock', figures: [] },
  { gate: 'cost', figures: [] },
  { gate: 'spread', figures: ['spread_pct', 'spread'] },
  { gate: 'open_interest', figures: ['open_interest'] },
  { gate: 'bid', figures: ['bid'] },
  { gate: 'earnings', figures: ['earnings_before_expiration'] },
  { gate: 'ex_dividend', figures: ['ex_dividend_before_expiration'] },
  { gate: 'delta', figures: ['delta'] },
  { gate: 'days', figures: ['days_to_expiration'] },
  { gate: 'moneyness', figures: ['headroom_pct'] },
  { gate: 'yield', figures: ['static_return_annualized_pct'] },
  {
    gate: 'other',
    figures: [
      'underlying_price',
      'strike',
      'ask',
      'mid',
      'static_return_pct',
      'if_called_return_pct',
      'if_called_return_annualized_pct',
      'breakeven',
      'downside_protection_pct',
      'probability_profit',
      'probability_itm',
      'volume',
      'implied_volatility',
    ],
  },
] as const satisfies readonly { readonly gate: string; readonly figures: readonly CallFigure[] }[]
export type CallGate = (typeof callGates)[number]['gate']
