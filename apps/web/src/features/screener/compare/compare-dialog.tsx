import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { listFields } from '../../../api/market.ts'
import type { Screen, ScreenStock } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import type { DataColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { listDataFacts } from '../../../shared/export/data-facts.tsx'
import { findBest } from '../../../shared/figures/best-call.ts'
import { useAfter } from '../../../shared/hooks.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { OWN_WEIGHTS_NOTE } from '../../../shared/rating/rating-view.ts'
import { Link } from '../../../shared/routing.ts'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { Explained, Unknown } from '../../../shared/ui/figures.tsx'
import { LoadingStatus, TableSkeleton } from '../../../shared/ui/loading.tsx'
import { buildAddStockPath } from '../add-stock-path.ts'
import { ScreenFailure } from '../screener-states.tsx'
import { professionalColumns } from '../state/screen-state.ts'
import { useScreenAnswer } from '../state/use-screen.ts'
import classes from './compare-dialog.module.css'
import { type CompareRow, listCompareGroups } from './compare-rows.tsx'
import { MAX_COMPARED } from './max-compared.ts'

/** Delay before the skeleton appears, so that fast responses don't show one. */
const SKELETON_DELAY_MS = 400
const WIDTH_PX = 960

interface CompareDialogProps {
  readonly opened: boolean
  /** 2 to `MAX_COMPARED` symbols. */
  readonly symbols: readonly string[]
  readonly onClose: () => void
}

/** Compares a few stocks side by side; all figures come from one response. */
export function CompareDialog({ opened, symbols, onClose }: CompareDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Compare stocks" width={WIDTH_PX}>
      <Comparison symbols={symbols} />
    </Dialog>
  )
}

function Comparison({ symbols }: Pick<CompareDialogProps, 'symbols'>) {
  const { currentData, failure, retrying, retry } = useComparedStocks(symbols)
  const isLate = useAfter(currentData === undefined, SKELETON_DELAY_MS)
  if (currentData !== undefined) return <ComparisonSheet symbols={symbols} screen={currentData} />
  if (failure !== null) return <ScreenFailure failure={failure} busy={retrying} onRetry={retry} />
  if (!isLate) return <div className={classes.wait} />
  return (
    <TableSkeleton>
      <LoadingStatus words="Loading the comparison…" retrying={retrying} onRetry={retry} />
    </TableSkeleton>
  )
}

/**
 * Requests all figures for these stocks, regardless of filters and visible columns. Figures in one response are from
 * the same moment; figures in cached rows may not be.
 */
function useComparedStocks(symbols: readonly string[]) {
  return useScreenAnswer(
    {
      sortBy: 'symbol',
      sortOrder: 'asc',
      limit: MAX_COMPARED,
      offset: 0,
      narrowing: { symbols: symbols.join() },
      fields: listFields(professionalColumns),
    },
    { forceRefetch: true },
  )
}

function ComparisonSheet({ symbols, screen }: { readonly symbols: readonly string[]; readonly screen: Screen }) {
  return (
    <div className={classes.sheet}>
      <dl className={classes.facts}>
        {listDataFacts(screen.freshness).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CompareTable symbols={symbols} screen={screen} />
      <p className={classes.note}>
        “Best” marks the figure that earns the most rating points. Ties are not marked.{' '}
        {screen.ownWeights && OWN_WEIGHTS_NOTE}
      </p>
      <DialogActions>
        <Button variant="subtle" onClick={() => window.print()}>
          {commonWords.print}
        </Button>
      </DialogActions>
    </div>
  )
}

interface CompareTableProps {
  /** Symbols from left to right. */
  readonly symbols: readonly string[]
  readonly screen: Screen
}

const NAME = 'figure'
const keyOf = ({ key }: CompareRow) => key

/** One column per stock and one row per figure; each row's best figure is marked. */
export function CompareTable({ symbols, screen: { stocks, ownWeights } }: CompareTableProps) {
  const found = new Map(stocks.map((stock) => [stock.symbol, stock]))
  const groups = listCompareGroups(stocks[0]?.rating.max ?? 0, ownWeights)
  const rows = groups.flatMap((group) => group.rows)
  const columns = useMemo(() => listColumns(symbols, stocks), [symbols, stocks])
  return (
    <DataTable
      label="Compare stocks"
      className={classes.table}
      isFit
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      headers={Object.fromEntries(symbols.map((symbol) => [symbol, nameStock(symbol, found.get(symbol))]))}
      dividers={groups.map(({ name, rows: [first] }) => ({
        key: name,
        at: first === undefined ? rows.length : rows.indexOf(first),
        content: name,
        isHeading: true,
      }))}
      footer={{
        [NAME]: 'Actions',
        ...Object.fromEntries(symbols.map((symbol) => [symbol, <Ways key={symbol} symbol={symbol} />])),
      }}
    />
  )
}

const nameStock = (symbol: string, stock: ScreenStock | undefined): ReactNode => (
  <>
    {symbol}
    <small>{stock?.companyName ?? explainGone(symbol)}</small>
  </>
)

const explainGone = (symbol: string) => `${symbol} is no longer in the list`

/** The figures' names, then one column per stock. A stock that left the list keeps its column. */
function listColumns(symbols: readonly string[], stocks: readonly ScreenStock[]): readonly DataColumn<CompareRow>[] {
  const compared = symbols.map((symbol) => stocks.find((stock) => stock.symbol === symbol) ?? null)
  const names: DataColumn<CompareRow> = {
    id: NAME,
    label: 'Figure',
    isLabelHidden: true,
    align: 'start',
    pinned: 'start',
    isRowHeader: true,
    className: classes.name,
    cell: ({ label, unit, hint }) => (
      <>
        {hint === undefined ? label : <Explained name={label} hint={hint} />}{' '}
        {unit !== undefined && <small>{unit}</small>}
      </>
    ),
  }
  const figures = symbols.map((symbol, place): DataColumn<CompareRow> => {
    const stock = compared[place] ?? null
    return {
      id: symbol,
      label: symbol,
      cell: ({ draw, judge }) => {
        if (stock === null) return <Unknown reason={explainGone(symbol)} />
        const judged = judge === undefined ? [] : compared.map((each) => each && judge(each))
        if (findBest(judged, 'more') !== place) return draw(stock)
        return (
          <strong className={classes.best}>
            <small>best </small>
            {draw(stock)}
          </strong>
        )
      },
    }
  })
  return [names, ...figures]
}

function Ways({ symbol }: { readonly symbol: string }) {
  return (
    <span className={classes.ways}>
      <Link to={buildAnalysisPath(symbol)} aria-label={`Open analysis of ${symbol}`}>
        Open analysis
      </Link>
      <Link to={buildAddStockPath(symbol)} aria-label={`Add position in ${symbol}`}>
        Add as position
      </Link>
    </span>
  )
}
