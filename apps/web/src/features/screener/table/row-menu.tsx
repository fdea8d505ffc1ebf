import { Menu } from '@mantine/core'
import { IconArrowUpRight, IconChartLine, IconCopy, IconMessage, IconPlus, IconStar } from '@tabler/icons-react'
import { notify } from '../../../shared/notifications.tsx'
import { openLists } from '../../../shared/open-lists.ts'
import { buildAnalysisPath, buildCoachPath } from '../../../shared/paths.ts'
import { AnchoredMenu, type useAnchoredMenu } from '../../../shared/ui/anchored-menu.tsx'
import { buildAddStockPath, buildCoachQuestion } from '../selection/selection.ts'
import { openInNewTab } from './row-actions.tsx'

interface RowMenuProps {
  readonly menu: ReturnType<typeof useAnchoredMenu<string>>
  readonly onGo: (path: string) => void
}

const icon = { size: 14, stroke: 1.6, 'aria-hidden': true } as const

/** Actions menu for one stock. All rows share it. */
export function RowMenu({ menu, onGo }: RowMenuProps) {
  return (
    <AnchoredMenu menu={menu} label={(symbol) => `Actions for ${symbol}`} position="bottom-start" width={196}>
      {(symbol) => (
        <>
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
          <Menu.Item leftSection={<IconStar {...icon} />} onClick={() => openLists([symbol])}>
            Add to a list
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => copySymbol(symbol)}>
            Copy symbol
          </Menu.Item>
        </>
      )}
    </AnchoredMenu>
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
