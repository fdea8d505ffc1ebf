import { type CSSProperties, memo } from 'react'
import type { OptionContract } from '../../../api/option-chain.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { MAX_COMPARED } from '../analysis-state.ts'
import { type ChainColumn, formatStrike } from './chain-columns.ts'
import marks from './chain-marks.module.css'
import classes from './chain-table.module.css'
import { chainWords as words } from './chain-words.ts'
import { listNotes } from './contract-notes.ts'

/** A call's state in the comparison; `full` means that no more calls can be added. */
export type Comparison = 'chosen' | 'compared' | 'free' | 'full'

interface ChainRowProps {
  readonly contract: OptionContract
  readonly columns: readonly ChainColumn[]
  /** Highest open interest among the contracts at this expiration. */
  readonly maxInterest: number
  /** Null for puts, which cannot be chosen. */
  readonly comparison: Comparison | null
}

/** One contract in the ladder. The table handles clicks and keys for all rows. */
export const ChainRow = memo(function ChainRow({ contract, columns, maxInterest, comparison }: ChainRowProps) {
  const { strike, moneyness, inTarget } = contract
  return (
    <tr
      {...gridParts.row}
      data-strike={comparison === null ? undefined : strike}
      data-moneyness={moneyness}
      data-in-range={inTarget || undefined}
      aria-selected={comparison === null ? undefined : comparison === 'chosen'}
    >
      <th {...gridParts.rowHeader} scope="row" className={classes.strike}>
        {formatStrike(strike)}
      </th>
      <td {...gridParts.cell} className={classes.text}>
        {inTarget ? (
          <>
            <span className={marks.tag}>{words.inRange}</span>
            <VisuallyHidden> {moneyness}</VisuallyHidden>
          </>
        ) : (
          moneyness
        )}
      </td>
      {columns.map((column) => (
        <td {...gridParts.cell} key={column.id} className={classes[column.kind]}>
          <Figure contract={contract} column={column} maxInterest={maxInterest} />
        </td>
      ))}
      <td {...gridParts.cell} className={classes.notes}>
        <Notes contract={contract} />
      </td>
      {comparison !== null && (
        <td {...gridParts.cell} className={classes.compare}>
          <CompareBox strike={strike} comparison={comparison} />
        </td>
      )}
    </tr>
  )
})

function Figure({
  contract,
  column,
  maxInterest,
}: Pick<ChainRowProps, 'contract' | 'maxInterest'> & { column: ChainColumn }) {
  const value = column.read(contract)
  if (value === null) return <Unknown reason={column.explain(contract)} />
  if (column.kind !== 'bar') return column.format(value)
  const share = maxInterest === 0 ? 0 : value / maxInterest
  return (
    <span className={marks.interest} style={{ '--share': share } as CSSProperties}>
      {column.format(value)}
    </span>
  )
}

function Notes({ contract }: Pick<ChainRowProps, 'contract'>) {
  const notes = listNotes(contract)
  if (notes === null) return <VisuallyHidden>{words.noNotes}</VisuallyHidden>
  return (
    <span className={marks.note} data-tone={notes.tone} data-hint={notes.lines.join('\n')}>
      <VisuallyHidden>{notes.lines.join('. ')}</VisuallyHidden>
    </span>
  )
}

function CompareBox({ strike, comparison }: { readonly strike: number; readonly comparison: Comparison }) {
  if (comparison === 'chosen') return <VisuallyHidden>{words.chosen}</VisuallyHidden>
  return (
    <button
      type="button"
      className={marks.box}
      aria-pressed={comparison === 'compared'}
      aria-disabled={comparison === 'full' || undefined}
      aria-label={words.compareOf(formatStrike(strike))}
      data-hint={comparison === 'full' ? words.compareFull(MAX_COMPARED) : undefined}
    />
  )
}
