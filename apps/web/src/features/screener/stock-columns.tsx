import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ScreenStock } from '../../api/screen.ts'
import { RatingCell } from './rating-cell.tsx'
import { AtmVol, BestDte, BestYield, IvPercentile, IvRank, MarketCap, Price, Rsi, Sector } from './stock-figures.tsx'

export interface StockColumnMeta {
  readonly unit?: string
  /** What the column means, in a sentence. */
  readonly hint: string
  readonly kind: 'name' | 'text' | 'figure' | 'decision'
}

export const stockFeatures = tableFeatures({ rowSortingFeature, columnMeta: {} as StockColumnMeta })

const column = createColumnHelper<typeof stockFeatures, ScreenStock>()

/** The columns; the id is the server's name to sort by, where it can. */
export const stockColumns = column.columns([
  column.accessor('symbol', {
    id: 'symbol',
    header: 'Symbol',
    meta: { kind: 'name', hint: 'The listed symbol.' },
  }),
  column.accessor('companyName', {
    id: 'company_name',
    header: 'Company',
    meta: { kind: 'text', hint: 'The company behind the symbol.' },
  }),
  column.accessor('rating', {
    id: 'cc_score',
    header: 'Callwright Rating',
    meta: {
      kind: 'text',
      hint: 'How well a stock suits covered calls: liquidity, volatility, technicals, quality and income. Point at a rating to see its parts.',
    },
    cell: ({ row }) => <RatingCell stock={row.original} />,
  }),
  column.accessor('priceUsd', {
    id: 'current_price',
    header: 'Price',
    meta: { kind: 'figure', unit: '$', hint: 'The last price of one share.' },
    cell: ({ row }) => <Price stock={row.original} />,
  }),
  column.accessor('bestAnnYieldPct', {
    id: 'best_ann_yield',
    header: 'Best ann. yield',
    meta: {
      kind: 'decision',
      unit: '%',
      hint: 'Bid of the best call over the price, times 365 over its days. Uses the bid; before costs and tax.',
    },
    cell: ({ row }) => <BestYield stock={row.original} />,
  }),
  column.accessor('bestDteDays', {
    id: 'best_dte',
    header: 'Best DTE',
    meta: { kind: 'figure', hint: 'Calendar days until the best call expires.' },
    cell: ({ row }) => <BestDte stock={row.original} />,
  }),
  column.accessor('atmVol', {
    id: 'implied_volatility',
    header: 'IV',
    enableSorting: false,
    meta: { kind: 'figure', unit: '%', hint: 'Implied volatility at the money, 30 days out, a year.' },
    cell: ({ row }) => <AtmVol stock={row.original} />,
  }),
  column.accessor('ivRank', {
    id: 'iv_rank',
    header: 'IV rank',
    meta: { kind: 'figure', hint: 'Where implied volatility stands between its low (0) and high (100) of a year.' },
    cell: ({ row }) => <IvRank stock={row.original} />,
  }),
  column.accessor('ivPercentile', {
    id: 'iv_percentile',
    header: 'IV percentile',
    meta: { kind: 'figure', hint: 'The share of the last 252 sessions with a lower implied volatility.' },
    cell: ({ row }) => <IvPercentile stock={row.original} />,
  }),
  column.accessor('rsi', {
    id: 'rsi',
    header: 'RSI',
    meta: {
      kind: 'figure',
      hint: 'Relative strength over 14 sessions: 70 or more is overbought, 30 or less oversold.',
    },
    cell: ({ row }) => <Rsi stock={row.original} />,
  }),
  column.accessor('sector', {
    id: 'sector',
    header: 'Sector',
    meta: { kind: 'text', hint: 'The GICS sector.' },
    cell: ({ row }) => <Sector stock={row.original} />,
  }),
  column.accessor('marketCapUsd', {
    id: 'market_cap',
    header: 'Market cap',
    meta: { kind: 'figure', hint: 'The price of all shares together.' },
    cell: ({ row }) => <MarketCap stock={row.original} />,
  }),
])

export function findColumnName(id: string): string {
  return String(stockColumns.find((each) => each.id === id)?.header ?? id)
}
