/** What a comparison of stocks says, in one place for who translates it. */
export const compareWords = {
  title: 'Stocks compared',
  loading: 'Loading the comparison…',
  rating: 'Rating',
  outOf: (most: string) => `of ${most}`,
  delta: 'Delta',
  bid: 'Bid',
  ifCalled: 'If called',
  liquidity: 'Liquidity',
  ofBestCall: 'Of the best call.',
  gone: (symbol: string) => `The list no longer has ${symbol}`,
  bestNote: 'Best: where the curves of the rating give a figure the most points. Equal points mark none.',
  analysisOf: (symbol: string) => `Open analysis of ${symbol}`,
  addOf: (symbol: string) => `Add as position: ${symbol}`,
} as const
