import type { ScreenStock } from '../../../api/screen.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { tableWords } from '../screener-words.ts'
import { MOST_SELECTED, type Selection } from '../selection/use-selection.ts'
import classes from './stock-table.module.css'

interface SelectPageProps {
  readonly stocks: readonly ScreenStock[]
  readonly selection: Selection
}

/** Header checkbox: selects all stocks on the page, or deselects them if all are selected or the selection is full. */
export function SelectPage({ stocks, selection: { symbols, choose } }: SelectPageProps) {
  const shown = stocks.map(({ symbol }) => symbol)
  const selected = shown.filter((symbol) => symbols.has(symbol)).length
  const isWhole = selected > 0 && selected === shown.length
  const isFull = symbols.size === MOST_SELECTED
  return (
    <th {...gridParts.columnHeader} className={classes.select}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = selected > 0 && !isWhole
        }}
        type="checkbox"
        aria-label={tableWords.selectPage}
        checked={isWhole}
        onChange={() => choose(shown, !(isWhole || isFull))}
      />
    </th>
  )
}
