import type { ReactNode } from 'react'
import { formatInteger } from '../../shared/format/numbers.ts'
import { useIsPhone } from '../../shared/hooks.ts'
import { SelectBox } from './controls.tsx'
import classes from './screener.module.css'
import { type PageSize, pageSizes, type ScreenState } from './state/screen-state.ts'

export const countPages = (total: number, size: number) => Math.max(1, Math.ceil(total / size))

/** Up to `max` page numbers around the current page. */
export function listPageNumbers(page: number, pages: number, max: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(max / 2), pages - max + 1))
  return Array.from({ length: Math.min(max, pages) }, (_, index) => first + index)
}

/** Numbers of the page's first and last rows, starting at 1; null if the page is empty. */
export function findRowRange(page: number, size: number, total: number): { first: number; last: number } | null {
  const first = (page - 1) * size + 1
  return total < first ? null : { first, last: Math.min(page * size, total) }
}

/** Computes the target page from the latest page, which may be newer than the one rendered. */
type PageStep = (latest: number) => number

interface TableFooterProps {
  readonly state: Pick<ScreenState, 'page' | 'size'>
  readonly total: number
  readonly onPage: (step: PageStep) => void
  readonly onSize: (size: PageSize) => void
  /** Status of background work, such as a price refresh. */
  readonly children: ReactNode
}

export function TableFooter({ state: { page, size }, total, onPage, onSize, children }: TableFooterProps) {
  const range = findRowRange(page, size, total)
  const choose = (text: string) => {
    const chosen = pageSizes.find((each) => String(each) === text)
    if (chosen !== undefined) onSize(chosen)
  }
  return (
    <footer className={classes.footer}>
      <p className={classes.range} role="status">
        {range !== null && `${formatInteger(range.first)}–${formatInteger(range.last)} of ${formatInteger(total)}`}
      </p>
      <div className={classes.background}>{children}</div>
      {total > 0 && <Pager page={page} pages={countPages(total, size)} onPage={onPage} />}
      {total > 0 && (
        <SelectBox label="Rows" value={size} onChange={(event) => choose(event.currentTarget.value)}>
          {pageSizes.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectBox>
      )}
    </footer>
  )
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onPage: (step: PageStep) => void
}

/** First, Prev, page numbers, Next and Last buttons. */
function Pager({ page, pages, onPage }: PagerProps) {
  const isPhone = useIsPhone()
  const step = (name: string, isDisabled: boolean, to: PageStep) => (
    // Uses `aria-disabled`, so that a disabled button keeps focus. Clicks on it still work: the rendered page may be
    // older than the previous click, and a step past either end does nothing.
    <button type="button" className={classes.page} aria-disabled={isDisabled} onClick={() => onPage(to)}>
      {name}
    </button>
  )
  return (
    <nav className={classes.pages} aria-label="Pages">
      {step('First', page <= 1, () => 1)}
      {step('Prev', page <= 1, (latest) => Math.max(1, latest - 1))}
      {listPageNumbers(page, pages, isPhone ? 3 : 5).map((number) => (
        <button
          key={number}
          type="button"
          className={classes.page}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(() => number)}
        >
          {formatInteger(number)}
        </button>
      ))}
      {step('Next', page >= pages, (latest) => Math.min(pages, latest + 1))}
      {step('Last', page >= pages, () => pages)}
    </nav>
  )
}
