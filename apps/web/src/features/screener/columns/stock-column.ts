import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import type { ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screener.ts'
import type { DataColumn, FileColumn } from '../../../shared/data-table/columns.tsx'

/** Groups from SPEC; IV rank is one of the indicators. */
export const groupNames = ['Core', 'Technical', 'Best call', 'Options', 'Fundamentals', 'Indicators'] as const

/** How a column's bounds are named and typed, where the column itself does not say it. */
interface ColumnFilter {
  /** Name in a chip, before the bounds. */
  readonly label?: string
  /** Name in the form, under the name of the column's group. */
  readonly formLabel?: string
  readonly before?: string
  /** Follows every number. */
  readonly sign?: string
  /** Follows the last number. */
  readonly after?: string
  /** How many of the column's units make one unit of a bound; default 1. */
  readonly scale?: number
  /** Name of the unit in a form. */
  readonly formUnit?: string
  readonly canBeNegative?: true
  /** Names of the two choices of a yes-or-no column. */
  readonly choices?: Readonly<Record<'yes' | 'no', string>>
}

/**
 * A column of the screener: everything that the table, the cards, the file, the comparison, the column chooser and the
 * filters say about it.
 */
export interface StockColumn extends DataColumn<ScreenStock, ScreenColumn> {
  readonly group: (typeof groupNames)[number]
  readonly value: (stock: ScreenStock) => string | number | null
  /** Name on a phone card, where the label is too long. */
  readonly cardLabel?: string
  /** Cell where the call is named nearby: on a card and in the comparison. */
  readonly plainCell?: (stock: ScreenStock) => ReactNode
  /** Name in the file, if it differs from the label. */
  readonly fileLabel?: string
  /** Columns that follow this one in the file. */
  readonly fileColumns?: readonly FileColumn<ScreenStock>[]
  readonly filter?: ColumnFilter
  /** Scores the figure as the rating does: higher is better, null is unknown. */
  readonly judge?: (stock: ScreenStock) => number | null
}

/** A figure's decimals come from `shownFigures`, unless it has a format or a cell of its own. */
export type ColumnDeclarations = Readonly<Record<ScreenColumn, Omit<StockColumn, 'id'>>>
