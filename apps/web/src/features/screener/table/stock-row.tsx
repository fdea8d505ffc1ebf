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
  /** Columns to show, starting with the symbol. */
  readonly columns: readonly ScreenColumn[]
  /** Row number across all pages, starting at 1 for the header. */
  readonly rowIndex: number
  readonly selected: boolean
}

/** React requires a handler on a controlled checkbox; the table handles its clicks. */
const noop = () => {}

/** One row in the table. The table handles clicks and keys for all rows. */
export const StockRow = memo(function StockRow({ stock, columns: [, ...others], rowIndex, selected }: StockRowProps) {
  const { symbol } = stock
  return (
    <tr {...gridParts.row} aria-rowindex={rowIndex} aria-colindex={1} aria-selected={selected} data-symbol={symbol}>
      <td {...gridParts.cell} className={classes.select}>
        <input type="checkbox" aria-label={tableWords.select(symbol)} checked={selected} onChange={noop} />
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
