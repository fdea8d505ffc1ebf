import { Menu, type MenuProps } from '@mantine/core'
import {
  IconArrowForwardUp,
  IconCash,
  IconChartLine,
  IconCoin,
  IconEdit,
  IconFlag,
  IconHourglassOff,
  IconInfoCircle,
  IconMessage,
  IconNote,
  IconPlus,
  IconReceiptRefund,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { nameCall } from '../../../shared/format/positions.ts'
import { useOnline } from '../../../shared/hooks.ts'
import { buildCallPath, buildCoachPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { takeFocusBack } from '../../../shared/ui/menus.tsx'
import type { PositionRow } from '../data/position.ts'
import { actLabels, type LifeAct, listActs } from '../record/row-acts.ts'

/** Action of a row's controls: opens a dialog, or confirms the suggested outcome. */
export type RowAction = 'why' | 'edit' | 'remove' | 'confirm' | LifeAct

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
export function PositionMenu({ menu: { shown, opened, close, onExited }, onAct }: PositionMenuProps) {
  const navigate = useNavigate()
  const isOnline = useOnline()
  if (shown === null) return null
  const { position } = shown.row
  const question = `How is my ${nameCall(position)} doing?`
  const path = buildCallPath(position.symbol, position.expiration, position.strike)
  return (
    <Menu
      opened={opened}
      position="bottom-end"
      offset={2}
      width={208}
      middlewares={IN_VIEW}
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
        {listActs(shown.row, isOnline).map(({ act, reason }) => {
          const Icon = actIcons[act]
          return (
            <Menu.Item
              key={act}
              leftSection={<Icon {...icon} />}
              aria-disabled={reason !== null}
              data-hint={reason ?? undefined}
              closeMenuOnClick={reason === null}
              onClick={() => reason === null && onAct(act, position.id)}
            >
              {actLabels[act]}
              {reason !== null && <VisuallyHidden>: {reason}</VisuallyHidden>}
            </Menu.Item>
          )
        })}
        <Menu.Divider />
        <Menu.Item leftSection={<IconEdit {...icon} />} onClick={() => onAct('edit', position.id)}>
          Edit position
        </Menu.Item>
        <Menu.Item leftSection={<IconInfoCircle {...icon} />} onClick={() => onAct('why', position.id)}>
          Explain recommendation
        </Menu.Item>
        <Menu.Item leftSection={<IconMessage {...icon} />} onClick={() => void navigate(buildCoachPath(question))}>
          Ask the coach
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
