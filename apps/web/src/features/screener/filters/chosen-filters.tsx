import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useListNames } from '../../../api/list-names.ts'
import type { Screen } from '../../../api/screener.ts'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useIsPhone } from '../../../shared/hooks.ts'
import { focusNeighbor } from '../../../shared/ui/buttons.tsx'
import { Chip } from '../controls.tsx'
import classes from '../screener.module.css'
import { clearFilters, filterScreen, isNarrowed } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen.ts'
import { formatCount, listChips } from './filter-view.ts'

interface ChosenFiltersProps extends Pick<ScreenNavigation, 'state' | 'go'> {
  readonly screen: Screen | null
  readonly children: ReactNode
}

/** Result count and active filters, with buttons that remove the filters. On a phone, the filters come first. */
export function ChosenFilters({ screen, state, go, children }: ChosenFiltersProps) {
  const isPhone = useIsPhone()
  const count = useRef<HTMLParagraphElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListNames()
  const chips = listChips(state.filters)
  // A filter's button unmounts when the filter is removed; without this, focus would move to the body.
  const focusCount = () => count.current?.focus()
  const matches = (
    <Text ref={count} className={classes.count ?? ''} mr="xs" role="status" tabIndex={-1}>
      {screen !== null && screen.universeTotal > 0 && <Count {...screen} />}
    </Text>
  )
  const filters = (
    <>
      {chips.length > 0 && (
        <ul ref={list} className={classes.chips} data-wraps={isPhone} aria-label="Active filters">
          {chips.map(({ key, name, value, remove }, index) => (
            <Chip
              key={key}
              removeLabel={`Remove filter ${name} ${value}`}
              onRemove={() => {
                if (!focusNeighbor(list.current, index)) focusCount()
                go((latest) => filterScreen(latest, remove(latest.filters)))
              }}
            >
              {name} <b>{value}</b>
            </Chip>
          ))}
        </ul>
      )}
      {isNarrowed(state) && (
        <Button
          variant="subtle"
          h={isPhone ? 44 : 26}
          px="sm"
          onClick={() => {
            focusCount()
            go(clearFilters)
          }}
        >
          Clear all
        </Button>
      )}
    </>
  )
  if (isPhone) {
    return (
      <>
        <Group gap="var(--space-2) var(--space-3)">{filters}</Group>
        <Group justify="space-between" gap={0} wrap="nowrap" mr="calc(-1 * var(--space-4))">
          {matches}
          {children}
        </Group>
      </>
    )
  }
  return (
    <Group gap="xs" miw={0} mih={32}>
      {matches}
      {filters}
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </Group>
  )
}

/** How many stocks match, with the first number in bold. */
function Count({ total, universeTotal }: Pick<Screen, 'total' | 'universeTotal'>) {
  const all = formatCount(universeTotal)
  const [first, ...rest] = (total === universeTotal ? all : `${formatInteger(total)} of ${all}`).split(' ')
  return (
    <>
      <b>{first}</b> {rest.join(' ')}
    </>
  )
}
