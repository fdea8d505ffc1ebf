import type { SymbolSuggestion } from '../../../api/symbol-endpoints.ts'

const names: Readonly<Record<string, string>> = {
  AAPL: 'Apple Inc.',
  ABBV: 'AbbVie Inc.',
  AMZN: 'Amazon.com, Inc.',
  AVGO: 'Broadcom Inc.',
  BAC: 'Bank of America Corporation',
  'BRK.B': 'Berkshire Hathaway Inc.',
  COST: 'Costco Wholesale Corporation',
  CVX: 'Chevron Corporation',
  GOOGL: 'Alphabet Inc.',
  HD: 'The Home Depot, Inc.',
  JNJ: 'Johnson & Johnson',
  JPM: 'JPMorgan Chase & Co.',
  KO: 'The Coca-Cola Company',
  LLY: 'Eli Lilly and Company',
  MA: 'Mastercard Incorporated',
  META: 'Meta Platforms, Inc.',
  MSFT: 'Microsoft Corporation',
  NFLX: 'Netflix, Inc.',
  NVDA: 'NVIDIA Corporation',
  PG: 'The Procter & Gamble Company',
  TSLA: 'Tesla, Inc.',
  UNH: 'UnitedHealth Group Incorporated',
  V: 'Visa Inc.',
  WMT: 'Walmart Inc.',
  XOM: 'Exxon Mobil Corporation',
}

/** Search suggestions for when the server returns none. */
export const largeCaps: readonly SymbolSuggestion[] = Object.entries(names).map(([symbol, name]) => ({ symbol, name }))
