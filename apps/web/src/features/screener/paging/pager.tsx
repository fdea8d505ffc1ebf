import { formatInteger } from '../../../shared/format/numbers.ts'
import { pagingWords as words } from '../screener-words.ts'
import { countPages, listPageNumbers } from './page-window.ts'
import classes from './pager.module.css'

/** Computes the target page from the latest page, which may be newer than the one rendered. */
export type PageStep = (latest: number) => number

interface PagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly maxNumbers: number
  readonly onPage: (step: PageStep) => void
}

/** First, Prev, page numbers, Next and Last buttons. */
export function Pager({ page, size, total, maxNumbers, onPage }: PagerProps) {
  const pages = countPages(total, size)
  return (
    <nav className={classes.pager} aria-label={words.pages}>
      <Step name={words.first} to={() => 1} disabled={page <= 1} onPage={onPage} />
      <Step name={words.previous} to={(latest) => Math.max(1, latest - 1)} disabled={page <= 1} onPage={onPage} />
      {listPageNumbers(page, pages, maxNumbers).map((number) => (
        <button
          key={number}
          type="button"
          className={classes.page}
          aria-label={words.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(() => number)}
        >
          {formatInteger(number)}
        </button>
      ))}
      <Step name={words.next} to={(latest) => Math.min(pages, latest + 1)} disabled={page >= pages} onPage={onPage} />
      <Step name={words.last} to={() => pages} disabled={page >= pages} onPage={onPage} />
    </nav>
  )
}

interface StepProps {
  readonly name: string
  readonly to: PageStep
  readonly disabled: boolean
  readonly onPage: (step: PageStep) => void
}

/**
 * Uses `aria-disabled`, so that a disabled button keeps focus. Clicks on it still work: the rendered page may be older
 * than the previous click, and a step past either end does nothing.
 */
function Step({ name, to, disabled, onPage }: StepProps) {
  return (
    <button type="button" className={classes.page} aria-disabled={disabled} onClick={() => onPage(to)}>
      {name}
    </button>
  )
}
