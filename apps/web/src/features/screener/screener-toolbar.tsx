import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useId } from 'react'
import type { Freshness } from '../../api/screen.ts'
import { formatInteger } from '../../shared/format/numbers.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { FreshnessChip } from '../../shared/ui/freshness-chip.tsx'
import { type ScreenState, sortableColumns } from './screen-state.ts'
import classes from './screener-toolbar.module.css'
import { findColumnName } from './stock-columns.tsx'

interface ScreenerToolbarProps {
  readonly total: number
  readonly state: ScreenState
  readonly refreshing: boolean
  readonly onRefresh: () => Promise<void>
  readonly onSort: (change: (latest: ScreenState) => ScreenState) => void
  readonly freshness: Freshness | null
  readonly isPhone: boolean
}

export function ScreenerToolbar(props: ScreenerToolbarProps) {
  const { total, state, refreshing, onRefresh, onSort, freshness, isPhone } = props
  return (
    <div className={classes.toolbar}>
      <div className={classes.freshness}>{freshness && <FreshnessChip freshness={freshness} />}</div>
      <p className={classes.count}>
        {total > 0 && (
          <>
            <b>{formatInteger(total)}</b> stocks
          </>
        )}
      </p>
      {isPhone && <SortChoice state={state} onSort={onSort} />}
      {isPhone ? (
        <BusyButton
          className={classes.refresh ?? ''}
          variant="subtle"
          aria-label="Refresh"
          busy={refreshing}
          onClick={onRefresh}
          leftSection={<IconRefresh size={20} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <BusyButton
          className={classes.refresh ?? ''}
          busy={refreshing}
          onClick={onRefresh}
          leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden="true" />}
        >
          Refresh
        </BusyButton>
      )}
    </div>
  )
}

/** Sorting where there are no column headers to click. */
function SortChoice({ state, onSort }: Pick<ScreenerToolbarProps, 'state' | 'onSort'>) {
  const sortId = useId()
  const choose = (text: string) => {
    const sort = sortableColumns.find((column) => column === text)
    if (sort !== undefined) onSort((latest) => ({ ...latest, sort, order: 'desc', page: 1 }))
  }
  const isDescending = state.order === 'desc'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <span className={classes.sort}>
      <label htmlFor={sortId} className={classes.sortLabel}>
        Sort by
      </label>
      <select id={sortId} value={state.sort} onChange={(event) => choose(event.currentTarget.value)}>
        {sortableColumns.map((column) => (
          <option key={column} value={column}>
            {findColumnName(column)}
          </option>
        ))}
      </select>
      <IconChevronDown className={classes.chevron} size={14} stroke={1.6} aria-hidden="true" />
      <ActionIcon
        size={44}
        aria-label={isDescending ? 'Highest first, turn round' : 'Lowest first, turn round'}
        onClick={() => onSort((latest) => ({ ...latest, order: latest.order === 'desc' ? 'asc' : 'desc', page: 1 }))}
      >
        <Arrow size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
