import type { SortOrder } from '../../api/screen.ts'
import { gridParts } from './grid-parts.ts'
import classes from './sort-header.module.css'

interface SortHeaderProps {
  readonly name: string
  readonly unit?: string | undefined
  readonly hint: string
  /** Current sort direction; null if another column sorts the rows. */
  readonly sorted: SortOrder | null
  readonly onSort: () => void
  readonly className?: string | undefined
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** Header cell of a grid: name, unit and hint, with a button that sorts. */
export function SortHeader({ name, unit, hint, sorted, onSort, className }: SortHeaderProps) {
  return (
    <th {...gridParts.columnHeader} className={className} aria-sort={sorted === null ? undefined : sortWords[sorted]}>
      <button type="button" className={classes.sort} data-hint={hint} onClick={onSort}>
        <span>
          {name}
          {unit && <small> {unit}</small>}
        </span>
        {sorted !== null && (
          <svg className={classes.arrow} viewBox="0 0 8 8" data-direction={sorted} aria-hidden="true">
            <path d="M4 7 0 .5h8z" />
          </svg>
        )}
      </button>
    </th>
  )
}
