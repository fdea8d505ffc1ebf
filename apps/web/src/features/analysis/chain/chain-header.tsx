import type { OptionSide } from '../../../api/option-chain.ts'
import { describeFigure } from '../../../shared/figure-facts.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { MAX_COMPARED } from '../analysis-state.ts'
import { type ChainColumn, moneynessFacts, notesFacts, strikeFacts } from './chain-columns.ts'
import classes from './chain-table.module.css'
import { chainWords as words } from './chain-words.ts'

interface ChainHeaderProps {
  readonly columns: readonly ChainColumn[]
  readonly side: OptionSide
}

/** Column names with units; hints explain each column. */
export function ChainHeader({ columns, side }: ChainHeaderProps) {
  return (
    <thead {...gridParts.group}>
      <tr {...gridParts.row}>
        <th {...gridParts.columnHeader} className={classes.strike} data-hint={describeFigure(strikeFacts)}>
          {words.strike}
        </th>
        <th {...gridParts.columnHeader} className={classes.text} data-hint={describeFigure(moneynessFacts)}>
          <VisuallyHidden>{words.moneyness}</VisuallyHidden>
        </th>
        {columns.map((column) => (
          <th
            key={column.id}
            {...gridParts.columnHeader}
            className={classes[column.kind]}
            style={{ minWidth: column.width }}
            data-hint={describeFigure(column)}
          >
            {column.name}
            {column.unit && (
              <>
                {' '}
                <small>{column.unit}</small>
              </>
            )}
          </th>
        ))}
        <th {...gridParts.columnHeader} className={classes.notes} data-hint={describeFigure(notesFacts)}>
          <VisuallyHidden>{words.notes}</VisuallyHidden>
        </th>
        {side === 'call' && (
          <th {...gridParts.columnHeader} className={classes.compare} data-hint={words.compareHint(MAX_COMPARED)}>
            <VisuallyHidden>{words.compare}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}
