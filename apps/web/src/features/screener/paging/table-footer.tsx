import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useIsPhone } from '../../../shared/media.ts'
import { pagingWords as words } from '../screener-words.ts'
import { type PageSize, pageSizes, type ScreenState } from '../state/screen-state.ts'
import { findRowRange } from './page-window.ts'
import { Pager, type PageStep } from './pager.tsx'
import classes from './table-footer.module.css'

interface TableFooterProps {
  readonly state: ScreenState
  readonly total: number
  readonly onPage: (step: PageStep) => void
  readonly onSize: (size: PageSize) => void
  /** Status of background work, such as a data update. */
  readonly children: ReactNode
}

export function TableFooter({ state: { page, size }, total, onPage, onSize, children }: TableFooterProps) {
  const sizeId = useId()
  const isPhone = useIsPhone()
  const range = findRowRange(page, size, total)
  const choose = (text: string) => {
    const chosen = pageSizes.find((each) => String(each) === text)
    if (chosen !== undefined) onSize(chosen)
  }
  return (
    <footer className={classes.footer}>
      <p className={classes.range} role="status">
        {range !== null && words.range(range.first, range.last, total)}
      </p>
      <div className={classes.background}>{children}</div>
      {total > 0 && (
        <div className={classes.pages}>
          <Pager page={page} size={size} total={total} maxNumbers={isPhone ? 3 : 5} onPage={onPage} />
        </div>
      )}
      <span className={classes.rows} hidden={total === 0}>
        <label htmlFor={sizeId}>{words.rows}</label>
        <select id={sizeId} value={size} onChange={(event) => choose(event.currentTarget.value)}>
          {pageSizes.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        <IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />
      </span>
    </footer>
  )
}
