import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { RollPreview } from '../../../api/lifecycle.ts'
import type { SortOrder } from '../../../api/market.ts'
import { sortRows } from '../../../shared/data-table/columns.tsx'
import { DataCards } from '../../../shared/data-table/data-cards.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { frontColumns, listRollColumns } from './roll-columns.tsx'
import classes from './rolls.module.css'
import { keyOf, type RankedRoll } from './rolls-state.ts'

interface RollTableProps {
  readonly preview: RollPreview
  readonly intent: Parameters<typeof listRollColumns>[0]['intent']
  /** Rolls that pass the filters. */
  readonly rolls: readonly RankedRoll[]
  readonly outdated: boolean
  readonly onChoose: (roll: RankedRoll) => void
}

const PAGE_ROWS = 100

/** The column with the first Tab stop: the name of the call. */
const NAME_COLUMN = 1

const ascendingFirst = ['rank', 'call', 'days_added', 'ask', 'spread', 'breakeven', 'delta']

/** All rolls, sortable by every column; cards on a phone. Enter or a click on a row chooses it. */
export function RollTable({ preview, intent, rolls, outdated, onChoose }: RollTableProps) {
  const isPhone = useIsPhone()
  const [{ density }] = usePreferences()
  const [sort, setSort] = useState('rank')
  const [order, setOrder] = useState<SortOrder>('asc')
  const [count, setCount] = useState(PAGE_ROWS)
  const [isWhole, setWhole] = useState(false)
  const columns = useMemo(() => listRollColumns({ preview, intent, onChoose }), [preview, intent, onChoose])
  const sorted = useMemo(() => {
    const read = columns.find(({ id }) => id === sort)?.value
    return read === undefined ? rolls : sortRows(rolls, read, order, (a, b) => a.rank - b.rank)
  }, [columns, rolls, sort, order])
  const rows = sorted.slice(0, count)
  const sortBy = (column: string) => {
    if (column !== sort) setOrder(ascendingFirst.includes(column) ? 'asc' : 'desc')
    else setOrder(order === 'asc' ? 'desc' : 'asc')
    setSort(column)
  }
  return (
    <>
      {isPhone ? (
        <>
          <Button variant="subtle" h={44} aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            All figures
          </Button>
          <DataCards
            label="Calls to roll to"
            columns={isWhole ? columns : columns.filter(({ id }) => frontColumns.includes(id))}
            rows={rows}
            rowKey={keyOf}
          />
        </>
      ) : (
        <DataTable
          label="Calls to roll to"
          className={classes.table}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          sort={sort}
          order={order}
          onSort={sortBy}
          onRowClick={onChoose}
          onEnter={onChoose}
          firstColumn={NAME_COLUMN}
          density={density}
          outdated={outdated}
          rowCount={sorted.length}
        />
      )}
      {sorted.length > count && (
        <Button variant="subtle" h={44} onClick={() => setCount(count + PAGE_ROWS)}>
          Show {formatInteger(Math.min(PAGE_ROWS, sorted.length - count))} more of {formatInteger(sorted.length)}
        </Button>
      )}
    </>
  )
}
