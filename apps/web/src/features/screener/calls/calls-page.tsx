import { callPremiums, callSortColumns } from '@callwright/contracts/call-columns'
import { ActionIcon, Box, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { PrintedFacts } from '../../../shared/export/data-facts.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useAfter, useIsPhone, useOnChange } from '../../../shared/hooks.ts'
import { type AddressForm, type AddressNavigation, useAddressState } from '../../../shared/routing.ts'
import { PanelBoundary } from '../../../shared/ui/boundaries.tsx'
import { FreshnessChip } from '../../../shared/ui/freshness.tsx'
import { LoadingStatus, TableSkeleton } from '../../../shared/ui/loading.tsx'
import { Banner, IgnoredBanner } from '../../../shared/ui/notices.tsx'
import { Page } from '../../../shared/ui/page.tsx'
import { SelectBox } from '../controls.tsx'
import { ScreenTabs } from '../screen-tabs.tsx'
import classes from '../screener.module.css'
import { useSelection } from '../selection/selection.ts'
import { MAX_TEXT } from '../state/screen-state.ts'
import { countPages, TableFooter } from '../table-footer.tsx'
import { listCallColumns } from './call-columns.tsx'
import callClasses from './calls.module.css'
import { CallsExport, listCallFacts } from './calls-export.tsx'
import { type CallsState, readCallsState, sortCalls, writeCallsState } from './calls-state.ts'
import { CallsFailure, describeCallsFailure, NoCalls } from './calls-states.tsx'
import { CallCards, CallsTable } from './calls-table.tsx'
import { SelectedCalls } from './compare-calls.tsx'
import { GateBar } from './gate-bar.tsx'
import { type ShownCalls, useCalls } from './use-calls.ts'

const address: AddressForm<CallsState> = { read: readCallsState, write: writeCallsState }
type Navigation = AddressNavigation<CallsState>

/** The Calls tab of the screener: one row per call of all stocks. */
export function CallsPage() {
  const navigation = useAddressState(address)
  const { state, ignored, go } = navigation
  const isPhone = useIsPhone()
  const selection = useSelection()
  const shown = useCalls(state)
  const { screen, outdated, failure, retry, retrying } = shown
  const total = screen?.total ?? 0
  const pages = screen === null || outdated ? null : countPages(screen.total, state.size)
  const goToLastPage = useEffectEvent((last: number) => go((latest) => ({ ...latest, page: last }), { replace: true }))
  useEffect(() => {
    if (pages !== null && state.page > pages) goToLastPage(pages)
  }, [pages, state.page])
  return (
    <Page
      title="Stock Screener"
      subject="Calls"
      freshness={screen?.freshness ?? null}
      banners={
        <>
          {screen?.freshness.cacheStatus === 'stale' && screen.message !== null && <Banner>{screen.message}</Banner>}
          <IgnoredBanner ignored={ignored} onDismiss={() => go((latest) => latest, { replace: true })} />
          {failure !== null && screen !== null && (
            <Banner action={{ label: commonWords.retry, run: retry, busy: retrying }}>
              {describeCallsFailure(failure)}. Showing the last data loaded.
            </Banner>
          )}
        </>
      }
    >
      <ScreenTabs />
      <PanelBoundary name="gates">
        <Stack gap="sm" mb="sm" px={isPhone ? 'lg' : 0}>
          <CallTools shown={shown} navigation={navigation} isPhone={isPhone} />
          <GateBar screen={screen} state={state} go={go} />
        </Stack>
      </PanelBoundary>
      <section className={classes.panel} aria-label="Ranked calls">
        <PanelBoundary name="calls">
          <CallList shown={shown} navigation={navigation} isPhone={isPhone} selection={selection} />
        </PanelBoundary>
        {!isPhone && <SelectedCalls screen={screen} selection={selection} premium={state.premium} />}
        <TableFooter
          state={state}
          total={total}
          onPage={(step) => go((latest) => ({ ...latest, page: step(latest.page) }))}
          onSize={(size) => go((latest) => ({ ...latest, size, page: 1 }))}
        >
          {screen !== null && <span>{describeStored(screen)}</span>}
        </TableFooter>
      </section>
    </Page>
  )
}

const describeStored = ({ universeTotal, listedTotal }: NonNullable<ShownCalls['screen']>) =>
  `${formatInteger(universeTotal)} of ${formatInteger(listedTotal)} listed calls have a usable quote`

interface ToolsProps {
  readonly shown: ShownCalls
  readonly navigation: Navigation
  readonly isPhone: boolean
}

const SEARCH_MS = 300

/** Search, basis of the returns, result count, export and, on a phone, the sort order. */
function CallTools({ shown: { screen }, navigation: { state, go }, isPhone }: ToolsProps) {
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
        {listCallColumns(state.premium).map(({ id, label, unit }) => (
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

/** How long the previous rows stay before a skeleton replaces them. */
const KEEP_ROWS_MS = 400

interface CallListProps extends ToolsProps {
  readonly selection: ReturnType<typeof useSelection>
}

/** Shows the calls as a table or as cards, or a loading, error or empty state instead. */
function CallList({ shown, navigation: { state, go }, isPhone, selection }: CallListProps) {
  const { screen, outdated, failure, retry, retrying } = shown
  const waiting = useAfter(outdated && failure === null, KEEP_ROWS_MS)
  const words = <LoadingStatus words="Loading calls…" retrying={retrying} onRetry={retry} />
  if (screen === null) {
    if (failure !== null) return <CallsFailure failure={failure} busy={retrying} onRetry={retry} />
    return <TableSkeleton>{words}</TableSkeleton>
  }
  if (screen.total === 0) return <NoCalls screen={screen} state={state} go={go} />
  return (
    <>
      <PrintedFacts listFacts={() => listCallFacts(state, screen)} />
      {isPhone ? (
        <Box className={callClasses.cards ?? ''} aria-busy={outdated}>
          <CallCards screen={screen} sort={state.sort} />
        </Box>
      ) : (
        <CallsTable
          screen={screen}
          state={state}
          outdated={outdated}
          waiting={waiting ? words : null}
          selection={selection}
          onSort={(column) => go((latest) => sortCalls(latest, column))}
        />
      )}
    </>
  )
}
