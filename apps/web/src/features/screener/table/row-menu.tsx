import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconChartLine, IconCopy, IconMessage, IconPlus } from '@tabler/icons-react'
import { notify } from '../../../shared/notify.ts'
import { buildAnalysisPath, buildCoachPath } from '../../../shared/paths.ts'
import { tradeWords } from '../../../shared/trade-words.ts'
import { buildAddStockPath } from '../add-stock-path.ts'
import { tableWords as words } from '../screener-words.ts'
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
          aria-label={words.actionsFor(symbol)}
          style={{ position: 'fixed', left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconChartLine {...icon} />} onClick={() => onGo(buildAnalysisPath(symbol))}>
          {words.open}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUpRight {...icon} />} onClick={() => openInNewTab(symbol)}>
          {words.openInTab}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => onGo(buildAddStockPath(symbol))}>
          {tradeWords.addPosition}
        </Menu.Item>
        <Menu.Item leftSection={<IconMessage {...icon} />} onClick={() => onGo(buildCoachPath(words.question(symbol)))}>
          {tradeWords.askCoach}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => copySymbol(symbol)}>
          {words.copy}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function copySymbol(symbol: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(symbol)
    notify(words.copied(symbol))
  } catch {
    notify(words.notCopied(symbol))
  }
}
