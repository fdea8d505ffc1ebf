import { notify } from '../../shared/notifications.tsx'
import { openLists } from '../../shared/open-lists.ts'
import { usePageKeys } from '../../shared/page-keys.ts'
import { findOutcome, isClear, useConfirm } from './confirm/use-confirm.ts'
import type { PositionRow } from './data/position.ts'
import type { OpenDialog } from './dialogs/portfolio-dialogs.tsx'
import { findObstacle, type LifeAct, lifeActs } from './record/row-acts.ts'
import type { RowAction } from './table/position-menu.tsx'

const isLifeAct = (action: RowAction): action is LifeAct => lifeActs.some((act) => act === action)

/** Carries out what a row's controls ask for. */
export function useRowActs(
  rows: readonly PositionRow[],
  onOpen: (dialog: OpenDialog) => void,
  onRolls: (id: string) => void,
) {
  const { confirm } = useConfirm()
  const confirmRow = async (id: string) => {
    const suggestion = findOutcome(rows.find(({ position }) => position.id === id)?.life ?? null)
    if (suggestion === null) return
    if (!isClear(suggestion)) return onOpen({ kind: 'outcome', suggestion })
    const failure = await confirm([{ suggestion }])
    if (failure !== null) notify(failure, { stays: true })
  }
  return (action: RowAction, id: string): void => {
    if (action === 'confirm') void confirmRow(id)
    else if (action === 'rolls') onRolls(id)
    else if (isLifeAct(action)) onOpen({ kind: 'record', act: action, id })
    else onOpen({ kind: action, id })
  }
}

interface RowKeys {
  readonly rows: readonly PositionRow[]
  readonly selected: string | null
  readonly onAct: (action: RowAction, id: string) => void
  readonly onLedger: (id: string) => void
}

/** Keys for the row with the focus, or else the selected one: b buys back, o rolls, e confirms, l opens the ledger, w its lists. */
export function useRowKeys({ rows, selected, onAct, onLedger }: RowKeys): void {
  const findRow = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key
    return rows.find(({ position }) => position.id === (focused ?? selected)) ?? null
  }
  const record = (act: LifeAct) => () => {
    const row = findRow()
    if (row === null) return
    const obstacle = findObstacle(act, row, navigator.onLine)
    if (obstacle === null) onAct(act, row.position.id)
    else notify(`${obstacle}.`)
  }
  const withRow = (use: (id: string) => void) => () => {
    const row = findRow()
    if (row !== null) use(row.position.id)
  }
  usePageKeys({
    b: record('close'),
    o: record('roll'),
    e: withRow((id) => onAct('confirm', id)),
    l: withRow(onLedger),
    w: () => {
      const row = findRow()
      openLists(row === null ? [] : [row.position.symbol])
    },
  })
}
