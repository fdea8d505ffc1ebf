import type { PortfolioTotals } from '@callwright/scoring'
import type { CSSProperties, MouseEvent } from 'react'
import { describeFigure } from '../../../shared/figure-facts.ts'
import { formatSignedUsd } from '../../../shared/format/numbers.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { SortHeader } from '../../../shared/grid/sort-header.tsx'
import { useGrid } from '../../../shared/grid/use-grid.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import type { PositionRow } from '../data/position.ts'
import { buildColumnTracks, positionColumns } from './position-columns.ts'
import { PositionTableRow, TotalsRow } from './position-rows.tsx'
import classes from './positions-table.module.css'
import type { PositionSort, SortColumn } from './sort-positions.ts'
import { tableWords } from './table-words.ts'

/** Actions on a row besides selecting it. */
export type RowAction = 'why' | 'remove'

interface PositionsTableProps extends PositionSort {
  /** Rows in display order. */
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly selected: string | null
  readonly busy: boolean
  readonly onSort: (column: SortColumn) => void
  readonly onSelect: (id: string) => void
  readonly onAct: (action: RowAction, id: string) => void
}

/** Positions as a grid; `useGrid` lists the keyboard controls. Enter, x and a click select a row. */
export function PositionsTable(props: PositionsTableProps) {
  const { rows, totals, selected, sort, order, busy, onSort, onSelect, onAct } = props
  const [{ density }] = usePreferences()
  const selectRow = ({ dataset: { id } }: HTMLTableRowElement) => id !== undefined && onSelect(id)
  const grid = useGrid({ onEnter: selectRow, onSelect: selectRow })
  const onClick = ({ target }: MouseEvent<HTMLElement>) => {
    const element = target as Element
    const { id } = element.closest<HTMLElement>('[data-id]')?.dataset ?? {}
    if (id === undefined) return
    const action = element.closest<HTMLElement>('[data-action]')?.dataset.action
    if (action === 'why' || action === 'remove') onAct(action, id)
    else if (window.getSelection()?.isCollapsed !== false) onSelect(id)
  }
  return (
    <section className={classes.scroller} aria-label={tableWords.list} aria-busy={busy}>
      <table
        {...grid}
        className={classes.table}
        style={{ '--columns': buildColumnTracks({ pnlLength: measurePnl(rows, totals) }) } as CSSProperties}
        data-density={density}
        aria-label={tableWords.caption}
        aria-rowcount={rows.length + 2}
        aria-colcount={positionColumns.length + 1}
      >
        <thead {...gridParts.group}>
          <tr {...gridParts.row} aria-rowindex={1}>
            {positionColumns.map(({ id, name, unit, align, ...facts }) => (
              <SortHeader
                key={id}
                name={name}
                unit={unit}
                hint={describeFigure(facts)}
                sorted={id === sort ? order : null}
                onSort={() => onSort(id)}
                className={classes[id] ?? classes[align]}
              />
            ))}
            <th {...gridParts.columnHeader} className={classes.remove}>
              <VisuallyHidden>{tableWords.delete}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for its rows */}
        <tbody {...gridParts.group} onClick={onClick}>
          {rows.map((row, index) => (
            <PositionTableRow
              key={row.position.id}
              row={row}
              rowIndex={index + 2}
              isSelected={row.position.id === selected}
            />
          ))}
          <TotalsRow rows={rows} totals={totals} rowIndex={rows.length + 2} />
        </tbody>
      </table>
    </section>
  )
}

/** Length of the table's longest P&L, in characters. */
function measurePnl(
  rows: PositionsTableProps['rows'],
  { stockPnl, optionPnl, coveredCallPnl }: PortfolioTotals,
): number {
  const inRows = rows.flatMap(({ metrics: { stockPnlUsd, optionPnlUsd, coveredCallPnlUsd } }) => [
    stockPnlUsd,
    optionPnlUsd,
    coveredCallPnlUsd,
  ])
  const known = [...inRows, stockPnl.usd, optionPnl.usd, coveredCallPnl.usd].filter((usd) => usd !== null)
  return known.reduce((longest, usd) => Math.max(longest, formatSignedUsd(usd).length), 0)
}
