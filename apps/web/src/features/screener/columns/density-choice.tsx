import { IconBaselineDensityLarge, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { usePreferences } from '../../../shared/preferences.ts'
import { Segmented } from '../../../shared/ui/buttons.tsx'
import { columnWords as words } from './column-words.ts'

const choices = [
  { density: 'compact', Icon: IconBaselineDensitySmall },
  { density: 'standard', Icon: IconBaselineDensityMedium },
  { density: 'roomy', Icon: IconBaselineDensityLarge },
] as const

/** Choice of row height: 28, 36 or 44 px. */
export function DensityChoice() {
  const [{ density: chosen }, change] = usePreferences()
  return (
    <Segmented label={words.density}>
      {choices.map(({ density, Icon }) => (
        <button
          key={density}
          type="button"
          aria-label={words.densities[density]}
          aria-pressed={density === chosen}
          data-hint={words.densities[density]}
          onClick={() => change({ density })}
        >
          <Icon size={16} stroke={1.6} aria-hidden="true" />
        </button>
      ))}
    </Segmented>
  )
}
