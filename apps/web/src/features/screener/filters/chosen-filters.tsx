import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { Screen } from '../../../api/screener.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { focusNeighbor } from '../../../shared/ui/buttons.tsx'
import { clearFilters, filterScreen, isNarrowed } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import { formatCount, listChips } from './filter-view.ts'
import classes from './filters.module.css'

interface ChosenFiltersProps extends Pick<ScreenNavigation, 'state' | 'go'> {
  readonly screen: Screen | null
  readonly children: ReactNode
}

/** Result count and active filters, with buttons that remove the filters. */
export function ChosenFilters({ screen, state, go, children }: ChosenFiltersProps) {
  const count = useRef<HTMLParagraphElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const chips = listChips(state.filters)
  // A filter's button unmounts when the filter is removed; without this, focus would move to the body.
  const focusCount = () => count.current?.focus()
  return (
    <div className={classes.chosen}>
      <p ref={count} className={classes.count} role="status" tabIndex={-1}>
        {screen !== null && screen.universeTotal > 0 && <Count {...screen} />}
      </p>
      {chips.length > 0 && (
        <ul ref={list} className={classes.chips} aria-label="Active filters">
          {chips.map(({ key, name, value, remove }, index) => (
            <li key={key} className={classes.chip}>
              {name} <b>{value}</b>
              <button
                type="button"
                aria-label={`Remove filter ${name} ${value}`}
                onClick={() => {
                  if (!focusNeighbor(list.current, index)) focusCount()
                  go((latest) => filterScreen(latest, remove(latest.filters)))
                }}
              >
                <IconX size={14} stroke={1.6} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNarrowed(state) && (
        <Button
          variant="subtle"
          onClick={() => {
            focusCount()
            go(clearFilters)
          }}
        >
          Clear all
        </Button>
      )}
      <span className={classes.end}>{children}</span>
    </div>
  )
}

/** How many stocks match, with the first number in bold. */
function Count({ total, universeTotal }: Pick<Screen, 'total' | 'universeTotal'>) {
  const all = formatCount(universeTotal)
  const [first, ...rest] = (total === universeTotal ? all : `${formatInteger(total)} of ${all}`).split(' ')
  return (
    <>
      <b>{first}</b> {rest.join(' ')}
    </>
  )
}
