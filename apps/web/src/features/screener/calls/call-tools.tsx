import { callBases, callPremiums, callSortColumns } from '@callwright/contracts/call-columns'
import { sectorChoices } from '@callwright/contracts/screener-columns'
import { ActionIcon, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useOnChange } from '../../../shared/hooks.ts'
import type { AddressNavigation } from '../../../shared/routing.ts'
import { FreshnessChip } from '../../../shared/ui/freshness.tsx'
import { SelectBox } from '../controls.tsx'
import { nameSector, sectorChoiceGroups } from '../filters/filter-view.ts'
import { ListSelect } from '../filters/list-select.tsx'
import classes from '../screener.module.css'
import { MAX_TEXT } from '../state/screen-state.ts'
import { SavedScreens } from '../toolbar/saved-screens.tsx'
import { listCallColumns } from './call-columns.tsx'
import { CallsExport } from './calls-export.tsx'
import { type CallsState, sortCalls } from './calls-state.ts'
import { ColumnChoice } from './column-choice.tsx'
import { describeCalls, readCallsQuery, writeCallsQuery } from './describe-calls.ts'
import type { ShownCalls } from './use-calls.ts'

type Navigation = AddressNavigation<CallsState>

interface ToolsProps {
  readonly shown: ShownCalls
  readonly navigation: Navigation
  readonly isPhone: boolean
}

const SEARCH_MS = 300

/** Search, basis of the returns, result count, export and, on a phone, the sort order. */
export function CallTools({ shown: { screen }, navigation: { state, go }, isPhone }: ToolsProps) {
  const [text, setText] = useState(state.text)
  const search = useDebouncedCallback(
    (typed: string) => go((latest) => ({ ...latest, text: typed, page: 1 }), { replace: true }),
    SEARCH_MS,
  )
  useOnChange(state.text, (latest) => setText(latest))
  return (
    <Group gap="sm" justify="space-between">
      <Group gap="sm">
        <TextInput
          type="search"
          size={isPhone ? '44' : '30'}
          aria-label="Search by symbol or company"
          placeholder="Symbol or company"
          maxLength={MAX_TEXT}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            search(currentTarget.value)
          }}
        />
        <SelectBox
          label="Sector"
          value={state.sector}
          onChange={({ currentTarget: { value } }) => {
            const sector = sectorChoices.find((each) => each === value)
            if (sector !== undefined) go((latest) => ({ ...latest, sector, page: 1 }))
          }}
        >
          {sectorChoiceGroups.flat().map((sector) => (
            <option key={sector} value={sector}>
              {nameSector(sector)}
            </option>
          ))}
        </SelectBox>
        <ListSelect
          value={state.list ?? ''}
          onChange={({ currentTarget: { value } }) =>
            go((latest) => ({ ...latest, list: value === '' ? null : value, page: 1 }))
          }
        />
        <SelectBox
          label="Returns on"
          value={state.basis}
          onChange={({ currentTarget: { value } }) => {
            const basis = callBases.find((each) => each === value)
            if (basis !== undefined) go((latest) => ({ ...latest, basis, page: 1 }))
          }}
        >
          <option value="stock_price">stock price</option>
          <option value="own_cost">my cost</option>
        </SelectBox>
        <SelectBox
          label="Returns at the"
          value={state.premium}
          onChange={({ currentTarget: { value } }) => {
            const premium = callPremiums.find((each) => each === value)
            if (premium !== undefined) go((latest) => ({ ...latest, premium, page: 1 }))
          }}
        >
          {callPremiums.map((premium) => (
            <option key={premium} value={premium}>
              {premium}
            </option>
          ))}
        </SelectBox>
        <span className={classes.count} role="status">
          {screen !== null && `${formatInteger(screen.total)} of ${formatInteger(screen.universeTotal)} calls`}
        </span>
      </Group>
      <Group gap="sm">
        {isPhone && screen !== null && <FreshnessChip freshness={screen.freshness} isNamed={false} />}
        {isPhone && <SortChoice state={state} go={go} />}
        <SavedScreens
          memory={{
            tab: 'calls',
            query: writeCallsQuery(state),
            describe: describeCalls,
            open: (query) => go(() => readCallsQuery(query)),
          }}
        />
        <ColumnChoice
          state={state}
          onChange={(columns) => go((latest) => ({ ...latest, columns }), { replace: true })}
        />
        <CallsExport state={state} />
      </Group>
    </Group>
  )
}

function SortChoice({ state, go }: Pick<Navigation, 'state' | 'go'>) {
  const isDescending = state.order === 'desc'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <Group component="span" gap={0} wrap="nowrap">
      <SelectBox
        label="Sort by"
        value={state.sort}
        onChange={({ currentTarget: { value } }) => {
          const column = callSortColumns.find((each) => each === value)
          if (column !== undefined) go((latest) => sortCalls(latest, column))
        }}
      >
        {listCallColumns(state).map(({ id, label, unit }) => (
          <option key={id} value={id}>
            {unit === undefined ? label : `${label}, ${unit}`}
          </option>
        ))}
      </SelectBox>
      <ActionIcon
        size={44}
        aria-label={isDescending ? 'Highest first, click to reverse' : 'Lowest first, click to reverse'}
        onClick={() => go((latest) => sortCalls(latest, latest.sort))}
      >
        <Arrow size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}
