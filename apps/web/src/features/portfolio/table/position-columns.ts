import type { FigureFacts } from '../../../shared/figure-facts.ts'
import type { SortColumn } from './sort-positions.ts'

interface ColumnFacts extends FigureFacts {
  readonly id: SortColumn
  readonly name: string
  readonly unit?: string
  readonly align: 'start' | 'end'
  /** Pixels at least. */
  readonly width: number
}

const YOURS = 'your entry'
const CHAIN = 'option chain'

/** The columns of SPEC section 2 in their order. */
export const positionColumns: readonly ColumnFacts[] = [
  { id: 'ticker', name: 'Ticker', align: 'start', width: 74, meaning: 'The stock.', source: YOURS },
  {
    id: 'dte',
    name: 'DTE',
    align: 'end',
    width: 56,
    meaning: 'Calendar days to expiration.',
    formula: 'expiration − today, in New York days, at least 0',
    source: YOURS,
  },
  { id: 'strike', name: 'Strike', unit: '$', align: 'end', width: 60, meaning: 'Strike of the call.', source: YOURS },
  {
    id: 'price',
    name: 'Price',
    unit: '$',
    align: 'end',
    width: 68,
    meaning: 'Current price of the stock; the entry price where none is known.',
    source: 'quote',
  },
  {
    id: 'delta',
    name: 'Delta',
    align: 'end',
    width: 64,
    meaning: 'What the call gains when the stock gains a dollar: under 0.25 low risk, up to 0.5 medium, above high.',
    source: CHAIN,
  },
  {
    id: 'entry_premium',
    name: 'Entry prem.',
    unit: '$',
    align: 'end',
    width: 84,
    meaning: 'Premium received, per share.',
    source: YOURS,
  },
  {
    id: 'current_premium',
    name: 'Now',
    unit: '$',
    align: 'end',
    width: 54,
    meaning: 'What the call is worth now, per share.',
    formula: '(bid + ask) / 2',
    source: CHAIN,
  },
  {
    id: 'stock_pnl',
    name: 'Stock P&L',
    align: 'end',
    width: 76,
    meaning: 'What the shares gained or lost.',
    formula: '(price − entry price) × shares',
    source: 'quote and your entry',
  },
  {
    id: 'option_pnl',
    name: 'Option P&L',
    align: 'end',
    width: 76,
    meaning: 'What the call gained or lost.',
    formula: '(entry premium − premium now) × shares',
    source: 'option chain and your entry',
  },
  {
    id: 'cc_pnl',
    name: 'CC P&L',
    align: 'end',
    width: 78,
    meaning: 'The covered call: stock and option together.',
    formula: 'stock P&L + option P&L',
    source: 'quote, option chain and your entry',
  },
  {
    id: 'static_yield',
    name: 'Static yield',
    unit: '%',
    align: 'end',
    width: 80,
    meaning: 'The premium a year, if the price stays.',
    formula: 'entry premium / entry price × 365 / days from entry to expiration × 100',
    source: YOURS,
  },
  {
    id: 'headroom',
    name: 'Headroom',
    unit: '%',
    align: 'end',
    width: 76,
    meaning: 'How far the strike is above the price; negative: in the money.',
    formula: '(strike − price) / price × 100',
    source: 'quote and your entry',
  },
  {
    id: 'headroom_em',
    name: 'Headroom/EM',
    align: 'end',
    width: 118,
    meaning: 'Headroom in expected moves: 1 or more is green, 0.5 or more yellow, less red.',
    formula: '(strike − price) / (price × IV × √(days / 365))',
    source: 'quote and option chain',
  },
  {
    id: 'iv',
    name: 'IV',
    unit: '%',
    align: 'end',
    width: 44,
    meaning: 'Implied volatility of the call, a year.',
    source: CHAIN,
  },
  {
    id: 'recommendation',
    name: 'Recommendation',
    align: 'start',
    width: 130,
    meaning: 'What the rules say of the position. A rule applied to your data, not advice.',
    source: 'the figures of this row',
  },
]

const ACTIONS_WIDTH = 36

const pnlColumns: readonly SortColumn[] = ['stock_pnl', 'option_pnl', 'cc_pnl']
/** `+$10,195` */
const PNL_LENGTH = 8
const DIGIT_WIDTH = 8

/** Tracks of the table, the room for the delete button last. `pnlLength`: characters of the longest P&L. */
export function buildColumnTracks({ pnlLength }: { readonly pnlLength: number }): string {
  const more = Math.max(0, pnlLength - PNL_LENGTH) * DIGIT_WIDTH
  const tracks = positionColumns.map(({ id, width }) => {
    const least = pnlColumns.includes(id) ? width + more : width
    return `minmax(${least}px, ${least}fr)`
  })
  return `${tracks.join(' ')} ${ACTIONS_WIDTH}px`
}
