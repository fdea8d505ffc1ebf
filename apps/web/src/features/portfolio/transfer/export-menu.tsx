import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { commonWords } from '../../../shared/common-words.ts'
import { notify } from '../../../shared/notify.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { useMenu } from '../../../shared/ui/use-menu.ts'
import type { PositionRow } from '../data/position.ts'
import type { FileMarket } from './position-csv.ts'
import { exportWords } from './transfer-words.ts'

interface PortfolioExportMenuProps extends FileMarket {
  readonly rows: readonly PositionRow[]
}

/** Takes the positions elsewhere: as a file, or on paper. */
export function PortfolioExportMenu({ rows, ...market }: PortfolioExportMenuProps) {
  const { menu, button } = useMenu()
  const save = async () => {
    try {
      const { writePositionCsv, nameFile } = await import('./position-csv.ts')
      saveFile(nameFile(market), writePositionCsv(rows, market), 'text/csv')
    } catch {
      notify(commonWords.notWritten)
    }
  }
  return (
    <Menu {...menu} position="bottom-end" offset={4} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button {...button} variant="subtle" leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}>
          {commonWords.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={commonWords.export}>
        <Menu.Item onClick={() => void save()}>{exportWords.all}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>{commonWords.print}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
