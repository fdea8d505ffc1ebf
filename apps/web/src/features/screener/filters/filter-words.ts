import { formatInteger } from '../../../shared/format/numbers.ts'

/** UI text for the screener's filters. */
export const filterWords = {
  title: 'Filters',
  more: 'More filters',
  countSet: (count: number) => `Filters, ${count} active`,
  clear: 'Clear all',
  chosen: 'Active filters',
  remove: (name: string, value: string) => `Remove filter ${name} ${value}`,
  any: 'Any',
  available: 'Available',
  none: 'None',
  noFigure: 'Enter a number, such as 12.5',
  stocks: (stocks: number) => `${formatInteger(stocks)} ${stocks === 1 ? 'stock' : 'stocks'}`,
  of: (total: number, all: string) => `${formatInteger(total)} of ${all}`,
  show: (stocks: string) => `Show ${stocks}`,
  showUnknown: 'Show stocks',
  wouldShow: (stocks: string) => `${stocks} would show`,
  /** Filter names on the filter buttons. */
  names: {
    minRating: 'Rating',
    minYield: 'Yield',
    maxRsi: 'RSI',
    minIvRank: 'IV rank',
    sector: 'Sector',
    cap: 'Market cap',
  },
  questions: {
    minRating: 'Callwright Rating, at least',
    minYield: 'Annualized yield, at least',
    maxRsi: 'RSI, at most',
    minIvRank: 'IV rank, at least',
  },
  sides: {
    min: { spoken: 'at least', shown: 'Min' },
    max: { spoken: 'at most', shown: 'Max' },
  },
  between: (least: string, most: string) => `${least} to ${most}`,
  upTo: (most: string) => `up to ${most}`,
  sectors: {
    all: 'All',
    known_sectors: 'Known sectors',
    technology: 'Technology',
    financial: 'Financials',
    healthcare: 'Health Care',
  },
  caps: { all: 'All', mega: 'Mega', large: 'Large', mid: 'Mid', small: 'Small' },
  capRanges: {
    mega: '$1T or more',
    large: '$10B to $1T',
    mid: '$2B to $10B',
    small: '$300M to $2B',
  },
} as const
