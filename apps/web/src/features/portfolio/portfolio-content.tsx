import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { PageContent } from '../../shared/ui/page.tsx'
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx'
import { useOnChange } from '../../shared/use-on-change.ts'
import { AttentionStrip } from './attention/attention-strip.tsx'
import { PositionChartCard } from './chart/position-chart-card.tsx'
import type { Portfolio } from './data/portfolio.ts'
import type { OpenDialog } from './portfolio-dialogs.tsx'
import classes from './portfolio-page.module.css'
import type { PortfolioNavigation } from './portfolio-state.ts'
import { FailedPositions, LoadingPositions, NoPositions } from './portfolio-states.tsx'
import { portfolioWords as words } from './portfolio-words.ts'
import { PortfolioSummary } from './summary/portfolio-summary.tsx'
import { PositionCards } from './table/position-cards.tsx'
import { PositionsTable, type RowAction } from './table/positions-table.tsx'
import { sortBy, sortPositions } from './table/sort-positions.ts'
import { PortfolioExportMenu } from './transfer/export-menu.tsx'

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
  const act = (kind: RowAction, id: string) => onOpen({ kind, id })
  const tools = (
    <>
      <Button
        variant="subtle"
        leftSection={<IconUpload size={14} stroke={1.6} aria-hidden="true" />}
        onClick={() => onOpen({ kind: 'import' })}
      >
        {words.import}
      </Button>
      <PortfolioExportMenu rows={sorted} freshness={freshness} marketTimeMs={marketTimeMs} />
    </>
  )
  return (
    <PageContent className={classes.content}>
      <PanelBoundary name={words.panels.summary}>
        <PortfolioSummary rows={rows} totals={totals} tools={tools} />
      </PanelBoundary>
      <PanelBoundary name={words.panels.attention}>
        <AttentionStrip onSelect={select} />
      </PanelBoundary>
      <div className={classes.panel}>
        <PanelBoundary name={words.panels.table}>
          {isPhone ? (
            <PositionCards rows={sorted} selected={selected} busy={busy} onSelect={select} onAct={act} />
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
            />
          )}
        </PanelBoundary>
      </div>
      <div ref={card} className={classes.card}>
        {selectedRow !== null && (
          <PanelBoundary key={selectedRow.position.id} name={words.panels.chart}>
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
