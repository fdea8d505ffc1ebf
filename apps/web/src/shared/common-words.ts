import { formatInteger } from './format/numbers.ts'

/** UI text shared by several pages. */
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
  /** Completes a sentence such as `The price could not be loaded: no answer.` */
  noAnswer: 'no answer',
  notAvailable: 'N/A',
  unknownError: 'Unknown error occurred',
  unsynced: (changes: number) =>
    `${changes === 1 ? '1 change is' : `${formatInteger(changes)} changes are`} saved on this device and not synced yet. Retrying automatically.`,
  /** Why a position's P&L is unknown; shown after the position's name. */
  pnlGaps: {
    split: 'the stock split after you opened the position',
    spin_off: 'the stock spun off a company after you opened the position',
    strike_lowered: 'a special dividend lowered the strike',
    expiration_close: 'the closing price on expiration day is unknown',
    price: 'the current price is unknown',
    premium: 'the call has no quote',
  },
  notWritten: 'Could not create the file. Please try again.',
  crossed: 'Maximum is below minimum',
  /** Short form for tight spaces. */
  days: (days: string) => `${days} d`,
  slider: (label: string) => `${label}, slider`,
  fewBars: 'Not enough price history',
  chartFailed: 'Failed to load chart data',
  pricesFailed: 'Failed to fetch stock data',
  noPrices: 'No prices for this stock',
  noBars: 'The data source has no price history for it.',
} as const
