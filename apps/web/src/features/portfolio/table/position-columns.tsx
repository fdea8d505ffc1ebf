import { RECOMMENDATION_RULES } from '@callwright/scoring'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type DataColumn, drawCell } from '../../../shared/data-table/columns.tsx'
import { formatFinePrice, formatInteger, formatYieldPct } from '../../../shared/format/numbers.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { findOutcome } from '../confirm/use-confirm.ts'
import type { PositionRow } from '../data/position.ts'
import { OutcomeButton } from './outcome-button.tsx'
import {
  drawChainPnl,
  drawDelta,
  drawDte,
  drawHeadroom,
  drawHeadroomEm,
  drawPnl,
  drawPremium,
  drawPrice,
  drawVol,
  SyncMark,
} from './position-cells.tsx'
import classes from './table.module.css'
import { RecommendationBadge } from './tones.tsx'

const ENTRY = 'your entry'
const CHAIN = 'option chain'

/** Columns from SPEC section 2, in order. They sort by `value`. */
const figureColumns = [
  {
    id: 'ticker',
    label: 'Ticker',
    align: 'start',
    pinned: 'start',
    width: 66,
    isRowHeader: true,
    term: 'symbol',
    source: ENTRY,
    value: ({ position }) => position.symbol,
    cell: (row) => (
      <>
        {row.position.symbol} <SyncMark row={row} />
      </>
    ),
  },
  {
    id: 'contracts',
    label: 'Qty',
    width: 36,
    meaning: 'Contracts that are open.',
    source: ENTRY,
    value: ({ position }) => position.contracts,
    format: formatInteger,
  },
  {
    id: 'dte',
    label: 'DTE',
    width: 58,
    className: classes.stacked,
    term: 'days_to_expiration',
    source: ENTRY,
    value: ({ metrics }) => metrics.position.expiration,
    cell: drawDte,
  },
  {
    id: 'strike',
    label: 'Strike',
    unit: '$',
    width: 60,
    term: 'strike',
    source: ENTRY,
    value: ({ position }) => position.strike,
    format: formatFinePrice,
  },
  {
    id: 'price',
    label: 'Price',
    unit: '$',
    width: 58,
    className: classes.stacked,
    term: 'current_price',
    meaning: 'Shows the entry price if the current price is unknown.',
    source: 'quote',
    value: ({ metrics }) => metrics.shownPrice,
    cell: drawPrice,
  },
  {
    id: 'delta',
    label: 'Delta',
    width: 58,
    className: classes.stacked,
    term: 'delta',
    meaning: 'Assignment risk is low below 0.25, medium up to 0.5, and high above.',
    source: CHAIN,
    value: ({ metrics }) => metrics.delta,
    cell: drawDelta,
  },
  {
    id: 'entry_premium',
    label: 'Entry prem.',
    unit: '$',
    width: 56,
    term: 'entry_premium',
    source: ENTRY,
    value: ({ position }) => position.premium,
    format: formatFinePrice,
  },
  {
    id: 'current_premium',
    label: 'Now',
    unit: '$',
    width: 58,
    className: classes.stacked,
    term: 'mid',
    meaning: 'Current value of the call, per share.',
    source: CHAIN,
    value: ({ metrics }) => metrics.currentPremium,
    cell: drawPremium,
  },
  {
    id: 'stock_pnl',
    label: 'Stock P&L',
    width: 72,
    term: 'stock_pnl',
    source: 'quote and your entry',
    value: ({ metrics }) => metrics.stockPnlUsd,
    cell: (row) => drawPnl(row, row.metrics.stockPnlUsd, row.metrics.stockPnlPct),
  },
  {
    id: 'option_pnl',
    label: 'Option P&L',
    width: 72,
    term: 'option_pnl',
    source: 'option chain and your entry',
    value: ({ metrics }) => metrics.optionPnlUsd,
    cell: (row) => drawPnl(row, row.metrics.optionPnlUsd, row.metrics.optionPnlPct),
  },
  {
    id: 'cc_pnl',
    label: 'CC P&L',
    width: 74,
    tone: 'strong',
    term: 'cc_pnl',
    source: 'quote, option chain and your entry',
    value: ({ metrics }) => metrics.coveredCallPnlUsd,
    cell: (row) => drawPnl(row, row.metrics.coveredCallPnlUsd, row.metrics.coveredCallPnlPct),
  },
  {
    id: 'chain_pnl',
    label: 'Since start',
    width: 74,
    tone: 'strong',
    meaning:
      'P&L of the whole chain: rolls, dividends and realized results included. Calls on the same shares share it.',
    source: 'your ledger, quote and option chain',
    value: ({ life }) => life?.chainPnlUsd ?? null,
    cell: drawChainPnl,
  },
  {
    id: 'static_yield',
    label: 'Static yield',
    unit: '%',
    width: 52,
    term: 'static_yield',
    source: ENTRY,
    value: ({ metrics }) => metrics.staticYieldPct,
    format: formatYieldPct,
  },
  {
    id: 'headroom',
    label: 'Headroom',
    unit: '%',
    width: 60,
    term: 'headroom',
    source: 'quote and your entry',
    value: ({ metrics }) => metrics.headroomPct,
    cell: drawHeadroom,
  },
  {
    id: 'headroom_em',
    label: 'Headroom/EM',
    width: 80,
    term: 'headroom_em',
    meaning: 'Green from 1, yellow from 0.5, red below 0.5.',
    source: 'quote and option chain',
    value: ({ metrics }) => metrics.headroomEm,
    cell: drawHeadroomEm,
  },
  {
    id: 'iv',
    label: 'IV',
    unit: '%',
    width: 44,
    term: 'implied_volatility',
    source: CHAIN,
    value: ({ metrics }) => metrics.impliedVolatility,
    cell: (row) => drawVol(row, (vol) => formatYieldPct(vol * 100)),
  },
  {
    id: 'recommendation',
    label: 'Recommendation',
    align: 'start',
    pinned: 'end',
    width: 142,
    className: classes.recommendation,
    term: 'recommendation',
    source: 'the figures of this row',
    value: ({ recommendation }) => rankAction(recommendation.action),
    cell: ({ position, recommendation, life }) => (
      <>
        <OutcomeButton outcome={findOutcome(life)} position={position}>
          <RecommendationBadge action={recommendation.action} />
        </OutcomeButton>
        <button
          type="button"
          className={classes.act}
          data-action="why"
          data-hint={recommendation.explanation}
          aria-label={`Why ${recommendation.label} for ${nameCall(position)}`}
        >
          <IconInfoCircle size={14} stroke={1.6} aria-hidden="true" />
        </button>
      </>
    ),
  },
] as const satisfies readonly DataColumn<PositionRow>[]

export type SortColumn = (typeof figureColumns)[number]['id']
export type PositionColumn = DataColumn<PositionRow, SortColumn | 'actions'>
type SortableColumn = DataColumn<PositionRow, SortColumn> & Required<Pick<PositionColumn, 'value'>>

export const sortableColumns: readonly SortableColumn[] = figureColumns

/** Sort rank of an action: the rules in order, then N/A, then Hold. */
function rankAction(action: PositionRow['recommendation']['action']): number {
  const rank = RECOMMENDATION_RULES.findIndex(({ id }) => id === action)
  if (rank >= 0) return rank
  return RECOMMENDATION_RULES.length + (action === 'unavailable' ? 0 : 1)
}

const alone = { isSelected: false, index: 0 }

/** One figure of a position, as the table shows it. */
export function drawPosition(id: SortColumn, row: PositionRow): ReactNode {
  const column = sortableColumns.find((each) => each.id === id)
  return column === undefined ? null : drawCell(column, row, alone)
}
