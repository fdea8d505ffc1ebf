import { Menu, type MenuProps } from '@mantine/core'
import {
  IconArrowForwardUp,
  IconBell,
  IconCash,
  IconChartLine,
  IconCoin,
  IconColumns3,
  IconEdit,
  IconFlag,
  IconHourglassOff,
  IconInfoCircle,
  IconMessage,
  IconNote,
  IconPlus,
  IconReceiptRefund,
  IconStar,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { nameCall } from '../../../shared/format/positions.ts'
import { useOnline } from '../../../shared/hooks.ts'
import { openLists } from '../../../shared/open-lists.ts'
import { buildAlertPath, buildCallPath, buildCoachPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { AnchoredMenu, useAnchoredMenu } from '../../../shared/ui/anchored-menu.tsx'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import type { PositionRow } from '../data/position.ts'
import { actLabels, type LifeAct, listActs } from '../record/row-acts.ts'
import classes from './table.module.css'

/** Action of a row's controls: opens a dialog or the table of rolls, or confirms the suggested outcome. */
export type RowAction = 'why' | 'rolls' | 'edit' | 'remove' | 'confirm' | LifeAct

/** The menu of the rows; `open` takes the row whose button was pressed. */
export function usePositionMenu() {
  const menu = useAnchoredMenu<PositionRow>()
  const open = (row: PositionRow) => {
    const button = document.querySelector(`[data-key="${row.position.id}"] [data-action="menu"]`)
    const box = button?.getBoundingClientRect()
    menu.open(row, { x: box?.right ?? 0, y: box?.bottom ?? 0 }, button)
  }
  return { ...menu, openFor: open }
}

/** A long menu moves up to stay in view, over its button if need be. */
const IN_VIEW = { flip: true, shift: { crossAxis: true, padding: 8 } } satisfies MenuProps['middlewares']

interface PositionMenuProps {
  readonly menu: ReturnType<typeof usePositionMenu>
  readonly onAct: (action: RowAction, id: string) => void
}

const actIcons: Readonly<Record<LifeAct, TablerIcon>> = {
  close: IconReceiptRefund,
  roll: IconArrowForwardUp,
  expire: IconHourglassOff,
  assign: IconFlag,
  write_more: IconPlus,
  sell_shares: IconCash,
  dividend: IconCoin,
  note: IconNote,
}

const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** Actions menu for one position. All rows share it. */
export function PositionMenu({ menu, onAct }: PositionMenuProps) {
  return (
    <AnchoredMenu
      menu={menu}
      label={({ position }) => `Actions for ${nameCall(position)}`}
      position="bottom-end"
      width={208}
      middlewares={IN_VIEW}
    >
      {(row) => <Items row={row} onAct={onAct} />}
    </AnchoredMenu>
  )
}

interface ItemsProps extends Pick<PositionMenuProps, 'onAct'> {
  readonly row: PositionRow
}

function Items({ row, onAct }: ItemsProps) {
  const navigate = useNavigate()
  const acts = listActs(row, useOnline())
  const { position, sync } = row
  const question = `How is my ${nameCall(position)} doing?`
  const path = buildCallPath(position.symbol, position.expiration, position.strike)
  const reasons = new Set(acts.flatMap(({ reason }) => reason ?? []))
  return (
    <>
      {[...reasons].map((reason) => (
        <Menu.Label key={reason}>{reason}</Menu.Label>
      ))}
      {acts.map(({ act, reason }) => {
        const Icon = actIcons[act]
        return (
          <Menu.Item
            key={act}
            className={reason === null ? undefined : classes.off}
            leftSection={<Icon {...icon} />}
            aria-disabled={reason !== null}
            closeMenuOnClick={reason === null}
            onClick={() => reason === null && onAct(act, position.id)}
          >
            {actLabels[act]}
            {reason !== null && <VisuallyHidden>: {reason}</VisuallyHidden>}
          </Menu.Item>
        )
      })}
      <Menu.Divider />
      {acts.some(({ act, reason }) => act === 'roll' && reason === null) && (
        <Menu.Item leftSection={<IconColumns3 {...icon} />} onClick={() => onAct('rolls', position.id)}>
          Compare rolls
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconEdit {...icon} />} onClick={() => onAct('edit', position.id)}>
        Edit position
      </Menu.Item>
      <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={() => onAct('why', position.id)}>
        Explain recommendation
      </Menu.Item>
      <Menu.Item leftSection={<IconMessage {...icon} />} onClick={() => void navigate(buildCoachPath(question))}>
        Ask the coach
      </Menu.Item>
      <Menu.Item leftSection={<IconStar {...icon} />} onClick={() => openLists([position.symbol])}>
        Add {position.symbol} to a list
      </Menu.Item>
      {/* The server does not know a position that is not synced. */}
      {sync === 'synced' && (
        <Menu.Item
          leftSection={<IconBell {...icon} />}
          onClick={() => void navigate(buildAlertPath('position', position.id))}
        >
          Alert me…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconChartLine {...icon} />} onClick={() => void navigate(path)}>
        Open in analysis
      </Menu.Item>
      <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onAct('remove', position.id)}>
        Delete position
      </Menu.Item>
    </>
  )
}
