import type { Screen } from '../../api/screen.ts'
import { usePrinting } from '../../shared/use-printing.ts'
import classes from './printed-facts.module.css'
import { listScreenFacts } from './screen-about.ts'
import type { ScreenState } from './screen-state.ts'

interface PrintedFactsProps {
  readonly state: ScreenState
  readonly screen: Screen
}

/** On paper only: what the figures below are. */
export function PrintedFacts({ state, screen }: PrintedFactsProps) {
  const printing = usePrinting()
  if (!printing) return null
  return (
    <dl className={classes.facts}>
      {listScreenFacts(state, screen).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
