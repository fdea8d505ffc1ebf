import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconChartLine, IconCopy } from '@tabler/icons-react'
import { notify } from '../../../shared/notify.ts'
import { openInNewTab, type RowMenuState } from './use-row-actions.ts'

interface RowMenuProps {
  readonly menu: RowMenuState
  readonly onOpen: (symbol: string) => void
  readonly onClose: () => void
  /** Once nothing of it is in view. */
  readonly onGone: () => void
}

const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** What can be done with one stock. There is one menu for all rows; closed it stays, to hand the focus back. */
export function RowMenu({ menu: { symbol, x, y, opened }, onOpen, onClose, onGone }: RowMenuProps) {
  return (
    <Menu
      opened={opened}
      position="bottom-start"
      offset={2}
      width={196}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* A point to stand at, and the menu's name. */}
        <span
          role="img"
          aria-hidden="true"
          aria-label={`Actions for ${symbol}`}
          style={{ position: 'fixed', left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconChartLine {...icon} />} onClick={() => onOpen(symbol)}>
          Open analysis
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUpRight {...icon} />} onClick={() => openInNewTab(symbol)}>
          Open in new tab
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => copySymbol(symbol)}>
          Copy symbol
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function copySymbol(symbol: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(symbol)
    notify(`${symbol} is copied`)
  } catch {
    notify(`The browser does not let ${symbol} be copied`)
  }
}
