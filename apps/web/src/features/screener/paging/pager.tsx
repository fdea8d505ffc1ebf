import { formatInteger } from '../../../shared/format/numbers.ts'
import { pagingWords as words } from '../screener-words.ts'
import { countPages, listPageNumbers } from './page-window.ts'
import classes from './pager.module.css'

/** The page to go to from the newest one, which a click just before may have set without it being drawn yet. */
export type PageStep = (latest: number) => number

interface PagerProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly mostNumbers: number
  readonly onPage: (step: PageStep) => void
}

/** First, Prev, some page numbers, Next, Last. */
export function Pager({ page, size, total, mostNumbers, onPage }: PagerProps) {
  const pages = countPages(total, size)
  return (
    <nav className={classes.pager} aria-label={words.pages}>
      <Step name={words.first} to={() => 1} disabled={page <= 1} onPage={onPage} />
      <Step name={words.previous} to={(latest) => Math.max(1, latest - 1)} disabled={page <= 1} onPage={onPage} />
      {listPageNumbers(page, pages, mostNumbers).map((number) => (
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
 * Out of use it keeps the focus that it may have from its last use. A press counts all the same: what is drawn may be older
 * than the click before it, and a step beyond either end goes nowhere.
 */
function Step({ name, to, disabled, onPage }: StepProps) {
  return (
    <button type="button" className={classes.page} aria-disabled={disabled} onClick={() => onPage(to)}>
      {name}
    </button>
  )
}
