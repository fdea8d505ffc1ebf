/** UI text for the stock page. */
export const analysisWords = {
  title: 'Stock Analysis',
  skipToTrade: 'Skip to the trade preview',
  skipToActions: 'Skip to adding the position',
  search: 'Go to a symbol or company',
  placeholder: 'Symbol or company',
  notRefreshed: (why: string) => `Could not refresh the price: ${why}. Showing the last one.`,
  toScreener: 'Go to Stock Screening',
  choose: 'Choose a stock',
  which: 'Which stock would you like to see?',
  howToChoose: 'Search for a symbol or a company above, or start with one of the best-rated stocks.',
  bestRated: 'Best-rated stocks',
  bestRatedFailed: (why: string) => `Could not load the best-rated stocks: ${why}.`,
  rating: 'Callwright Rating',
  unknown: 'Unknown symbol',
  unknownTitle: (symbol: string) => `Unknown symbol: ${symbol}`,
  checkSymbol:
    'No stock with that symbol is listed in this market. Check the spelling, or search for the company above.',
  checkSymbolAlike:
    'No stock with that symbol is listed in this market. Check the spelling, or search for the company above. Similar:',
  alike: 'Similar symbols',
  panels: {
    header: 'stock header',
    chart: 'chart',
    chain: 'options chain',
    preview: 'trade preview',
    bestCalls: 'list of best calls',
  },
} as const

/** UI text for the stock's best call. */
export const bestCallLineWords = {
  isShown: (symbol: string) => `Best call of ${symbol}`,
  best: (call: string) => `Best call: ${call}`,
  outdated: (call: string) =>
    `The screener’s best call, ${call}, no longer passes the rules for spread, open interest and delta at these quotes.`,
  show: 'Show',
  strike: (strike: string) => `${strike} strike`,
  yieldPct: (pct: string) => `${pct}% a year`,
} as const

export const headerWords = {
  list: 'Screener list',
  previous: 'Previous stock',
  next: 'Next stock',
  isFirst: 'This is the first in the list',
  isLast: 'This is the last in the list',
  key: (symbol: string, key: string) => `${symbol}, key ${key}`,
  place: (position: string, total: string) => `${position} of ${total}`,
  noPrice: (symbol: string) => `Could not load the price of ${symbol}.`,
  noChange: 'No previous close from the data source',
  retryRating: 'Rating: Retry',
  retryRatingLabel: 'Load the rating again',
} as const

export const phoneWords = {
  bar: 'Selected call',
  loading: 'Loading the calls…',
  nonePasses: 'No call passes',
  preview: 'Preview',
  call: (strike: string) => `${strike} call`,
  brings: (credit: string, yieldPct: string) => `${credit} credit, ${yieldPct}% a year`,
  close: 'Close',
} as const
