import { useDisclosure } from '@mantine/hooks'
import { IconFilter2 } from '@tabler/icons-react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import { countFilters } from '../state/screen-filters.ts'
import { filterScreen } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen-state.ts'
import classes from './filter-sheet-button.module.css'
import { filterWords as words } from './filter-words.ts'

const loadSheet = async () => (await import('./filter-sheet.tsx')).FilterSheet

/** Button on a phone that opens all filters and shows how many are active. */
export function FilterSheetButton({ state, go }: Pick<ScreenNavigation, 'state' | 'go'>) {
  const { part: FilterSheet, loading, load } = useDeferred(loadSheet)
  const [opened, sheet] = useDisclosure(false)
  const count = countFilters(state.filters)
  const open = async () => {
    if (await load()) sheet.open()
  }
  return (
    <>
      <BusyButton
        busy={loading}
        onClick={open}
        leftSection={<IconFilter2 size={16} stroke={1.6} aria-hidden="true" />}
        aria-label={count === 0 ? words.title : words.countSet(count)}
      >
        {words.title} {count > 0 && <b className={classes.set}>{count}</b>}
      </BusyButton>
      {FilterSheet !== null && (
        <FilterSheet
          opened={opened}
          state={state}
          onClose={sheet.close}
          onApply={(chosen) => go((latest) => filterScreen(latest, chosen))}
        />
      )}
    </>
  )
}
