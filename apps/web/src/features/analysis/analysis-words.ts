/** What the page of one stock says outside of its panels, in one place for who translates it. */
export const analysisWords = {
  title: 'Stock Analysis',
  skipToTrade: 'Skip to the trade preview',
  skipToActions: 'Skip to adding the position',
  search: 'Go to a symbol or company',
  placeholder: 'Symbol or company',
  notAnew: (why: string) => `The price could not be loaded anew: ${why}. The last one stays in view.`,
  toScreener: 'Go to Stock Screening',
  choose: 'Choose a stock',
  which: 'Which stock do you want to look at?',
  howToChoose: 'Search for a symbol or a company above, or start with one of the best rated.',
  bestRated: 'Best rated stocks',
  bestRatedFailed: (why: string) => `The best rated stocks could not be loaded: ${why}.`,
  rating: 'Callwright Rating',
  unknown: 'Unknown symbol',
  unknownTitle: (symbol: string) => `Unknown symbol: ${symbol}`,
  checkSymbol: 'This market lists no stock under that symbol. Check the spelling, or search for the company above.',
  checkSymbolAlike:
    'This market lists no stock under that symbol. Check the spelling, or search for the company above. Similar:',
  alike: 'Similar symbols',
  panels: {
    header: 'header of the stock',
    chart: 'chart',
    chain: 'options chain',
    preview: 'trade preview',
    bestCalls: 'list of the best calls',
  },
} as const

/** The one best call of the stock, wherever the page names it. */
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
  list: 'Stocks of the screener',
  previous: 'Previous stock',
  next: 'Next stock',
  isFirst: 'This is the first of the list',
  isLast: 'This is the last of the list',
  key: (symbol: string, key: string) => `${symbol}, key ${key}`,
  place: (position: string, total: string) => `${position} of ${total}`,
  noPrice: (symbol: string) => `The price of ${symbol} could not be loaded.`,
  noChange: 'The source has no close before this price',
  retryRating: 'Rating: Retry',
  retryRatingLabel: 'Load the rating again',
} as const

export const phoneWords = {
  bar: 'Chosen call',
  loading: 'Loading the calls…',
  nonePasses: 'No call passes',
  preview: 'Preview',
  call: (strike: string) => `${strike} call`,
  brings: (credit: string, yieldPct: string) => `${credit} credit, ${yieldPct}% a year`,
  close: 'Close',
} as const
