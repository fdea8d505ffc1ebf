import type { CallSortColumn } from '@callwright/contracts/call-columns'
import { ActionIcon, Button } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { CallScreen, ScreenedCall } from '../../../api/calls.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataCards } from '../../../shared/data-table/data-cards.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { openLists } from '../../../shared/open-lists.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { useNavigate } from '../../../shared/routing.ts'
import type { Selection } from '../selection/selection.ts'
import tableClasses from '../table/table.module.css'
import { chooseCallColumns, nameCall, pathOf } from './call-columns.tsx'
import classes from './calls.module.css'
import type { CallsState } from './calls-state.ts'

interface CallsTableProps {
  readonly screen: CallScreen
  readonly state: CallsState
  /** Whether the rows still belong to the previous query. */
  readonly outdated: boolean
  /** Shown in place of rows that are slow to load; null shows the rows. */
  readonly waiting: ReactNode
  /** Selected calls, by contract. */
  readonly selection: Selection
  readonly onSort: (column: CallSortColumn) => void
}

type TableColumn = DataColumn<ScreenedCall, CallSortColumn | 'select' | 'lists'>

const keyOf = ({ contract }: ScreenedCall) => contract
/** React requires a handler on a controlled checkbox; the table handles its clicks. */
const noop = () => {}

const selectColumn: TableColumn = {
  id: 'select',
  label: 'Select',
  isLabelHidden: true,
  sortable: false,
  isScreenOnly: true,
  align: 'start',
  pinned: 'start',
  width: 38,
  isFixed: true,
  className: tableClasses.select,
  cell: (call, { isSelected }) => (
    <input
      type="checkbox"
      data-action="select"
      aria-label={`Select ${nameCall(call)}`}
      checked={isSelected}
      onChange={noop}
    />
  ),
}

const listsColumn: TableColumn = {
  id: 'lists',
  label: 'Lists',
  isLabelHidden: true,
  sortable: false,
  isScreenOnly: true,
  align: 'start',
  width: 44,
  isFixed: true,
  cell: (call) => (
    <button type="button" className={classes.star} data-action="lists" aria-label={`Lists for ${nameCall(call)}`}>
      <IconStar size={14} stroke={1.6} aria-hidden="true" />
    </button>
  ),
}

const readSymbol = ({ symbol }: ScreenedCall) => ({ 'data-symbol': symbol })

/** Column with the initial Tab stop: the link that opens the call. */
const NAME_COLUMN = 1

/** Grid of calls; `useGrid` lists its keyboard controls. */
export function CallsTable({ screen, state, outdated, waiting, selection, onSort }: CallsTableProps) {
  const [{ density }] = usePreferences()
  const navigate = useNavigate()
  const { sort, order, page, size, columns } = state
  const { premium, basis } = screen
  const shown = useMemo<readonly TableColumn[]>(() => {
    const [name, ...figures] = chooseCallColumns({ premium, basis }, columns)
    return name === undefined ? [] : [selectColumn, name, listsColumn, ...figures]
  }, [premium, basis, columns])
  const toggle = ({ contract }: ScreenedCall) => selection.choose([contract], !selection.symbols.has(contract))
  const open = (call: ScreenedCall, { ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>) => {
    if (ctrlKey || metaKey) window.open(pathOf(call), '_blank', 'noopener')
    else void navigate(pathOf(call))
  }
  return (
    <DataTable
      label="Calls with their returns and figures"
      regionLabel="Calls"
      className={tableClasses.table}
      columns={shown}
      rows={screen.calls}
      rowKey={keyOf}
      rowProps={readSymbol}
      isSelected={({ contract }) => selection.symbols.has(contract)}
      sort={sort}
      order={order}
      onSort={(column) => column !== 'select' && column !== 'lists' && onSort(column)}
      onRowClick={open}
      onAction={(action, call) => (action === 'lists' ? openLists([call.symbol]) : toggle(call))}
      onEnter={open}
      onSelect={toggle}
      multiple
      firstColumn={NAME_COLUMN}
      density={density}
      outdated={outdated}
      waiting={waiting}
      reusesRows
      fills
      rowCount={screen.total}
      firstRowIndex={(page - 1) * size}
      regionProps={{ 'aria-busy': outdated, 'data-selecting': selection.symbols.size > 0 || undefined }}
    />
  )
}

const cardListsColumn: DataColumn<ScreenedCall> = {
  ...{ id: 'lists', label: 'Lists', align: 'end' },
  cell: (call) => (
    <ActionIcon size={44} aria-label={`Lists for ${nameCall(call)}`} onClick={() => openLists([call.symbol])}>
      <IconStar size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  ),
}

/** Figures on the front of a card. */
const frontColumns: readonly CallSortColumn[] = [
  'symbol',
  'days_to_expiration',
  'bid',
  'static_return_annualized_pct',
  'probability_itm',
]

/** Calls on a phone, with four figures per card, and the sort column's, or all of them. */
export function CallCards({ screen, state: { sort, columns } }: Pick<CallsTableProps, 'screen' | 'state'>) {
  const [isWhole, setWhole] = useState(false)
  const { premium, basis } = screen
  const all = useMemo(() => chooseCallColumns({ premium, basis }, columns), [premium, basis, columns])
  const front = all.filter(({ id }) => frontColumns.includes(id) || id === sort)
  return (
    <>
      <Button variant="subtle" h={44} aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
        All figures
      </Button>
      <DataCards
        label="Calls"
        columns={[...(isWhole ? all : front), cardListsColumn]}
        rows={screen.calls}
        rowKey={keyOf}
      />
    </>
  )
}
