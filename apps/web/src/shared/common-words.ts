import { formatInteger } from './format/numbers.ts'

/** What several pages say alike, in one place for who translates it. */
export const commonWords = {
  retry: 'Retry',
  cancel: 'Cancel',
  export: 'Export',
  print: 'Print this page',
  wait: (time: string) => `Try again in ${time}.`,
  quote: (requestId: string) => `Include this ID if you ask for help: ${requestId}`,
  restWorks: 'The rest of the page still works.',
  triedAgain: 'Retrying automatically.',
  tryAgain: (failure: string) => `${failure}. Please try again.`,
  /** A sign of words, as in `The price could not be loaded: no answer.` */
  noAnswer: 'no answer',
  notAvailable: 'N/A',
  unknownError: 'Unknown error occurred',
  unsynced: (changes: number) =>
    `${changes === 1 ? '1 change is' : `${formatInteger(changes)} changes are`} saved on this device and not synced yet. Retrying automatically.`,
  /** Why the P&L of a position is not known, after its name. */
  pnlGaps: {
    split: 'the stock has split since entry',
    spin_off: 'the stock has spun off a company since entry',
    expiration_close: 'closing price on its last day unknown',
    expired_at_strike: 'closed exactly at the strike on its last day',
    price: 'current price unknown',
    premium: 'the call has no quote',
  },
  notWritten: 'Could not create the file. Please try again.',
  crossed: 'Maximum is below minimum',
  /** Days where there is little room. */
  days: (days: string) => `${days} d`,
  slider: (label: string) => `${label}, slider`,
  fewBars: 'Not enough price history',
  chartFailed: 'Failed to load chart data',
  pricesFailed: 'Failed to fetch stock data',
  noPrices: 'No prices for this stock',
  noBars: 'The data source has no price history for it.',
} as const
