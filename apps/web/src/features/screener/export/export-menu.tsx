import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { commonWords } from '../../../shared/common-words.ts'
import { useMenu } from '../../../shared/ui/use-menu.ts'
import { exportWords as words } from '../screener-words.ts'
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
            {commonWords.cancel}
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
            {commonWords.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={commonWords.export}>
          <Menu.Item onClick={() => void save(state.columns)}>{words.inView}</Menu.Item>
          <Menu.Item onClick={() => void save(professionalColumns)}>{words.all}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => window.print()}>{commonWords.print}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

function describeProgress({ read, total }: ExportProgress): string {
  return total === null ? words.reading : words.read(read, total)
}
