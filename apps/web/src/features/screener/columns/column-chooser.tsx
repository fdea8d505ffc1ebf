import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import classes from './column-chooser.module.css'
import { columnWords as words } from './column-words.ts'

const loadPanel = async () => (await import('./column-chooser-panel.tsx')).ColumnChooserPanel

/** Button that opens the column chooser. */
export function ColumnChooser({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const [opened, panel] = useDisclosure(false)
  const { part: ColumnChooserPanel, loading, load } = useDeferred(loadPanel)
  const toggle = async () => {
    if (opened) panel.close()
    else if (await load()) panel.open()
  }
  return (
    <Popover opened={opened} onChange={panel.close} position="bottom-end" width={580} trapFocus returnFocus>
      <Popover.Target>
        <BusyButton
          busy={loading}
          onClick={toggle}
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden="true" />}
        >
          {words.open}
        </BusyButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={words.open}>
        {ColumnChooserPanel !== null && (
          <ColumnChooserPanel
            columns={state.columns}
            onChange={(change) => go((latest) => ({ ...latest, columns: change(latest.columns) }), { replace: true })}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
