import type { FigureFacts } from '../../../shared/figure-facts.ts'
import type { SortColumn } from './sort-positions.ts'

interface ColumnFacts extends FigureFacts {
  readonly id: SortColumn
  readonly name: string
  readonly unit?: string
  readonly align: 'start' | 'end'
  /** Minimum width in pixels. */
  readonly width: number
}

const ENTRY = 'your entry'
const CHAIN = 'option chain'

/** Columns from SPEC section 2, in order. */
export const positionColumns: readonly ColumnFacts[] = [
  { id: 'ticker', name: 'Ticker', align: 'start', width: 70, term: 'symbol', source: ENTRY },
  {
    id: 'dte',
    name: 'DTE',
    align: 'end',
    width: 56,
    term: 'days_to_expiration',
    source: ENTRY,
  },
  { id: 'strike', name: 'Strike', unit: '$', align: 'end', width: 60, term: 'strike', source: ENTRY },
  {
    id: 'price',
    name: 'Price',
    unit: '$',
    align: 'end',
    width: 68,
    term: 'current_price',
    meaning: 'Shows the entry price if the current price is unknown.',
    source: 'quote',
  },
  {
    id: 'delta',
    name: 'Delta',
    align: 'end',
    width: 62,
    term: 'delta',
    meaning: 'Assignment risk is low below 0.25, medium up to 0.5, and high above.',
    source: CHAIN,
  },
  {
    id: 'entry_premium',
    name: 'Entry prem.',
    unit: '$',
    align: 'end',
    width: 84,
    term: 'entry_premium',
    source: ENTRY,
  },
  {
    id: 'current_premium',
    name: 'Now',
    unit: '$',
    align: 'end',
    width: 68,
    term: 'mid',
    meaning: 'Current value of the call, per share.',
    source: CHAIN,
  },
  {
    id: 'stock_pnl',
    name: 'Stock P&L',
    align: 'end',
    width: 76,
    term: 'stock_pnl',
    source: 'quote and your entry',
  },
  {
    id: 'option_pnl',
    name: 'Option P&L',
    align: 'end',
    width: 76,
    term: 'option_pnl',
    source: 'option chain and your entry',
  },
  {
    id: 'cc_pnl',
    name: 'CC P&L',
    align: 'end',
    width: 78,
    term: 'cc_pnl',
    source: 'quote, option chain and your entry',
  },
  {
    id: 'static_yield',
    name: 'Static yield',
    unit: '%',
    align: 'end',
    width: 80,
    term: 'static_yield',
    source: ENTRY,
  },
  {
    id: 'headroom',
    name: 'Headroom',
    unit: '%',
    align: 'end',
    width: 74,
    term: 'headroom',
    source: 'quote and your entry',
  },
  {
    id: 'headroom_em',
    name: 'Headroom/EM',
    align: 'end',
    width: 112,
    term: 'headroom_em',
    meaning: 'Green from 1, yellow from 0.5, red below 0.5.',
    source: 'quote and option chain',
  },
  {
    id: 'iv',
    name: 'IV',
    unit: '%',
    align: 'end',
    width: 44,
    term: 'implied_volatility',
    source: CHAIN,
  },
  {
    id: 'recommendation',
    name: 'Recommendation',
    align: 'start',
    width: 130,
    term: 'recommendation',
    source: 'the figures of this row',
  },
]

const ACTIONS_WIDTH = 36

const pnlColumns: readonly SortColumn[] = ['stock_pnl', 'option_pnl', 'cc_pnl']
/** `+$10,195` */
const PNL_LENGTH = 8
const DIGIT_WIDTH = 8

/** Grid tracks for the table; the last one holds the delete button. `pnlLength` is the longest P&L's length. */
export function buildColumnTracks({ pnlLength }: { readonly pnlLength: number }): string {
  const extra = Math.max(0, pnlLength - PNL_LENGTH) * DIGIT_WIDTH
  const tracks = positionColumns.map(({ id, width }) => {
    const minWidth = pnlColumns.includes(id) ? width + extra : width
    return `minmax(${minWidth}px, ${minWidth}fr)`
  })
  return `${tracks.join(' ')} ${ACTIONS_WIDTH}px`
}
