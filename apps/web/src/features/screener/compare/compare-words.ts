/** UI text for the stock comparison. */
export const compareWords = {
  title: 'Compare stocks',
  loading: 'Loading the comparison…',
  rating: 'Rating',
  outOf: (most: string) => `of ${most}`,
  delta: 'Delta',
  bid: 'Bid',
  ifCalled: 'If called',
  liquidity: 'Liquidity',
  ofBestCall: 'For the best call.',
  gone: (symbol: string) => `${symbol} is no longer in the list`,
  bestNote: '“Best” marks the figure that earns the most rating points. Ties are not marked.',
  analysisOf: (symbol: string) => `Open analysis of ${symbol}`,
  addOf: (symbol: string) => `Add position in ${symbol}`,
} as const
