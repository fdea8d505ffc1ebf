import { marketCapChoices, sectorChoices } from '@callwright/contracts/screener-columns'
import { Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconChevronDown, IconFilter2 } from '@tabler/icons-react'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { selectResult } from '../../../api/api.ts'
import { nameList, useListNames } from '../../../api/list-names.ts'
import { useCountStocksQuery } from '../../../api/screener.ts'
import { retryUntilLoaded } from '../../../shared/load-code.ts'
import { BusyButton } from '../../../shared/ui/buttons.tsx'
import { useMenu } from '../../../shared/ui/menus.tsx'
import { useDeferred } from '../../../shared/use-deferred.ts'
import classes from '../screener.module.css'
import {
  countFilters,
  type NumberFilterRule,
  noFilters,
  numberFilters,
  type ScreenFilters,
  setRange,
} from '../state/screen-filters.ts'
import { filterScreen, narrowScreen, type ScreenState } from '../state/screen-state.ts'
import type { ScreenNavigation } from '../state/use-screen.ts'
import {
  capNames,
  describeRange,
  formatCount,
  nameSector,
  quickFilters,
  readYesNo,
  sectorChoiceGroups,
  yesNoRanges,
} from './filter-view.ts'

type FilterProps = Pick<ScreenNavigation, 'state' | 'go'>

const names = { minRating: 'Rating', minYield: 'Yield', maxRsi: 'RSI', minIvRank: 'IV rank' } as const

const capRanges = {
  all: null,
  mega: '$1T or more',
  large: '$10B to $1T',
  mid: '$2B to $10B',
  small: '$300M to $2B',
} as const

/** One button for each of SPEC's filters, one for the best call, and one for all other filters. */
export function FilterBar({ state, go }: FilterProps) {
  const { sector, cap } = state.filters
  return (
    <>
      {numberFilters.map((rule) => (
        <NumberFilter key={rule.key} rule={rule} state={state} go={go} />
      ))}
      <QuickFilters state={state} go={go} />
      <FilterMenu
        name="Sector"
        value={nameSector(sector)}
        chosen={sector}
        groups={sectorChoiceGroups.map((choices) => choices.map((value) => ({ value, label: nameSector(value) })))}
        onChoose={(value) => {
          const chosen = sectorChoices.find((each) => each === value)
          if (chosen !== undefined) go((latest) => filterScreen(latest, { sector: chosen }))
        }}
      />
      <FilterMenu
        name="Market cap"
        value={capNames[cap]}
        chosen={cap}
        groups={[marketCapChoices.map((value) => ({ value, label: capNames[value], hint: capRanges[value] }))]}
        onChoose={(value) => {
          const chosen = marketCapChoices.find((each) => each === value)
          if (chosen !== undefined) go((latest) => filterScreen(latest, { cap: chosen }))
        }}
      />
      <DialogButton
        kind="FilterDialog"
        state={state}
        go={go}
        label="More filters"
        icon={<IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden="true" />}
      >
        More
      </DialogButton>
    </>
  )
}

/** Button on a phone that opens all filters and shows how many are active. */
export function FilterSheetButton({ state, go }: FilterProps) {
  const count = countFilters(state.filters)
  return (
    <DialogButton
      kind="FilterSheet"
      state={state}
      go={go}
      label={count === 0 ? 'Filters' : `Filters, ${count} active`}
      icon={<IconFilter2 size={16} stroke={1.6} aria-hidden="true" />}
    >
      Filters{' '}
      {count > 0 && (
        <Text component="b" inherit c="var(--accent)" ml="xs">
          {count}
        </Text>
      )}
    </DialogButton>
  )
}

const ListMenu = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('./list-menu.tsx'))).ListMenu,
}))

/** Button for the user's lists. Their code and names load after the page. */
export function ListFilter({ state, go }: FilterProps) {
  useListNames()
  const { list } = state.filters
  const value = list === null ? 'All' : nameList(list)
  const menu = {
    name: 'List',
    value,
    chosen: list ?? '',
    onChoose: (id: string) => go((latest) => filterScreen(latest, { list: id === '' ? null : id })),
  }
  return (
    <Suspense fallback={<FilterMenu {...menu} groups={[]} />}>
      <ListMenu menu={menu} Menu={FilterMenu} />
    </Suspense>
  )
}

const loadDialogs = () => import('./filter-dialog.tsx')

interface DialogButtonProps extends FilterProps {
  readonly kind: 'FilterDialog' | 'FilterSheet'
  readonly label: string
  readonly icon: ReactNode
  readonly children: ReactNode
}

function DialogButton({ kind, state, go, label, icon, children }: DialogButtonProps) {
  const [opened, dialog] = useDisclosure(false)
  const { part, loading, load } = useDeferred(loadDialogs)
  const Dialog = part?.[kind]
  return (
    <>
      <BusyButton
        variant={kind === 'FilterDialog' ? 'subtle' : 'default'}
        busy={loading}
        leftSection={icon}
        aria-label={label}
        onClick={async () => {
          if (await load()) dialog.open()
        }}
      >
        {children}
      </BusyButton>
      {Dialog !== undefined && (
        <Dialog
          opened={opened}
          state={state}
          onClose={dialog.close}
          onApply={(chosen) => go((latest) => filterScreen(latest, chosen))}
        />
      )}
    </>
  )
}

/** Menu of SPEC's choices for one bound, each with the number of stocks that it would show. */
function NumberFilter({ rule, state, go }: FilterProps & { readonly rule: NumberFilterRule }) {
  const { key, column, side, choices } = rule
  const describe = (choice: number) =>
    choice === noFilters[key] ? 'Any' : (describeRange(column, { min: null, max: null, [side]: choice }) ?? 'Any')
  return (
    <FilterMenu
      name={names[key]}
      value={describe(state.filters[key])}
      chosen={String(state.filters[key])}
      groups={[
        choices.map((choice) => ({
          value: String(choice),
          label: describe(choice),
          hint: <MatchCount state={state} change={{ [key]: choice }} />,
        })),
      ]}
      onChoose={(value) => go((latest) => filterScreen(latest, { [key]: Number(value) }))}
    />
  )
}

interface MatchCountProps {
  readonly state: ScreenState
  readonly change: Partial<ScreenFilters>
}

/** How many stocks match with a changed filter. */
function MatchCount({ state, change }: MatchCountProps) {
  const { currentData } = useCountStocksQuery(narrowScreen(filterScreen(state, change)), {
    selectFromResult: selectResult,
  })
  return currentData !== undefined && formatCount(currentData)
}

/** Menu of one-click filters on the best call. It stays open, because they go together. */
function QuickFilters({ state: { filters }, go }: FilterProps) {
  const { menu, button } = useMenu()
  const active = quickFilters.filter(({ column, choice }) => readYesNo(filters, column) === choice)
  const [first, ...others] = active
  const value = first === undefined ? 'Any' : others.length === 0 ? first.short : `${active.length} conditions`
  return (
    <Menu {...menu} position="bottom-start" offset={4} withInitialFocusPlaceholder={false}>
      <MenuButton {...button} name="Best call" value={value} />
      <Menu.Dropdown aria-label="Best call">
        {quickFilters.map(({ column, choice, label }) => (
          <Menu.CheckboxItem
            key={column}
            checked={active.some((each) => each.column === column)}
            onChange={(checked) =>
              go((latest) =>
                filterScreen(latest, setRange(latest.filters, column, yesNoRanges[checked ? choice : 'any'])),
              )
            }
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface FilterChoice {
  readonly value: string
  readonly label: string
  /** Explains the label, for example with its range. */
  readonly hint?: ReactNode
}

export interface FilterMenuProps {
  readonly name: string
  /** Label of the chosen value, shown after the name. */
  readonly value: string
  readonly chosen: string
  readonly groups: readonly (readonly FilterChoice[])[]
  readonly onChoose: (value: string) => void
}

/** Filter button with its name and value, which opens a menu of choices. */
function FilterMenu({ name, value, chosen, groups, onChoose }: FilterMenuProps) {
  const { menu, button } = useMenu()
  return (
    <Menu {...menu} position="bottom-start" offset={4} withInitialFocusPlaceholder={false}>
      <MenuButton {...button} name={name} value={value} />
      <Menu.Dropdown mah="min(480px, calc(100dvh - 120px))" style={{ overflowY: 'auto' }} aria-label={name}>
        <Menu.RadioGroup value={chosen} onChange={onChoose}>
          {groups.map((choices, index) => (
            <Fragment key={choices[0]?.value}>
              {index > 0 && <Menu.Divider />}
              {choices.map(({ value: choice, label, hint }) => (
                <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
                  {label}
                  {hint && (
                    <Text span size="sm" c="var(--text-faint)">
                      {' '}
                      {hint}
                    </Text>
                  )}
                </Menu.RadioItem>
              ))}
            </Fragment>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

type MenuButtonProps = ReturnType<typeof useMenu>['button'] & Pick<FilterMenuProps, 'name' | 'value'>

function MenuButton({ name, value, ...button }: MenuButtonProps) {
  return (
    <Menu.Target>
      <Button {...button} fw="var(--weight-regular)" px="sm">
        <Group component="span" gap="2xs" wrap="nowrap">
          <span className={classes.filter}>
            {name} <b>{value}</b>
          </span>
          <IconChevronDown size={14} stroke={1.6} color="var(--text-faint)" aria-hidden="true" />
        </Group>
      </Button>
    </Menu.Target>
  )
}
