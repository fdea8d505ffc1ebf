import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import classes from './chart-legend.module.css'
import type { ChartView } from './chart-view.ts'
import { listMarkWords, nameBar, readBar } from './chart-words.ts'
import { Swatch } from './swatch.tsx'

interface ChartLegendProps {
  readonly view: ChartView
  /** Index of the bar whose figures are shown. */
  readonly bar: number
}

/** Figures for one bar. Each figure has a fixed position. */
export function ChartLegend({ view, bar }: ChartLegendProps) {
  const shown = view.bars[bar]
  if (shown === undefined) return null
  return (
    <div className={classes.legend}>
      <span className={classes.time}>{nameBar(shown, view.unit)}</span>
      <dl className={classes.readings}>
        {readBar(view, bar).map(({ name, short, text, line }) => (
          <div key={name}>
            <dt>
              {line !== null && <Swatch line={line} />}
              {short === name ? (
                name
              ) : (
                <>
                  <span aria-hidden="true">{short}</span>
                  <VisuallyHidden>{name}</VisuallyHidden>
                </>
              )}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {listMarkWords(view, bar).map((words) => (
        <span key={words} className={classes.event}>
          {words}
        </span>
      ))}
    </div>
  )
}
