import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconBaselineDensityLarge,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconPlus,
} from '@tabler/icons-react'
import { usePreferences } from '../../../shared/preferences.ts'
import { BusyButton, Segmented } from '../../../shared/ui/buttons.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { areSameColumns, chooseColumns, essentialColumns, professionalColumns } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen.ts'

const COLUMNS = 'Columns'

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
          {COLUMNS}
        </BusyButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={COLUMNS}>
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

const presets = [
  { name: 'Essential', columns: essentialColumns },
  { name: 'Professional', columns: professionalColumns },
] as const

/** Switches between the nine essential columns and all columns (D45). */
export function PresetSwitch({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  return (
    <Segmented label="Column preset">
      {presets.map(({ name, columns }) => (
        <button
          key={name}
          type="button"
          aria-pressed={areSameColumns(state.columns, columns)}
          onClick={() => go((latest) => chooseColumns(latest, columns))}
        >
          {name}
        </button>
      ))}
    </Segmented>
  )
}

const choices = [
  { density: 'compact', name: 'Compact rows', Icon: IconBaselineDensitySmall },
  { density: 'standard', name: 'Standard rows', Icon: IconBaselineDensityMedium },
  { density: 'roomy', name: 'Roomy rows', Icon: IconBaselineDensityLarge },
] as const

/** Choice of row height: 28, 36 or 44 px. */
export function DensityChoice() {
  const [{ density: chosen }, change] = usePreferences()
  return (
    <Segmented label="Row height">
      {choices.map(({ density, name, Icon }) => (
        <button
          key={density}
          type="button"
          aria-label={name}
          aria-pressed={density === chosen}
          data-hint={name}
          onClick={() => change({ density })}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
        </button>
      ))}
    </Segmented>
  )
}
