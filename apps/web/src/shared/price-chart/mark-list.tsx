import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import type { ChartScale } from './chart-layout.ts'
import type { ChartView } from './chart-view.ts'
import { chartWords } from './chart-words.ts'
import classes from './mark-list.module.css'

const STEP = 20
const FROM_FOOT = 22

/**
 * Marks for earnings, dividends and splits along the bottom of the price pane. Marks that would overlap are stacked.
 */
export function MarkList({ view, scale }: { readonly view: ChartView; readonly scale: ChartScale }) {
  const ends: number[] = []
  const marks = view.marks.map((mark) => {
    const x = scale.toX(mark.place)
    const free = ends.findIndex((end) => x - end >= STEP)
    const level = free < 0 ? ends.length : free
    ends[level] = x
    return { ...mark, x, y: view.priceHeight - FROM_FOOT - level * STEP }
  })
  return (
    <ul className={classes.marks} aria-label={chartWords.events}>
      {marks.map(({ words, letter, coming, x, y }) => (
        <li
          key={words}
          className={classes.mark}
          data-coming={coming || undefined}
          style={{ left: x, top: y }}
          data-hint={words}
        >
          <span aria-hidden="true">{letter}</span>
          <VisuallyHidden>{words}</VisuallyHidden>
        </li>
      ))}
    </ul>
  )
}
