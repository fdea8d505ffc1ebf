import { IconBaselineDensityLarge, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { usePreferences } from '../../../shared/preferences.ts'
import { Segmented } from '../../../shared/ui/segmented.tsx'

const choices = [
  { density: 'compact', name: 'Compact rows', Icon: IconBaselineDensitySmall },
  { density: 'standard', name: 'Standard rows', Icon: IconBaselineDensityMedium },
  { density: 'roomy', name: 'Roomy rows', Icon: IconBaselineDensityLarge },
] as const

/** How high the rows are: 28, 36 or 44 px. */
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
