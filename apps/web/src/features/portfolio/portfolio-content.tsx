import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { use, useMemo, useRef } from 'react'
import { type ApiError, describeFailure } from '../../api/http.ts'
import { commonWords } from '../../shared/common-words.ts'
import { ExportMenu } from '../../shared/export/export-menu.tsx'
import { saveCsv } from '../../shared/export/save-file.ts'
import { toSentence } from '../../shared/format/words.ts'
import { useOnChange } from '../../shared/hooks.ts'
import { PanelBoundary } from '../../shared/ui/boundaries.tsx'
import { BusyButton } from '../../shared/ui/buttons.tsx'
import { LoadingStatus, TableSkeleton } from '../../shared/ui/loading.tsx'
import { Empty } from '../../shared/ui/notices.tsx'
import { PageContent, ShellContext } from '../../shared/ui/page.tsx'
import type { Portfolio, PositionRow } from './data/position.ts'
import type { OpenDialog } from './dialogs/portfolio-dialogs.tsx'
import type { FileMarket } from './dialogs/position-csv.ts'
import classes from './portfolio.module.css'
import { type PortfolioNavigation, sortBy, sortPositions } from './portfolio-state.ts'
import { AttentionStrip, PortfolioSummary } from './portfolio-summary.tsx'
import { PositionChartCard } from './position-chart-card.tsx'
import { PositionCards } from './table/position-cards.tsx'
import { PositionMenu, PositionsTable, type RowAction, usePositionMenu } from './table/positions-table.tsx'

interface PortfolioContentProps {
  readonly portfolio: Portfolio
  readonly navigation: PortfolioNavigation
  readonly isPhone: boolean
  readonly onOpen: (dialog: OpenDialog) => void
}

/** The positions, or a loading, error or empty state. */
export function PortfolioContent(props: PortfolioContentProps) {
  const { portfolio, onOpen } = props
  const { state, rows, failure, busy, refresh } = portfolio
  if (state === 'loading') return <LoadingPositions busy={busy} onRetry={refresh} />
  if (state === 'failed') return <FailedPositions failure={failure} busy={busy} onRetry={refresh} />
  if (rows.length === 0) {
    return (
      <NoPositions onAdd={() => onOpen({ kind: 'add', prefill: null })} onImport={() => onOpen({ kind: 'import' })} />
    )
  }
  return <Positions {...props} />
}

function Positions({ portfolio, navigation: { state, go }, isPhone, onOpen }: PortfolioContentProps) {
  const { rows, totals, freshness, marketTimeMs, busy } = portfolio
  const { sort, order, selected } = state
  const sorted = useMemo(() => sortPositions(rows, { sort, order }), [rows, sort, order])
  const selectedRow = rows.find(({ position }) => position.id === selected) ?? null
  const card = useRef<HTMLDivElement>(null)
  useOnChange(selected, () => card.current?.scrollIntoView({ block: 'nearest' }))
  const select = (id: string) => go((latest) => ({ ...latest, selected: id }))
  const menu = usePositionMenu()
  const act = (kind: RowAction, id: string) => onOpen({ kind, id })
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
    <PageContent className={classes.content}>
      <PanelBoundary name="summary">
        <PortfolioSummary rows={rows} totals={totals} tools={tools} />
      </PanelBoundary>
      <PanelBoundary name="list of what needs attention">
        <AttentionStrip onSelect={select} />
      </PanelBoundary>
      <div className={classes.panel}>
        <PanelBoundary name="table">
          {isPhone ? (
            <PositionCards
              rows={sorted}
              selected={selected}
              busy={busy}
              onSelect={select}
              onAct={act}
              onMenu={menu.open}
            />
          ) : (
            <PositionsTable
              rows={sorted}
              totals={totals}
              selected={selected}
              sort={sort}
              order={order}
              busy={busy}
              onSort={(column) => go((latest) => ({ ...latest, ...sortBy(column, latest) }), { replace: true })}
              onSelect={select}
              onAct={act}
              onMenu={menu.open}
            />
          )}
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
              onEdit={() => onOpen({ kind: 'edit', id: selectedRow.position.id })}
            />
          </PanelBoundary>
        )}
      </div>
    </PageContent>
  )
}

interface PortfolioExportMenuProps extends FileMarket {
  readonly rows: readonly PositionRow[]
}

/** Exports the positions as a CSV file or prints them. */
function PortfolioExportMenu({ rows, ...market }: PortfolioExportMenuProps) {
  const save = () =>
    saveCsv(async () => {
      const { writePositionCsv, nameFile } = await import('./dialogs/position-csv.ts')
      return { name: nameFile(market), text: writePositionCsv(rows, market) }
    })
  return <ExportMenu files={[{ label: 'CSV, all positions', save: () => void save() }]} />
}

interface WaitProps {
  readonly busy: boolean
  readonly onRetry: () => void
}

function LoadingPositions({ busy, onRetry }: WaitProps) {
  return (
    <div className={classes.panel}>
      <TableSkeleton>
        <LoadingStatus words="Loading positions..." retrying={busy} onRetry={onRetry} />
      </TableSkeleton>
    </div>
  )
}

interface NoPositionsProps {
  readonly onAdd: () => void
  readonly onImport: () => void
}

/** Shown only if the server confirmed that there are no positions. */
function NoPositions({ onAdd, onImport }: NoPositionsProps) {
  return (
    <div className={classes.panel}>
      <Empty
        title="No positions yet. Add your first covered call position!"
        actions={
          <>
            <Button variant="filled" onClick={onAdd}>
              Add Position
            </Button>
            <Button onClick={onImport}>Import CSV</Button>
          </>
        }
      >
        Enter 100 shares you own and the call you sold against them to see what they are worth, how close the strike is,
        and what the rules recommend.
      </Empty>
    </div>
  )
}

interface FailedPositionsProps extends WaitProps {
  readonly failure: ApiError | null
}

/** The list failed to load and this device has no positions; the server may have some. */
function FailedPositions({ failure, busy, onRetry }: FailedPositionsProps) {
  const { canAsk } = use(ShellContext)
  const requestId = failure?.requestId ?? null
  return (
    <div className={classes.panel}>
      <Empty
        tone="trouble"
        title="Could not load your positions"
        actions={
          canAsk && (
            <BusyButton variant="filled" busy={busy} onClick={onRetry}>
              {commonWords.retry}
            </BusyButton>
          )
        }
      >
        <p>
          {toSentence(describeFailure(failure) ?? 'No response')} They are safe on the server. Retrying automatically.
          Positions you add now are saved on this device and synced later.
        </p>
        {requestId !== null && <p>{commonWords.quote(requestId)}</p>}
      </Empty>
    </div>
  )
}
