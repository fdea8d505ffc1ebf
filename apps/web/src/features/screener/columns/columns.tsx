import {
  type NumericColumn,
  type ScreenColumn,
  screenColumns,
  shownFigures,
} from '@callwright/contracts/screener-columns'
import type { ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screener.ts'
import { drawCell } from '../../../shared/data-table/columns.tsx'
import { formatShown } from '../../../shared/format/numbers.ts'
import { bestCallColumns } from './best-call-columns.tsx'
import { type ColumnDeclarations, groupNames, type StockColumn } from './stock-column.ts'
import { stockFigureColumns } from './stock-columns.tsx'

const declarations: ColumnDeclarations = { ...stockFigureColumns, ...bestCallColumns }

const isNumeric = (column: ScreenColumn): column is NumericColumn => Object.hasOwn(shownFigures, column)

function complete(id: ScreenColumn): StockColumn {
  const declared = declarations[id]
  return { id, ...(isNumeric(id) && { format: formatShown(shownFigures[id]) }), ...declared }
}

export const stockColumns = Object.fromEntries(screenColumns.map((id) => [id, complete(id)])) as Readonly<
  Record<ScreenColumn, StockColumn>
>

interface ColumnGroup {
  readonly name: string
  readonly columns: readonly ScreenColumn[]
}

/** Columns by group, in the order in which they are declared. */
export const columnGroups: readonly ColumnGroup[] = groupNames.map((name) => ({
  name,
  columns: (Object.keys(declarations) as ScreenColumn[]).filter((column) => declarations[column].group === name),
}))

export const findColumnName = (column: ScreenColumn) => stockColumns[column].label

const alone = { isSelected: false, index: 0 }

/** A stock's figure where its call is named nearby. */
export function drawPlainFigure(column: ScreenColumn, stock: ScreenStock): ReactNode {
  const { plainCell, ...facts } = stockColumns[column]
  return plainCell === undefined ? drawCell(facts, stock, alone) : plainCell(stock)
}
