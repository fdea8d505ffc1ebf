import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { commonWords } from '../common-words.ts'
import { useMenu } from './use-menu.ts'

interface ExportMenuProps {
  /** Files that the menu offers, most likely choice first. */
  readonly files: readonly { readonly label: string; readonly save: () => void }[]
  /** Whether a file is being written. */
  readonly busy?: boolean
}

/** Menu that downloads the data or prints the page. */
export function ExportMenu({ files, busy = false }: ExportMenuProps) {
  const { menu, button } = useMenu()
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
        {files.map(({ label, save }) => (
          <Menu.Item key={label} onClick={save}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>{commonWords.print}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
