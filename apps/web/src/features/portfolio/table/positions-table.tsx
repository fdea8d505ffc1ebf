import type { PortfolioTotals } from '@callwright/scoring'
import { Menu } from '@mantine/core'
import { IconChartLine, IconEdit, IconInfoCircle, IconMessage, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import type { Position } from '../../../api/portfolio.ts'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { formatSignedUsd } from '../../../shared/format/numbers.ts'
import { nameCall, nameGaps } from '../../../shared/format/positions.ts'
import { buildCallPath, buildCoachPath } from '../../../shared/paths.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { takeFocusBack } from '../../../shared/ui/menus.tsx'
import type { PositionRow } from '../data/position.ts'
import type { PositionSort } from '../portfolio-state.ts'
import { Sum } from './position-cells.tsx'
import { listColumns, pnlColumns, type SortColumn, sortableColumns } from './position-columns.tsx'

interface PositionsTableProps extends PositionSort {
  /** Rows in display order. */
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly selected: string | null
  readonly busy: boolean
  readonly onSort: (column: SortColumn) => void
  readonly onSelect: (id: string) => void
  readonly onAct: (action: RowAction, id: string) => void
  readonly onMenu: (row: PositionRow) => void
}

const keyOf = ({ position }: PositionRow) => position.id

/** Positions as a grid. Enter, x and a click select a row. */
export function PositionsTable(props: PositionsTableProps) {
  const { rows, totals, selected, sort, order, busy, onSort, onSelect, onAct, onMenu } = props
  const [{ density }] = usePreferences()
  const { stockPnl, optionPnl, coveredCallPnl, positions } = totals
  const sums = { stock_pnl: stockPnl, option_pnl: optionPnl, cc_pnl: coveredCallPnl } as const
  const pnlLength = measurePnl([
    ...pnlColumns.flatMap((id) => readColumn(rows, id)),
    ...pnlColumns.map((id) => sums[id].usd),
  ])
  const columns = useMemo(() => listColumns(pnlLength), [pnlLength])
  const select = ({ position }: PositionRow) => onSelect(position.id)
  const drawSum = (id: keyof typeof sums) => <Sum sum={sums[id]} leftOut={nameLeftOut(rows, id)} />
  return (
    <DataTable
      label="Covered calls with their figures"
      regionLabel="Positions"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      density={density}
      isSelected={({ position }) => position.id === selected}
      sort={sort}
      order={order}
      onSort={(id) => id !== 'actions' && onSort(id)}
      onEnter={select}
      onSelect={select}
      onRowClick={select}
      onAction={(action, row) => {
        if (action === 'menu') onMenu(row)
        else if (action === 'why' || action === 'remove') onAct(action, row.position.id)
      }}
      footer={{
        ticker: positions === 1 ? '1 position' : `${positions} positions`,
        stock_pnl: drawSum('stock_pnl'),
        option_pnl: drawSum('option_pnl'),
        cc_pnl: drawSum('cc_pnl'),
      }}
      regionProps={{ 'aria-busy': busy }}
    />
  )
}

function readColumn(rows: readonly PositionRow[], id: (typeof pnlColumns)[number]): readonly (number | null)[] {
  const read = sortableColumns.find((column) => column.id === id)?.value
  return rows.map((row) => {
    const value = read?.(row) ?? null
    return typeof value === 'number' ? value : null
  })
}

/** Length of the longest P&L, in characters. */
const measurePnl = (amounts: readonly (number | null)[]): number =>
  Math.max(0, ...amounts.map((usd) => (usd === null ? 0 : formatSignedUsd(usd).length)))

/** Names the positions that have no value in a column. */
function nameLeftOut(rows: readonly PositionRow[], id: (typeof pnlColumns)[number]): string {
  const values = readColumn(rows, id)
  return nameGaps(
    rows
      .filter((_row, index) => values[index] === null)
      .map(({ position, metrics }) => ({ position, pnlGap: metrics.pnlGap })),
  )
}

/** Dialogs that a row opens. */
export type RowAction = 'why' | 'edit' | 'remove'

interface OpenMenu {
  readonly row: PositionRow
  readonly x: number
  readonly y: number
}

/** The menu of the rows; `open` takes the row whose button was pressed. */
export function usePositionMenu() {
  const [shown, setShown] = useState<OpenMenu | null>(null)
  const [opened, setOpened] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const open = (row: PositionRow) => {
    const button = document.querySelector<HTMLElement>(`[data-key="${row.position.id}"] [data-action="menu"]`)
    const box = button?.getBoundingClientRect()
    opener.current = button
    setShown({ row, x: box?.right ?? 0, y: box?.bottom ?? 0 })
    setOpened(true)
  }
  const close = () => {
    setOpened(false)
    // Restores focus at once, so that a dialog opened by the menu returns it to the button.
    opener.current?.focus({ preventScroll: true })
  }
  return { shown, opened, open, close, onExited: () => takeFocusBack(opener.current) }
}

interface PositionMenuProps {
  readonly menu: ReturnType<typeof usePositionMenu>
  readonly onAct: (action: RowAction, id: string) => void
}

const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** A question about a call, which the coach answers with the calls that it can be rolled to. */
export const askForRoll = (position: Position) => `Should I roll my ${nameCall(position)}?`

/** Actions menu for one position. All rows share it. */
export function PositionMenu({ menu: { shown, opened, close, onExited }, onAct }: PositionMenuProps) {
  const navigate = useNavigate()
  if (shown === null) return null
  const { position, metrics } = shown.row
  const canRoll = metrics.state === 'open' && metrics.shareChanges.length === 0
  const question = canRoll ? askForRoll(position) : `How is my ${nameCall(position)} doing?`
  const path = buildCallPath(position.symbol, position.expiration, position.strike)
  return (
    <Menu
      opened={opened}
      position="bottom-end"
      offset={2}
      width={208}
      onClose={close}
      onExitTransitionEnd={onExited}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* Invisible anchor for the menu; its label names the menu. */}
        <span
          role="img"
          aria-hidden="true"
          aria-label={`Actions for ${nameCall(position)}`}
          style={{ position: 'fixed', left: shown.x, top: shown.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit {...icon} />} onClick={() => onAct('edit', position.id)}>
          Edit position
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={() => onAct('why', position.id)}>
          Explain recommendation
        </Menu.Item>
        <Menu.Item leftSection={<IconMessage {...icon} />} onClick={() => void navigate(buildCoachPath(question))}>
          {canRoll ? 'Find a roll' : 'Ask the coach'}
        </Menu.Item>
        <Menu.Item leftSection={<IconChartLine {...icon} />} onClick={() => void navigate(path)}>
          Open in analysis
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onAct('remove', position.id)}>
          Delete position
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
