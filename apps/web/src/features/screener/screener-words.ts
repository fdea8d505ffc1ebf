import { formatInteger } from '../../shared/format/numbers.ts'

/** What the stock screener says outside of its panels, in one place for who translates it. */
export const screenerWords = {
  title: 'Stock Screener',
  toolbar: 'Search and filters',
  search: 'Search by symbol or company',
  placeholder: 'Symbol or company',
  list: 'Ranked stocks',
  panels: { toolbar: 'toolbar', table: 'table', selection: 'selection', foot: 'foot of the table' },
  loading: 'Loading stocks…',
  failed: 'Failed to load stock data',
  failedWith: (message: string) => `Failed to load stock data: ${message}`,
  lastStays: 'The last answer stays in view.',
  noMatch: 'No stocks match your filters. Try adjusting your criteria.',
  without: (filter: string, stocks: string) => `Without ${filter}: ${stocks}`,
  onlyTogether: 'No single filter alone is the reason: only together they leave nothing.',
  keepsMost: (filter: string, stocks: string) => `${filter} keeps the most away: without it, ${stocks} would show.`,
  theSearch: (text: string) => `the search “${text}”`,
  empty: 'No stocks found. Try refreshing the data.',
  emptyUnderway: 'The first stocks appear here as soon as they are rated; the bar below shows how far that is.',
  emptyIdle: 'Refreshing rates every stock of the market anew.',
} as const

export const tableWords = {
  list: 'Stocks',
  caption: 'Stocks with their rating and figures',
  actions: 'Actions',
  actionsFor: (symbol: string) => `Actions for ${symbol}`,
  open: 'Open analysis',
  openInTab: 'Open in new tab',
  question: (symbol: string) => `What is the best covered call on $${symbol}?`,
  select: (symbol: string) => `Select ${symbol}`,
  selectPage: 'Select the stocks of this page',
  copy: 'Copy symbol',
  copied: (symbol: string) => `${symbol} is copied`,
  notCopied: (symbol: string) => `The browser does not let ${symbol} be copied`,
  more: (symbol: string) => `More figures of ${symbol}`,
  sort: 'Sort by',
  turnHighest: 'Highest first, turn round',
  turnLowest: 'Lowest first, turn round',
  annYield: 'Ann. yield',
  ivPercentile: 'IV pct',
  realized: 'RV',
  wide: 'wide',
  yes: 'Yes',
  no: 'No',
  noPrice: 'The source has no price of it',
  noSector: 'The source names no sector',
  noFact: 'The source of company facts does not name it',
  noCallVolume: 'The source has no call volume of it',
  noListing: 'Whether options are listed is not known',
  wideWindow: 'no call fits at 30 to 45 days, so 21 to 60 days were looked at',
  shortSectors: {
    'Information Technology': 'Technology',
    'Communication Services': 'Communication',
    'Consumer Discretionary': 'Cons. discretionary',
    'Consumer Staples': 'Cons. staples',
  } as Readonly<Record<string, string>>,
} as const

export const pagingWords = {
  pages: 'Pages',
  first: 'First',
  previous: 'Prev',
  next: 'Next',
  last: 'Last',
  page: (page: number) => `Page ${page}`,
  range: (first: number, last: number, total: number) =>
    `${formatInteger(first)}–${formatInteger(last)} of ${formatInteger(total)}`,
  rows: 'Rows',
} as const

export const ratingWords = {
  weights: 'Weights',
  ratedBy: 'Rated by',
  ownWeights: 'your own weights',
  restore: 'Return to the Callwright Rating',
  notRestored: 'The Callwright Rating could not be restored',
} as const

export const exportWords = {
  inView: 'CSV, columns in view',
  all: 'CSV, all columns',
  reading: 'Reading the stocks…',
  read: (read: number, total: number) => `Read ${formatInteger(read)} of ${formatInteger(total)} stocks`,
  notWritten: (why: string) => `The file could not be written: ${why}`,
  filters: 'Filters',
  selected: 'Selected',
  noFilters: 'none',
  sortedBy: 'Sorted by',
  highestFirst: (column: string) => `${column}, highest first`,
  lowestFirst: (column: string) => `${column}, lowest first`,
  stocks: 'Stocks',
  count: (total: number, all: number) => `${formatInteger(total)} of ${formatInteger(all)}`,
  rating: 'Rating',
  byOwnWeights: 'by weights of your own',
} as const
