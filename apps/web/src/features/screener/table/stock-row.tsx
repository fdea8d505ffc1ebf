import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { memo } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { columnFacts } from '../columns/column-facts.ts'
import { tableWords } from '../screener-words.ts'
import { stockFigures } from './stock-figures.tsx'
import rowClasses from './stock-row.module.css'
import classes from './stock-table.module.css'

interface StockRowProps {
  readonly stock: ScreenStock
  /** The symbol first. */
  readonly columns: readonly ScreenColumn[]
  /** Counted from 1 over all pages, the header included. */
  readonly rowIndex: number
  readonly selected: boolean
}

/** The table hears of a press on a checkbox. */
const heard = () => {}

/** A row of the table. What it does on a click or a key, the table does for all of them. */
export const StockRow = memo(function StockRow({ stock, columns: [, ...others], rowIndex, selected }: StockRowProps) {
  const { symbol } = stock
  return (
    <tr {...gridParts.row} aria-rowindex={rowIndex} aria-colindex={1} aria-selected={selected} data-symbol={symbol}>
      <td {...gridParts.cell} className={classes.select}>
        <input type="checkbox" aria-label={tableWords.select(symbol)} checked={selected} onChange={heard} />
      </td>
      <th {...gridParts.rowHeader} className={classes.name}>
        <a className={rowClasses.link} href={buildAnalysisPath(symbol)}>
          {symbol}
        </a>
      </th>
      {others.map((column) => (
        <td {...gridParts.cell} key={column} className={classes[columnFacts[column].kind]}>
          {stockFigures[column](stock)}
        </td>
      ))}
      <td {...gridParts.cell} className={classes.actions}>
        <button
          type="button"
          className={rowClasses.more}
          aria-label={tableWords.actionsFor(symbol)}
          aria-haspopup="menu"
        />
      </td>
    </tr>
  )
})
