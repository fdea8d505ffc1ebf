import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { RATING_PARTS } from '@callwright/scoring'
import { Box, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { listFields } from '../../../api/early-requests.ts'
import type { Screen, ScreenStock } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { type DataColumn, describeColumn } from '../../../shared/data-table/columns.tsx'
import { DataTable } from '../../../shared/data-table/data-table.tsx'
import { listDataFacts } from '../../../shared/export/data-facts.tsx'
import { findBest } from '../../../shared/figures/best-call.ts'
import { formatInteger, formatPoints, formatRating } from '../../../shared/format/numbers.ts'
import { useAfter } from '../../../shared/hooks.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { RatingGlyph } from '../../../shared/rating/rating-cell.tsx'
import { describeNoRating, findBand, OWN_WEIGHTS_NOTE } from '../../../shared/rating/rating-view.ts'
import { Link } from '../../../shared/routing.ts'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { Explained, Unknown } from '../../../shared/ui/figures.tsx'
import { LoadingStatus, TableSkeleton } from '../../../shared/ui/loading.tsx'
import { columnGroups, drawPlainFigure, stockColumns } from '../columns/columns.tsx'
import classes from '../dialogs.module.css'
import { ScreenFailure } from '../screener-states.tsx'
import { professionalColumns } from '../state/screen-state.ts'
import { useScreenAnswer } from '../state/use-screen.ts'
import { buildAddStockPath, MAX_COMPARED } from './selection.ts'

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
  if (!isLate) return <Box mih={320} />
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
    <div className={classes.comparison}>
      <Group component="dl" gap="var(--space-1) var(--space-6)" pb="sm" fz="sm" lh="sm">
        {listDataFacts(screen.freshness).map(({ name, value }) => (
          <Group key={name} gap="2xs">
            <Box component="dt" c="dimmed">
              {name}
            </Box>
            <dd>{value}</dd>
          </Group>
        ))}
      </Group>
      <CompareTable symbols={symbols} screen={screen} />
      <Text size="sm" c="dimmed" pt="sm">
        “Best” marks the figure that earns the most rating points. Ties are not marked.{' '}
        {screen.ownWeights && OWN_WEIGHTS_NOTE}
      </Text>
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
          <strong>
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

type ReadNumber = (stock: ScreenStock) => number | null

/** One row in the comparison: one figure, for each of the stocks. */
export interface CompareRow {
  readonly key: string
  readonly label: string
  readonly unit?: string | undefined
  /** Explains the figure; absent if its name is enough. */
  readonly hint?: string | undefined
  readonly draw: (stock: ScreenStock) => ReactNode
  /** Scores the figure: higher is better, null is unknown. Absent if the rating doesn't score this figure. */
  readonly judge?: ReadNumber | undefined
}

export interface CompareGroup {
  readonly name: string
  readonly rows: readonly CompareRow[]
}

/** Columns that the table header and the first group already show. */
const columnsShownAbove: readonly ScreenColumn[] = ['symbol', 'company_name', 'cc_score']

function buildColumnRow(column: ScreenColumn): CompareRow {
  const { label, unit, judge, ...facts } = stockColumns[column]
  return {
    key: column,
    label,
    unit,
    hint: describeColumn(facts),
    draw: (stock) => drawPlainFigure(column, stock),
    judge,
  }
}

function buildPartRow({ key, label, max }: (typeof RATING_PARTS)[number], place: number, own: boolean): CompareRow {
  const judge: ReadNumber = ({ rating }) => rating.points[place] ?? null
  return {
    key: `points:${key}`,
    label,
    // The user's own weights change each part's maximum.
    unit: own ? undefined : `of ${formatInteger(max)}`,
    draw: (stock) => {
      const points = judge(stock)
      return points === null ? <Unknown reason="unknown" /> : formatPoints(points)
    },
    judge,
  }
}

/** Lists the rating (out of `max` points) and its parts, then the figures by column group. */
export function listCompareGroups(max: number, ownWeights: boolean): readonly CompareGroup[] {
  const rating: CompareRow = {
    ...buildColumnRow('cc_score'),
    unit: `of ${formatInteger(max)}`,
    draw: drawRating,
    judge: ({ rating: { score } }) => score,
  }
  const parts = RATING_PARTS.map((part, place) => buildPartRow(part, place, ownWeights))
  const figures = columnGroups.map(({ name, columns }) => ({
    name,
    rows: columns.filter((column) => !columnsShownAbove.includes(column)).map(buildColumnRow),
  }))
  return [{ name: 'Rating', rows: [rating, ...parts] }, ...figures]
}

function drawRating(stock: ScreenStock): ReactNode {
  const { score } = stock.rating
  if (score === null) return <Unknown reason={describeNoRating(stock)} />
  const band = findBand(score)
  return (
    <Group component="span" gap="2xs" display="inline-flex">
      <RatingGlyph band={band} />
      {formatRating(score)} <small>{band.word}</small>
    </Group>
  )
}
