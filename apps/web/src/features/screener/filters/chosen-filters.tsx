import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import type { Screen } from '../../../api/screen.ts'
import { clearFilters, filterScreen, isNarrowed } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import classes from './chosen-filters.module.css'
import { FilterChips } from './filter-chips.tsx'
import { filterWords as words } from './filter-words.ts'
import { ResultCount } from './result-count.tsx'

interface ChosenFiltersProps extends Pick<ScreenNavigation, 'state' | 'go'> {
  readonly screen: Screen | null
  readonly children: ReactNode
}

/** Result count and active filters, with buttons that remove the filters. */
export function ChosenFilters({ screen, state, go, children }: ChosenFiltersProps) {
  const count = useRef<HTMLParagraphElement>(null)
  // A filter's button unmounts when the filter is removed; without this, focus would move to the body.
  const focusCount = () => count.current?.focus()
  return (
    <div className={classes.chosen}>
      <ResultCount ref={count} screen={screen} />
      <FilterChips
        filters={state.filters}
        onRemove={(remove) => go((latest) => filterScreen(latest, remove(latest.filters)))}
        onLastRemoved={focusCount}
      />
      {isNarrowed(state) && (
        <Button
          variant="subtle"
          onClick={() => {
            focusCount()
            go(clearFilters)
          }}
        >
          {words.clear}
        </Button>
      )}
      <span className={classes.end}>{children}</span>
    </div>
  )
}
