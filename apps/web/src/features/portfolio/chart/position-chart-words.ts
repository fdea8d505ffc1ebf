/** UI text for a position's chart and key figures. */
export const positionChartWords = {
  label: (ticker: string) => `Chart of ${ticker}`,
  entryHint: (day: string) => `Entry on ${day}`,
  terms: (day: string, strike: string, term: string) => `Entry ${day}, strike ${strike}, ${term}`,
  expired: (day: string) => `expired on ${day}`,
  toExpiry: (days: number) => (days === 1 ? '1 day to expiration' : `${days} days to expiration`),
  open: 'Open analysis',
  why: 'Why',
  edit: 'Edit',
  codeMissing: 'Could not load the chart',
} as const

export const factWords = {
  contracts: 'Contracts',
  shares: (shares: string) => `${shares} shares`,
  entryPrice: 'Entry price',
  price: 'Current price',
  costToClose: 'Cost to close, ask',
  noAsk: 'The call has no ask',
  over: 'The call has expired',
  forAll: (usd: string) => `${usd} for all contracts`,
  captured: 'Profit captured',
  notCaptured: 'Needs the premium received and the current premium',
  elapsed: 'Time elapsed',
  ifCalled: 'If called',
  ifCalledHint: '(strike − entry price + premium) × shares',
} as const
