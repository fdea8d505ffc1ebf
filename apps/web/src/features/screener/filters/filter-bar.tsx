import { marketCapChoices, sectorChoices } from '@callwright/contracts/screener-columns'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { type NumberFilterRule, noFilters, numberFilters } from '../state/screen-filters.ts'
import { filterScreen } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import { type FilterChoice, FilterMenu } from './filter-menu.tsx'
import { describeBound, nameCap, nameSector, sectorChoiceGroups } from './filter-view.ts'
import { filterWords as words } from './filter-words.ts'

const loadDialog = async () => (await import('./filter-dialog.tsx')).FilterDialog

/** One button for each of SPEC's filters, plus a button for all other filters. */
export function FilterBar({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const [opened, dialog] = useDisclosure(false)
  const { part: FilterDialog, loading, load } = useDeferred(loadDialog)
  const { filters } = state
  const { sector, cap } = filters
  return (
    <>
      {numberFilters.map((rule) => (
        <FilterMenu
          key={rule.key}
          name={words.names[rule.key]}
          value={describeChoice(rule, filters[rule.key])}
          chosen={String(filters[rule.key])}
          groups={[rule.choices.map((choice) => ({ value: String(choice), label: describeChoice(rule, choice) }))]}
          onChoose={(value) => go((latest) => filterScreen(latest, { [rule.key]: Number(value) }))}
        />
      ))}
      <FilterMenu
        name={words.names.sector}
        value={nameSector(sector)}
        chosen={sector}
        groups={sectorChoiceGroups.map((choices) => choices.map((value) => ({ value, label: nameSector(value) })))}
        onChoose={(value) => {
          const chosen = sectorChoices.find((each) => each === value)
          if (chosen !== undefined) go((latest) => filterScreen(latest, { sector: chosen }))
        }}
      />
      <FilterMenu
        name={words.names.cap}
        value={nameCap(cap)}
        chosen={cap}
        groups={[capChoices]}
        onChoose={(value) => {
          const chosen = marketCapChoices.find((each) => each === value)
          if (chosen !== undefined) go((latest) => filterScreen(latest, { cap: chosen }))
        }}
      />
      <BusyButton
        variant="subtle"
        busy={loading}
        leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden="true" />}
        onClick={async () => {
          if (await load()) dialog.open()
        }}
      >
        {words.more}
      </BusyButton>
      {FilterDialog !== null && (
        <FilterDialog
          opened={opened}
          state={state}
          onClose={dialog.close}
          onApply={(chosen) => go((latest) => filterScreen(latest, chosen))}
        />
      )}
    </>
  )
}

const capChoices: readonly FilterChoice[] = marketCapChoices.map((value) =>
  value === 'all' ? { value, label: nameCap(value) } : { value, label: nameCap(value), hint: words.capRanges[value] },
)

/** Text that a filter's button shows for a choice. */
function describeChoice({ key, column, side }: NumberFilterRule, choice: number): string {
  if (choice === noFilters[key]) return words.any
  return describeBound(column, { min: null, max: null, [side]: choice }) ?? words.any
}
