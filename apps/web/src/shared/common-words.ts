import { formatInteger } from './format/numbers.ts'

/** What several pages say alike, in one place for who translates it. */
export const commonWords = {
  retry: 'Retry',
  cancel: 'Cancel',
  export: 'Export',
  print: 'Print this page',
  wait: (time: string) => `The server asks to wait ${time}.`,
  quote: (requestId: string) => `Quote this if you ask for help: ${requestId}`,
  restWorks: 'The rest of the page still works.',
  triedAgain: 'This is tried again by itself.',
  tryAgain: (failure: string) => `${failure}. Please try again.`,
  /** A sign of words, as in `The price could not be loaded: no answer.` */
  noAnswer: 'no answer',
  notAvailable: 'N/A',
  unknownError: 'Unknown error occurred',
  unsynced: (changes: number) =>
    `${changes === 1 ? '1 change is' : `${formatInteger(changes)} changes are`} saved on this device, not yet synced. This is tried again by itself.`,
  /** Why the P&L of a position is not known, after its name. */
  pnlGaps: {
    split: 'the stock has split since the entry',
    spin_off: 'the stock has spun off a company since the entry',
    expiration_close: 'the close of its last day is not known',
    expired_at_strike: 'closed at the strike on its last day',
    price: 'the current price is not known',
    premium: 'the call has no quote',
  },
  notWritten: 'The file could not be written. Please try again.',
  crossed: 'The most is below the least',
  /** Days where there is little room. */
  days: (days: string) => `${days} d`,
  slider: (label: string) => `${label}, slider`,
  fewBars: 'Fewer daily bars are known than it needs',
  chartFailed: 'Failed to load chart data',
  pricesFailed: 'Failed to fetch stock data',
  noPrices: 'No prices of this stock',
  noBars: 'The source has no bars of it.',
} as const
