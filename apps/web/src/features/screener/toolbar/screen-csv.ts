import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import type { ScreenStock } from '../../../api/screener.ts'
import { type FileColumn, listFileRows } from '../../../shared/data-table/columns.tsx'
import { writeCsv } from '../../../shared/export/csv.ts'
import type { ExportFact } from '../../../shared/export/data-facts.tsx'
import { stockColumns } from '../columns/columns.tsx'

/** Columns that follow the yield, so that no file has a yield without the call that pays it. */
const callColumns: readonly ScreenColumn[] = [
  'best_strike',
  'best_bid',
  'best_breakeven',
  'best_delta',
  'best_if_called_return_pct',
  'best_is_liquid',
]

function listFileColumns(columns: readonly ScreenColumn[], maxRating: number | undefined): FileColumn<ScreenStock>[] {
  const withCall = columns.flatMap((column) => (column === 'best_ann_yield' ? [column, ...callColumns] : [column]))
  return [...new Set(withCall)].flatMap((id) => {
    const { label, fileLabel = label, fileColumns = [], ...column } = stockColumns[id]
    const unit = id === 'cc_score' && maxRating !== undefined ? { fileUnit: `of ${maxRating}` } : {}
    return [{ ...column, label: fileLabel, ...unit }, ...fileColumns]
  })
}

/** CSV file with one row per stock. `facts` are the lines above the header; null leaves them out. */
export function writeScreenCsv(
  stocks: readonly ScreenStock[],
  columns: readonly ScreenColumn[],
  facts: readonly ExportFact[] | null,
): string {
  const fileColumns = listFileColumns(columns, stocks[0]?.rating.max)
  return writeCsv({ title: 'Callwright stock screener', facts, ...listFileRows(fileColumns, stocks) })
}
