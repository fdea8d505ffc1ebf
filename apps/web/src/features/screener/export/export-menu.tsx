import { Button } from '@mantine/core'
import { commonWords } from '../../../shared/common-words.ts'
import { ExportMenu } from '../../../shared/ui/export-menu.tsx'
import { exportWords as words } from '../screener-words.ts'
import { professionalColumns, type ScreenState } from '../state/screen-state.ts'
import classes from './export-menu.module.css'
import { type ExportProgress, useExport } from './use-export.ts'

/** Menu that exports all stocks in the screen as CSV or prints the page. */
export function ScreenExportMenu({ state }: { readonly state: ScreenState }) {
  const { progress, save, cancel } = useExport(state)
  const busy = progress !== null
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
      <ExportMenu
        busy={busy}
        files={[
          { label: words.inView, save: () => void save(state.columns) },
          { label: words.all, save: () => void save(professionalColumns) },
        ]}
      />
    </div>
  )
}

function describeProgress({ read, total }: ExportProgress): string {
  return total === null ? words.reading : words.read(read, total)
}
