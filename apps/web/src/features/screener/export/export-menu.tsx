import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useMenu } from '../../../shared/ui/use-menu.ts'
import { professionalColumns, type ScreenState } from '../state/screen-state.ts'
import classes from './export-menu.module.css'
import { type ExportProgress, useExport } from './use-export.ts'

/** Takes the screen elsewhere: as a file of all its stocks, or on paper. */
export function ExportMenu({ state }: { readonly state: ScreenState }) {
  const { progress, save, cancel } = useExport(state)
  const busy = progress !== null
  const { menu, button } = useMenu()
  return (
    <div className={classes.export}>
      {busy && (
        <>
          <span role="status">{describeProgress(progress)}</span>
          <Button variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      <Menu {...menu} position="bottom-end" offset={4} disabled={busy} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            {...button}
            variant="subtle"
            aria-disabled={busy}
            leftSection={<IconDownload size={14} stroke={1.6} aria-hidden="true" />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Export">
          <Menu.Item onClick={() => void save(state.columns)}>CSV, columns in view</Menu.Item>
          <Menu.Item onClick={() => void save(professionalColumns)}>CSV, all columns</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => window.print()}>Print this page</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function describeProgress({ read, total }: ExportProgress): string {
  return total === null ? 'Reading the stocks…' : `Read ${formatInteger(read)} of ${formatInteger(total)} stocks`
}
