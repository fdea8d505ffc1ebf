import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { focusNeighbor } from '../../../shared/ui/focus-neighbor.ts'
import type { ScreenFilters } from '../state/screen-filters.ts'
import classes from './filter-chips.module.css'
import { listChips } from './filter-view.ts'
import { filterWords as words } from './filter-words.ts'

interface FilterChipsProps {
  readonly filters: ScreenFilters
  readonly onRemove: (change: (latest: ScreenFilters) => ScreenFilters) => void
  readonly onLastRemoved: () => void
}

/** Chips for the active filters, each with a button that removes the filter. */
export function FilterChips({ filters, onRemove, onLastRemoved }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const chips = listChips(filters)
  if (chips.length === 0) return null
  return (
    <ul ref={list} className={classes.chips} aria-label={words.chosen}>
      {chips.map(({ key, name, value, remove }, index) => (
        <li key={key} className={classes.chip}>
          {name} <b>{value}</b>
          <button
            type="button"
            aria-label={words.remove(name, value)}
            onClick={() => {
              if (!focusNeighbor(list.current, index)) onLastRemoved()
              onRemove(remove)
            }}
          >
            <IconX size={14} stroke={1.6} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
