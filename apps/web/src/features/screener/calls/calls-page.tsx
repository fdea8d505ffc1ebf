import { Box, Stack } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { PrintedFacts } from '../../../shared/export/data-facts.tsx'
import { formatInteger } from '../../../shared/format/numbers.ts'
import { useAfter, useIsPhone } from '../../../shared/hooks.ts'
import { type AddressForm, type AddressNavigation, useAddressState } from '../../../shared/routing.ts'
import { PanelBoundary } from '../../../shared/ui/boundaries.tsx'
import { LoadingStatus, TableSkeleton } from '../../../shared/ui/loading.tsx'
import { Banner, IgnoredBanner } from '../../../shared/ui/notices.tsx'
import { Page } from '../../../shared/ui/page.tsx'
import { ScreenTabs } from '../screen-tabs.tsx'
import classes from '../screener.module.css'
import { useSelection } from '../selection/selection.ts'
import { countPages, TableFooter } from '../table-footer.tsx'
import { CallTools } from './call-tools.tsx'
import callClasses from './calls.module.css'
import { listCallFacts } from './calls-export.tsx'
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
        {!isPhone && <SelectedCalls screen={screen} selection={selection} terms={state} />}
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
          <CallCards screen={screen} state={state} />
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
