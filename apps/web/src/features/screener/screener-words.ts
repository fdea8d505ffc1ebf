import { formatInteger } from '../../shared/format/numbers.ts'

/** UI text for the stock screener. */
export const screenerWords = {
  title: 'Stock Screener',
  toolbar: 'Search and filters',
  search: 'Search by symbol or company',
  placeholder: 'Symbol or company',
  list: 'Ranked stocks',
  panels: { toolbar: 'toolbar', table: 'table', selection: 'selection', foot: 'table footer' },
  loading: 'Loading stocks…',
  failed: 'Failed to load stock data',
  failedWith: (message: string) => `Failed to load stock data: ${message}`,
  lastStays: 'Showing the last data loaded.',
  noMatch: 'No stocks match your filters. Try adjusting your criteria.',
  without: (filter: string, stocks: string) => `Remove ${filter} (${stocks})`,
  onlyTogether: 'No single filter is the reason: they exclude every stock only in combination.',
  keepsMost: (filter: string, stocks: string) => `${filter} rules out the most: removing it shows ${stocks}.`,
  theSearch: (text: string) => `“${text}”`,
  empty: 'No stocks found. Try refreshing the data.',
  emptyUnderway: 'The first stocks appear here as soon as they are rated. The bar below shows the progress.',
  emptyIdle: 'Refresh to rate every stock in the market again.',
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
  restore: 'Back to the Callwright Rating',
  notRestored: 'Could not restore the Callwright Rating',
} as const
