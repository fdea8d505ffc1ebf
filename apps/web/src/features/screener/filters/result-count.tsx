import type { Ref } from 'react'
import type { Screen } from '../../../api/screen.ts'
import classes from './chosen-filters.module.css'
import { formatCount } from './filter-view.ts'
import { filterWords } from './filter-words.ts'

interface ResultCountProps {
  readonly screen: Screen | null
  readonly ref: Ref<HTMLParagraphElement>
}

/** How many stocks match, announced on change. Gets focus when a focused filter button unmounts. */
export function ResultCount({ screen, ref }: ResultCountProps) {
  const { total = 0, universeTotal = 0 } = screen ?? {}
  return (
    <p ref={ref} className={classes.count} role="status" tabIndex={-1}>
      {universeTotal > 0 &&
        (total === universeTotal ? (
          <Bold text={formatCount(total)} />
        ) : (
          <Bold text={filterWords.of(total, formatCount(universeTotal))} />
        ))}
    </p>
  )
}

/** Renders text with its first number in bold. */
function Bold({ text }: { readonly text: string }) {
  const [figure, ...rest] = text.split(' ')
  return (
    <>
      <b>{figure}</b> {rest.join(' ')}
    </>
  )
}
