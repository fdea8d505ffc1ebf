import type { DomainNames } from './domain-names.ts'

/** Terms of a position: the specification's names, and the market's own words that the code uses. */
export const termNames = {
  ticker: 'symbol',
  entry_date: 'entryDate',
  expiry_date: 'expiration',
  strike_price: 'strike',
  entry_premium: 'premium',
  entry_price: 'entryPrice',
  contracts: 'contracts',
  notes: 'notes',
} as const satisfies DomainNames

/** Domain names of the figures of a listed position (`PositionMetrics` in `@callwright/scoring`). */
export const positionNames = {
  ...termNames,
  splits_since_entry: 'shareChanges',
  current_price: 'price',
  cost_to_close: 'costToCloseUsd',
  stock_pnl: 'stockPnlUsd',
  option_pnl: 'optionPnlUsd',
  cc_pnl: 'coveredCallPnlUsd',
  stock_pnl_percent: 'stockPnlPct',
  option_pnl_percent: 'optionPnlPct',
  cc_pnl_percent: 'coveredCallPnlPct',
} as const satisfies DomainNames
