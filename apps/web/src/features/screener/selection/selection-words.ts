import { formatInteger } from '../../../shared/format/numbers.ts'
import { MOST_SELECTED } from './use-selection.ts'

/** UI text for the selection of stocks. */
export const selectionWords = {
  label: 'Selected stocks',
  none: 'No stock selected',
  count: (count: number) => `${formatInteger(count)} selected${count === MOST_SELECTED ? ' (maximum)' : ''}`,
  remove: (symbol: string) => `Remove ${symbol}`,
  compare: 'Compare',
  exportCsv: 'Export CSV',
  clear: 'Clear',
  tooFew: 'Select another stock to compare with.',
  tooMany: (most: number) => `You can compare up to ${most} stocks. Remove some to compare the others.`,
  tooManyToAsk: (most: number) => `The coach compares up to ${most} stocks. Remove some to ask about the others.`,
  questionOfSeveral: (first: string, last: string) => `Compare ${first} and ${last} for covered calls`,
} as const
