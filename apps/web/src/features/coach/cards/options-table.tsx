import type { OptionsTableRow } from '@callwright/contracts'
import { useMemo } from 'react'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { formatDay } from '../../../shared/format/times.ts'
import { buildCallPath } from '../../../shared/paths.ts'
import { Link } from '../../../shared/routing.ts'
import classes from './cards.module.css'
import { describeExpiry, Figure } from './figure.tsx'

interface OptionsTableProps {
  readonly rows: readonly OptionsTableRow[]
  /** Symbol to use for rows that don't name one. */
  readonly symbol: string | null
}

const keyOf = ({ symbol, expiry, strike }: OptionsTableRow) => `${symbol} ${expiry} ${strike}`

export function OptionsTable({ rows, symbol }: OptionsTableProps) {
  const columns = useMemo(() => [...figureColumns, buildLinkColumn(symbol)], [symbol])
  return <DataTable label="Options found" className={classes.table} columns={columns} rows={rows} rowKey={keyOf} />
}

const figureColumns: readonly DataColumn<OptionsTableRow>[] = [
  {
    id: 'strike',
    label: 'Strike',
    align: 'start',
    isRowHeader: true,
    cell: ({ strike }) => <Figure value={strike} unit="usd" />,
  },
  { id: 'expiry', label: 'Expiry', align: 'start', cell: ({ expiry, dte }) => describeExpiry(expiry, dte) },
  { id: 'delta', label: 'Delta', cell: ({ delta }) => <Figure value={delta} unit="delta" /> },
  { id: 'premium', label: 'Premium', cell: ({ premium }) => <Figure value={premium} unit="usd" /> },
  {
    id: 'yield',
    label: 'Ann. Yield',
    tone: 'strong',
    cell: ({ annYield }) => <Figure value={annYield} unit="pct" />,
  },
]

const buildLinkColumn = (symbolOfAll: string | null): DataColumn<OptionsTableRow> => ({
  id: 'open',
  label: 'Open',
  isLabelHidden: true,
  className: classes.act,
  cell: ({ symbol = symbolOfAll, strike, expiry }) =>
    symbol !== null && (
      <Link
        to={buildCallPath(symbol, expiry, strike)}
        aria-label={`Open the ${symbol} ${formatDecimal(strike)} call of ${formatDay(expiry)} in the analysis`}
      >
        <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8 16 16.5 7.5M9.5 7H17v7.5" />
        </svg>
      </Link>
    ),
})
