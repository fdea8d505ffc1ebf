import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { commonWords } from '../common-words.ts'
import { useMenu } from '../ui/menus.tsx'

interface OfferedFile {
  readonly label: string
  readonly save: () => void
  /** Whether the file starts with the header row, without facts about the data above it. */
  readonly isPlain?: boolean
}

interface ExportMenuProps {
  /** Files that the menu offers, most likely choice first. */
  readonly files: readonly OfferedFile[]
  /** Whether a file is being written. */
  readonly busy?: boolean
}

/** Menu that downloads the data or prints the page. */
export function ExportMenu({ files, busy = false }: ExportMenuProps) {
  const { menu, button } = useMenu()
  const drawFile = ({ label, save }: OfferedFile) => (
    <Menu.Item key={label} onClick={save}>
      {label}
    </Menu.Item>
  )
  const plain = files.filter(({ isPlain }) => isPlain)
  return (
    <Menu {...menu} position="bottom-end" offset={4} disabled={busy} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          {...button}
          variant="subtle"
          aria-disabled={busy}
          leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
        >
          {commonWords.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={commonWords.export}>
        {files.filter(({ isPlain }) => !isPlain).map(drawFile)}
        {plain.length > 0 && <Menu.Label>Without the lines above the header</Menu.Label>}
        {plain.map(drawFile)}
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>{commonWords.print}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
