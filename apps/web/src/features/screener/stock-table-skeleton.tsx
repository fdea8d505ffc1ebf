import { VisuallyHidden } from '@mantine/core'
import { useAfter } from '../../shared/use-after.ts'
import classes from './stock-table-skeleton.module.css'

const WORDS_AFTER_MS = 2_000
const ROWS = Array.from({ length: 14 }, (_, index) => `row-${index}`)
const WORDS = 'Loading stocks…'

/** The table's shape while there is nothing to show; words once that takes long. */
export function StockTableSkeleton() {
  const late = useAfter(true, WORDS_AFTER_MS)
  return (
    <div className={classes.skeleton} aria-busy="true">
      <p className={classes.words} role="status">
        {late ? WORDS : <VisuallyHidden>{WORDS}</VisuallyHidden>}
      </p>
      <div aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className={classes.row}>
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  )
}
