import { Button, Group } from '@mantine/core'
import { commonWords } from '../../../shared/common-words.ts'
import { ExportMenu } from '../../../shared/export/export-menu.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { professionalColumns, type ScreenState } from '../state/screen-state.ts'
import { type ExportProgress, useExport } from './use-export.ts'

/** Menu that exports all stocks in the screen as CSV or prints the page. */
export function ScreenExportMenu({ state }: { readonly state: ScreenState }) {
  const { progress, save, cancel } = useExport(state)
  const busy = progress !== null
  return (
    <Group gap="var(--space-4)">
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
        files={[false, true].flatMap((isPlain) => [
          {
            label: `${isPlain ? 'Plain ' : ''}CSV, visible columns`,
            isPlain,
            save: () => void save(state.columns, isPlain),
          },
          {
            label: `${isPlain ? 'Plain ' : ''}CSV, all columns`,
            isPlain,
            save: () => void save(professionalColumns, isPlain),
          },
        ])}
      />
    </Group>
  )
}

function describeProgress({ read, total }: ExportProgress): string {
  return total === null ? 'Loading the stocks…' : `Loaded ${formatInteger(read)} of ${formatInteger(total)} stocks`
}
