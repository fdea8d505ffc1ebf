import { screenColumns } from '@callwright/contracts/screener-columns'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { findColumnName } from '../columns/columns.tsx'
import { sortScreen } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import classes from './stock-cards.module.css'

/** Sort control for phone cards, which have no column headers. */
export function SortChoice({ state: { sort, order }, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const sortId = useId()
  const choose = (text: string) => {
    const chosen = screenColumns.find((column) => column === text)
    if (chosen !== undefined) go((latest) => sortScreen(latest, chosen))
  }
  const isDescending = order === 'desc'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <span className={classes.sort}>
      <label htmlFor={sortId} className={classes.label}>
        Sort by
      </label>
      <select id={sortId} value={sort} onChange={(event) => choose(event.currentTarget.value)}>
        {screenColumns.map((column) => (
          <option key={column} value={column}>
            {findColumnName(column)}
          </option>
        ))}
      </select>
      <IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />
      <ActionIcon
        size={44}
        aria-label={isDescending ? 'Highest first, click to reverse' : 'Lowest first, click to reverse'}
        onClick={() => go((latest) => sortScreen(latest, latest.sort))}
      >
        <Arrow size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
