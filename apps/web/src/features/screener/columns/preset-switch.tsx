import { Segmented } from '../../../shared/ui/buttons.tsx'
import { areSameColumns, chooseColumns, essentialColumns, professionalColumns } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import { columnWords as words } from './column-words.ts'

const presets = [
  { name: words.presets.essential, columns: essentialColumns },
  { name: words.presets.professional, columns: professionalColumns },
] as const

/** Switches between the nine essential columns and all columns (D45). */
export function PresetSwitch({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  return (
    <Segmented label={words.preset}>
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
