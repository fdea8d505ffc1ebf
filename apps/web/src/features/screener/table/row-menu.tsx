import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconChartLine, IconCopy, IconMessage, IconPlus } from '@tabler/icons-react'
import { notify } from '../../../shared/notifications.tsx'
import { buildAnalysisPath, buildCoachPath } from '../../../shared/paths.ts'
import { buildAddStockPath } from '../add-stock-path.ts'
import { buildCoachQuestion } from '../selection/use-selection.ts'
import { openInNewTab, type RowMenuState } from './use-row-actions.ts'

interface RowMenuProps {
  readonly menu: RowMenuState
  readonly onGo: (path: string) => void
  readonly onClose: () => void
  /** Called when the closing transition ends. */
  readonly onExited: () => void
}

const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** Actions menu for one stock. All rows share it, and it stays mounted while closed so that it can restore focus. */
export function RowMenu({ menu: { symbol, x, y, opened }, onGo, onClose, onExited }: RowMenuProps) {
  return (
    <Menu
      opened={opened}
      position="bottom-start"
      offset={2}
      width={196}
      onClose={onClose}
      onExitTransitionEnd={onExited}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* Invisible anchor for the menu; its label names the menu. */}
        <span
          role="img"
          aria-hidden="true"
          aria-label={`Actions for ${symbol}`}
          style={{ position: 'fixed', left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconChartLine {...icon} />} onClick={() => onGo(buildAnalysisPath(symbol))}>
          Open analysis
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUpRight {...icon} />} onClick={() => openInNewTab(symbol)}>
          Open in new tab
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => onGo(buildAddStockPath(symbol))}>
          Add as position
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMessage {...icon} />}
          onClick={() => onGo(buildCoachPath(buildCoachQuestion([symbol])))}
        >
          Ask coach
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
    notify(`Copied ${symbol}`)
  } catch {
    notify(`Your browser does not allow copying ${symbol}`)
  }
}
