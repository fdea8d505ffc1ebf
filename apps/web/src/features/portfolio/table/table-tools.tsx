import { Button, Menu, TextInput } from '@mantine/core'
import { IconColumns3, IconSearch, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { getServices, useSessionDispatch } from '../../../api/session.ts'
import { useMenu } from '../../../shared/ui/menus.tsx'
import classes from './table.module.css'
import { type ColumnId, choosableColumns } from './table-columns.tsx'

interface TableToolsProps {
  readonly filter: string
  readonly isGrouped: boolean
  /** Columns shown; null on a phone, which has no columns. */
  readonly columns: ColumnChoice | null
  readonly onFilter: (text: string) => void
  readonly onGroup: (isGrouped: boolean) => void
}

const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** Filter, grouping and columns of the table. */
export function TableTools({ filter, isGrouped, columns, onFilter, onGroup }: TableToolsProps) {
  return (
    <div className={classes.tools}>
      <TextInput
        type="search"
        size="xs"
        aria-label="Filter by symbol or note"
        placeholder="Filter by symbol or note"
        leftSection={<IconSearch {...icon} />}
        value={filter}
        onChange={({ currentTarget }) => onFilter(currentTarget.value)}
      />
      <Button
        size="xs"
        variant={isGrouped ? 'default' : 'subtle'}
        aria-pressed={isGrouped}
        leftSection={<IconStack2 {...icon} />}
        onClick={() => onGroup(!isGrouped)}
      >
        Group by symbol
      </Button>
      {columns !== null && <ColumnMenu {...columns} />}
    </div>
  )
}

function ColumnMenu({ shown, available, choose }: ColumnChoice) {
  const { menu, button } = useMenu()
  return (
    <Menu {...menu} position="bottom-start" width={190} closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...button} size="xs" variant="subtle" leftSection={<IconColumns3 {...icon} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Columns">
        {available.map(({ id, label }) => (
          <Menu.CheckboxItem
            key={id}
            checked={shown.includes(id)}
            onChange={(isShown) => choose(isShown ? [...shown, id] : shown.filter((each) => each !== id))}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => choose(null)}>Show the usual columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export interface ColumnChoice {
  readonly shown: readonly ColumnId[]
  readonly available: typeof choosableColumns
  /** Null restores the usual columns. */
  readonly choose: (columns: readonly ColumnId[] | null) => void
}

const COLUMNS_KEY = 'portfolioColumns'

/** The columns that the user has chosen in this browser. `hasHistory`: a chain has realized something. */
export function useColumns(hasHistory: boolean): ColumnChoice {
  const { storage } = useSessionDispatch()(getServices())
  const [hidden, setHidden] = useState<readonly string[]>(() => readHidden(storage.get(COLUMNS_KEY)))
  const available = hasHistory ? choosableColumns : choosableColumns.filter(({ id }) => id !== 'chain_pnl')
  return {
    shown: available.map(({ id }) => id).filter((id) => !hidden.includes(id)),
    available,
    choose: (columns) => {
      const next = columns === null ? [] : available.map(({ id }) => id).filter((id) => !columns.includes(id))
      setHidden(next)
      storage.set(COLUMNS_KEY, next.join(' '))
    },
  }
}

const readHidden = (stored: string | null) => (stored ?? '').split(' ').filter((id) => id !== '')
