import { newYorkDate, totalPositions } from '@callwright/scoring'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLazyExportLedgerQuery } from '../../api/imports.ts'
import { hasRealized, type UncoveredShares } from '../../api/portfolio.ts'
import { ExportMenu } from '../../shared/export/export-menu.tsx'
import { saveCsv } from '../../shared/export/save-file.ts'
import { useOnChange } from '../../shared/hooks.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { Segmented } from '../../shared/ui/buttons.tsx'
import { PageContent } from '../../shared/ui/page.tsx'
import { useDeferred } from '../../shared/use-deferred.ts'
import type { Portfolio, PositionRow } from './data/position.ts'
import type { OpenDialog } from './dialogs/portfolio-dialogs.tsx'
import type { FileMarket } from './dialogs/position-csv.ts'
import classes from './portfolio.module.css'
import { type PortfolioNavigation, type PortfolioTab, portfolioTabs, sortBy, sortPositions } from './portfolio-state.ts'
import { FailedPositions, LoadingPositions, NoPositions } from './portfolio-states.tsx'
import { AttentionStrip, PortfolioSummary } from './portfolio-summary.tsx'
import { PositionChartCard } from './position-chart-card.tsx'
import { PositionCards } from './table/position-cards.tsx'
import { PositionMenu, usePositionMenu } from './table/position-menu.tsx'
import { PositionsTable } from './table/positions-table.tsx'
import { TableTools, useColumns } from './table/table-tools.tsx'
import { FreeShares, filterRows, groupRows, listDividers } from './table/table-view.tsx'
import { useRowActs, useRowKeys } from './use-row-acts.ts'

interface PortfolioContentProps {
  readonly portfolio: Portfolio
  readonly navigation: PortfolioNavigation
  readonly isPhone: boolean
  readonly onOpen: (dialog: OpenDialog) => void
}

/** The positions and their history, or a loading, error or empty state. */
export function PortfolioContent(props: PortfolioContentProps) {
  const { portfolio, navigation } = props
  const { state, failure, busy, refresh } = portfolio
  const { tab } = navigation.state
  const { part: Reports, load } = useDeferred(loadReports)
  const begin = useEffectEvent(() => void load())
  useEffect(() => {
    if (tab !== 'open') begin()
  }, [tab])
  if (state === 'loading') return <LoadingPositions busy={busy} onRetry={refresh} />
  if (state === 'failed') return <FailedPositions failure={failure} busy={busy} onRetry={refresh} />
  const { rolls } = navigation.state
  if (rolls !== null) return <RollsOfPosition key={rolls} {...props} id={rolls} />
  return (
    <PageContent className={classes.content}>
      <TabBar tab={tab} onTab={(next) => navigation.go((latest) => ({ ...latest, tab: next }))} />
      {tab === 'open' && <OpenPositions {...props} />}
      {tab !== 'open' && Reports !== null && (
        <PanelBoundary key={tab} name="report">
          <Reports
            tab={tab}
            onWrite={(terms) => props.onOpen({ kind: 'add', prefill: { ...terms, isOnHeld: true } })}
          />
        </PanelBoundary>
      )}
    </PageContent>
  )
}

/** The table of rolls, in place of the positions. */
function RollsOfPosition({ portfolio, navigation, onOpen, id }: PortfolioContentProps & { readonly id: string }) {
  const { part: Rolls, load } = useDeferred(loadRolls)
  const begin = useEffectEvent(() => void load())
  useEffect(() => begin(), [])
  return (
    <PageContent className={classes.content}>
      {Rolls !== null && (
        <PanelBoundary name="table of rolls">
          <Rolls
            row={portfolio.rows.find(({ position }) => position.id === id) ?? null}
            onBack={() => navigation.go((latest) => ({ ...latest, rolls: null }))}
            onChoose={(roll) => onOpen({ kind: 'record', act: 'roll', id, roll })}
          />
        </PanelBoundary>
      )}
    </PageContent>
  )
}

/** Code of the views that are not shown first. */
const loadRolls = async () => (await import('./rolls/rolls-view.tsx')).RollsView
export const loadReports = async () => (await import('./reports/reports.tsx')).Reports
const loadConfirmPanel = async () => (await import('./confirm/confirm-panel.tsx')).ConfirmPanel

const tabLabels: Readonly<Record<PortfolioTab, string>> = {
  open: 'Open',
  ended: 'Ended',
  income: 'Income',
  holdings: 'Holdings',
  tax: 'Tax',
}

interface TabBarProps {
  readonly tab: PortfolioTab
  readonly onTab: (tab: PortfolioTab) => void
}

function TabBar({ tab, onTab }: TabBarProps) {
  return (
    <div className={classes.tabs}>
      <Segmented label="View">
        {portfolioTabs.map((each) => (
          <button key={each} type="button" aria-pressed={each === tab} onClick={() => onTab(each)}>
            {tabLabels[each]}
          </button>
        ))}
      </Segmented>
    </div>
  )
}

function OpenPositions(props: PortfolioContentProps) {
  const { portfolio, onOpen } = props
  const hasShares = portfolio.uncovered.length > 0
  if (portfolio.rows.length === 0 && !hasShares) {
    return (
      <NoPositions onAdd={() => onOpen({ kind: 'add', prefill: null })} onImport={() => onOpen({ kind: 'import' })} />
    )
  }
  return <Positions {...props} />
}

function Positions({ portfolio, navigation: { state, go }, isPhone, onOpen }: PortfolioContentProps) {
  const { rows, totals, chainsPnl, uncovered, freshness, marketTimeMs, busy } = portfolio
  const { sort, order, selected, filter, isGrouped } = state
  const sorted = useMemo(() => sortPositions(rows, { sort, order }), [rows, sort, order])
  const shown = useMemo(() => {
    const found = filterRows(sorted, filter)
    return isGrouped ? groupRows(found) : found
  }, [sorted, filter, isGrouped])
  const shownTotals = useMemo(() => totalPositions(shown.map(({ metrics }) => metrics)), [shown])
  const hasHistory = rows.some(({ life }) => hasRealized(life))
  const columns = useColumns(hasHistory)
  const selectedRow = rows.find(({ position }) => position.id === selected) ?? null
  const card = useRef<HTMLDivElement>(null)
  useOnChange(selected, () => card.current?.scrollIntoView({ block: 'nearest' }))
  const select = (id: string) => go((latest) => ({ ...latest, selected: id }))
  const menu = usePositionMenu()
  const showRolls = (rolls: string) => go((latest) => ({ ...latest, rolls }))
  const act = useRowActs(rows, onOpen, showRolls)
  useRowKeys({ rows, selected, onAct: act, onLedger: select })
  const { part: Confirm, tryLoad } = useDeferred(loadConfirmPanel)
  const begin = useEffectEvent(() => void tryLoad())
  useEffect(() => begin(), [])
  const write = (shares: UncoveredShares) =>
    onOpen({
      kind: 'add',
      prefill: { symbol: shares.symbol, contracts: Math.max(1, shares.coverableContracts), isOnHeld: true },
    })
  const dividers = listDividers({ rows: shown, uncovered, isGrouped, isFiltered: filter !== '', onWrite: write })
  const tools = (
    <>
      <Button
        variant="subtle"
        leftSection={<IconUpload size={14} stroke={1.6} aria-hidden="true" />}
        onClick={() => onOpen({ kind: 'import' })}
      >
        Import
      </Button>
      <PortfolioExportMenu rows={sorted} freshness={freshness} marketTimeMs={marketTimeMs} />
    </>
  )
  return (
    <>
      {Confirm !== null && (
        <PanelBoundary name="list of what to confirm">
          <Confirm
            onAsk={(suggestion) => onOpen({ kind: 'outcome', suggestion })}
            onEdit={(id) => onOpen({ kind: 'edit', id })}
          />
        </PanelBoundary>
      )}
      <PanelBoundary name="summary">
        <PortfolioSummary
          rows={rows}
          totals={totals}
          uncovered={uncovered}
          chainsPnl={hasHistory ? chainsPnl : null}
          tools={tools}
        />
      </PanelBoundary>
      <PanelBoundary name="list of what needs attention">
        <AttentionStrip onSelect={select} />
      </PanelBoundary>
      <div className={classes.panel}>
        <TableTools
          filter={filter}
          isGrouped={isGrouped}
          columns={isPhone ? null : columns}
          onFilter={(text) => go((latest) => ({ ...latest, filter: text }), { replace: true })}
          onGroup={(next) => go((latest) => ({ ...latest, isGrouped: next }), { replace: true })}
        />
        <PanelBoundary name="table">
          {isPhone ? (
            <>
              <PositionCards
                rows={shown}
                selected={selected}
                busy={busy}
                onSelect={select}
                onAct={act}
                onMenu={menu.openFor}
              />
              {uncovered.map((shares) => (
                <div key={`${shares.symbol} ${shares.account}`} className={classes.free}>
                  <FreeShares shares={shares} onWrite={write} />
                </div>
              ))}
            </>
          ) : (
            <PositionsTable
              rows={shown}
              totals={shownTotals}
              columns={columns.shown}
              dividers={dividers}
              all={rows.length}
              selected={selected}
              sort={sort}
              order={order}
              busy={busy}
              onSort={(column) => go((latest) => ({ ...latest, ...sortBy(column, latest) }), { replace: true })}
              onSelect={select}
              onAct={act}
              onMenu={menu.openFor}
            />
          )}
          {shown.length === 0 && filter !== '' && <p className={classes.free}>No position matches “{filter}”.</p>}
        </PanelBoundary>
        <PositionMenu menu={menu} onAct={act} />
      </div>
      <div ref={card} className={classes.card}>
        {selectedRow !== null && (
          <PanelBoundary key={selectedRow.position.id} name="chart">
            <PositionChartCard
              row={selectedRow}
              asOf={freshness?.asOf ?? null}
              onWhy={() => onOpen({ kind: 'why', id: selectedRow.position.id })}
              onRolls={() => showRolls(selectedRow.position.id)}
              onEdit={() => onOpen({ kind: 'edit', id: selectedRow.position.id })}
            />
          </PanelBoundary>
        )}
      </div>
    </>
  )
}

interface PortfolioExportMenuProps extends FileMarket {
  readonly rows: readonly PositionRow[]
}

const nameLedger = ({ marketTimeMs }: FileMarket): string =>
  `callwright-ledger-${marketTimeMs === null ? 'undated' : newYorkDate(marketTimeMs)}.csv`

/** Exports the positions or the ledger as a CSV file, or prints them. */
function PortfolioExportMenu({ rows, ...market }: PortfolioExportMenuProps) {
  const save = () =>
    saveCsv(async () => {
      const { writePositionCsv, nameFile } = await import('./dialogs/position-csv.ts')
      return { name: nameFile(market), text: writePositionCsv(rows, market) }
    })
  const [readLedger] = useLazyExportLedgerQuery()
  const saveLedger = () =>
    saveCsv(async () => {
      const text = await readLedger().unwrap()
      return { name: nameLedger(market), text }
    })
  return (
    <ExportMenu
      files={[
        { label: 'CSV, all positions', save: () => void save() },
        { label: 'CSV, every event', save: () => void saveLedger() },
      ]}
    />
  )
}
